// The rule book is searched while one types: the server finds, the page shows what it found.
import { released } from "./press.js";
import "./settings.js";

const form = document.querySelector("form.search");
const found = document.getElementById("found");
const PAUSE = 200; // milliseconds without a key after which it is looked
let waiting = 0;
let asking = new AbortController();

/** Shows what the server finds for the words; the address keeps them. */
async function search() {
  asking.abort();
  asking = new AbortController();
  const words = form.elements.q.value.trim();
  const address = words ? `?q=${encodeURIComponent(words)}` : location.pathname;
  try {
    const answer = await fetch(address, { signal: asking.signal });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    await released();
    found.replaceChildren(...page.getElementById("found").childNodes);
    history.replaceState(null, "", address);
  } catch {
    if (!asking.signal.aborted) form.submit();
  }
}

form.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(search, PAUSE);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(waiting);
  search();
});
