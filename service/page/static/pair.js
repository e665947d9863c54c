// The page of a device that is not let in yet: by a code that it scanned, or by six digits that it shows.
import { Refused, fragment, send, tell } from "./page.js";
import "./settings.js";
import { t } from "./strings.js";

const AGAIN = 1000; // ms between two looks at whether the host has given the word
const NAME = "tableside.name"; // where the browser keeps the name that somebody gave
const pairing = "/api/v1/pairing";
const alertLine = document.getElementById("alert");
const byId = (id) => document.getElementById(id);
let code = "";
let timer = 0;

/** Shows one step alone. */
function show(step) {
  for (const each of document.querySelectorAll(".step")) each.hidden = each.id !== step;
  (byId(step).querySelector("button") ?? byId("main")).focus({ preventScroll: true });
}

/** A role and its seat in words. */
function role({ role: name, seat }) {
  return name === "player" ? t("role.player", { number: seat + 1 }) : t(`role.${name}`);
}

function complain(error) {
  tell(alertLine, error.message);
  show("begin");
}

/** Asks what a scanned code is for; the code leaves the address, so that nobody finds it there later. */
async function scanned() {
  code = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
  try {
    const invited = await send(`${pairing}/look`, { code });
    byId("join-role").textContent = role(invited);
    byId("join-game").textContent = invited.title;
    byId("join-word").textContent = invited.word;
    byId("name").value = localStorage.getItem(NAME) ?? "";
    byId("name").placeholder = role(invited);
    show("join");
    byId("join-form").querySelector("button").focus();
  } catch (error) {
    complain(error);
  }
}

/** Shows how this device stands, and goes on once it is let in. */
function stands(told) {
  clearTimeout(timer);
  if (told.state === "in") {
    location.replace(told.next);
    return;
  }
  if (told.state === "none") {
    show("begin");
    return;
  }
  if (told.digits) byId("digits").textContent = `${told.digits.slice(0, 3)} ${told.digits.slice(3)}`;
  byId(`${told.state}-word`).textContent = told.word;
  if (byId(told.state).hidden) show(told.state);
  timer = setTimeout(look, AGAIN);
}

async function look() {
  try {
    const told = JSON.parse(await fragment(pairing));
    tell(alertLine, told.state === "none" ? t("pair.over") : "");
    stands(told);
  } catch (error) {
    tell(alertLine, error.message);
    if (!(error instanceof Refused)) timer = setTimeout(look, AGAIN);
  }
}

byId("join-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const name = byId("name").value.trim();
  try {
    localStorage.setItem(NAME, name);
    stands(await send(pairing, { code, name: name || byId("name").placeholder }));
  } catch (error) {
    complain(error);
  }
});

byId("ask").addEventListener("click", async () => {
  tell(alertLine, "");
  try {
    stands(await send(`${pairing}/digits`, { name: t("pair.screen") }));
  } catch (error) {
    complain(error);
  }
});

byId("leave").addEventListener("click", async () => {
  await send(`${pairing}/leave`, {});
  show("begin");
});

/** What a browser finds that comes back, or that is the host's own. */
async function begin() {
  const told = JSON.parse(await fragment(pairing));
  if (told.state === "in") {
    byId("done-role").textContent = role(told);
    byId("open").href = told.next;
    byId("leave").hidden = told.role === "host";
    show("done");
  } else if (told.state !== "none") stands(told);
  else byId("ask").focus({ preventScroll: true });
}

const start = () => (location.hash.length > 1 ? scanned() : begin().catch(complain));
window.addEventListener("hashchange", start);
start();
