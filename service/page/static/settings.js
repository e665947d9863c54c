// What a person sets once: dark or light, sound, single keys. The server knows of the colours by a cookie, so that no
// page flashes; the rest stays in the browser.
const YEAR = 365 * 24 * 3600;
const root = document.documentElement;

function dark() {
  return root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

/** Changes between dark and light. */
export function switchTheme() {
  root.dataset.theme = dark() ? "light" : "dark";
  document.cookie = `tableside_theme=${root.dataset.theme};path=/;max-age=${YEAR};samesite=lax`;
}

/** Whether something is on; it is until it was turned off. */
export function on(name) {
  return localStorage.getItem(`tableside.${name}`) !== "off";
}

/** Turns something on or off, for good. */
export function set(name, value) {
  localStorage.setItem(`tableside.${name}`, value ? "on" : "off");
}

document.getElementById("theme")?.addEventListener("click", switchTheme);
document.addEventListener("click", (event) => {
  const menu = document.querySelector(".languages[open]");
  if (menu && !menu.contains(event.target)) menu.open = false;
});
