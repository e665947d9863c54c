// Two dialogs: one that asks whether something is meant, one to pick a move from those that are possible.
import { fragment, tell } from "./page.js";
import { on, set } from "./settings.js";
import { t } from "./strings.js";

const WHOLE = /(\d+-\d+|[A-Z]+(?:-[A-Z]+)?-\d+)/; // a domino or a rule id
const TABLE = -1; // the seat of what the table turns up
const WAIT = 150; // ms after a key before the list is asked for again
const confirmed = document.getElementById("confirm");
const picker = document.getElementById("pick");
const seats = document.getElementById("pick-seat");
const find = document.getElementById("pick-find");
const picked = document.getElementById("picked");

let mean = null;
let wanted = null;
let timer = 0;
let busy = 0; // how much of what was picked is under way
let changed = null; // lists anew what changed meanwhile
let request = 0; // of the newest list; one that was asked for before it, or for a dialog that is closed, comes too late

/** A name that no line break divides. */
function whole(name) {
  const part = document.createElement("span");
  part.className = "whole";
  part.textContent = name;
  return part;
}

/** Asks, with a text or the HTML of ours; `act` gets the line to complain in, and yields something where it worked.
    `about` is the number of the camera's question that it belongs to. */
export function confirm({ title, text, html, yes, about }, act) {
  const said = document.getElementById("confirm-text");
  document.getElementById("confirm-title").textContent = title;
  if (html) said.innerHTML = html;
  else said.replaceChildren(...text.split(WHOLE).map((part, n) => (n % 2 ? whole(part) : part)));
  document.getElementById("confirm-yes").textContent = yes;
  tell(document.getElementById("confirm-alert"), "");
  mean = act;
  confirmed.dataset.about = about ?? "";
  confirmed.showModal();
}

/** Lets a move be picked for a seat, now or `before` a move; `act` gets the seat, the move and the line to complain in.
    With `rule`, which gets the same, the house may let one stand that the rules refuse. `about` is as in `confirm`. */
export function pick({ id, title, seat, before, rule, about }, act) {
  document.getElementById("pick-title").textContent = title;
  tell(document.getElementById("pick-alert"), "");
  told("");
  wanted = { id, before, act, rule, turn: before || about ? null : String(seat) };
  picker.dataset.about = about ?? "";
  seats.value = seat;
  find.value = "";
  picked.replaceChildren();
  clearTimeout(timer);
  picker.showModal();
  find.focus();
  list();
}

/** Closes the dialogs that belong to a question which is open no more. */
export function closeDialogs(isOver) {
  for (const each of [confirmed, picker]) if (each.open && each.dataset.about && isOver(each.dataset.about)) each.close();
}

/** Lists what fits what is typed; whether that is what stands there now. */
async function list() {
  const mine = ++request;
  const query = new URLSearchParams({ seat: seats.value, find: find.value });
  if (wanted.before) query.set("before", wanted.before);
  if (wanted.rule) query.set("rulings", "true");
  let html = "";
  let wrong = "";
  try {
    html = await fragment(`/view/games/${wanted.id}/pick?${query}`);
  } catch (error) {
    wrong = error.message;
  }
  if (mine !== request) return false;
  picked.innerHTML = html;
  tell(document.getElementById("pick-alert"), wrong);
  return !wrong;
}

/** What the dialog does changes the game, too: the moves are listed anew once that is known to be another's change. */
async function acting(act) {
  let made = null;
  busy += 1;
  try {
    made = await act();
  } finally {
    busy -= 1;
    if (!made) changed?.();
    changed = null;
  }
  return made;
}

async function take(move) {
  const asked = wanted;
  const made = await acting(() => asked.act(Number(seats.value), move, document.getElementById("pick-alert")));
  if (made && wanted === asked) picker.close(); // by now it may ask for another one
}

/** Enters what the table is told before a move; what was typed is then looked for anew. */
async function enterFirst(move) {
  if (await acting(() => wanted.act(TABLE, move, document.getElementById("pick-alert")))) list();
}

/** Lists anew, and says so, where the game changed elsewhere; `seat` is who is to play now, undefined once it is over.
    Whoever chose another player than the one in turn keeps them. */
export async function relist(seat) {
  if (!picker.open) return null;
  if (busy) return (changed = () => relist(seat));
  if (wanted.turn !== null) {
    if (seat === undefined) return picker.close();
    if (seats.value === wanted.turn) seats.value = seat;
    wanted.turn = seat;
  }
  const inside = picked.contains(document.activeElement);
  if (!(await list())) return null;
  told(t("pick.anew"));
  if (inside) find.focus();
  return null;
}

const told = (text) => tell(document.getElementById("pick-said"), text);

/** Lets a move stand that the rules refuse, once that is meant. */
function rule({ dataset }) {
  const text = t("ruling.text", { move: dataset.words, rules: dataset.rules });
  const asked = wanted;
  confirm({ title: t("ruling.title"), text, yes: t("ruling.yes") }, async (line) => {
    const made = await acting(() => asked.rule(Number(seats.value), dataset.ruling, line));
    if (made && wanted === asked) picker.close();
    return made;
  });
}

/** The move that was typed whole, or the only one that fits; otherwise on to the list, or to why there is none. */
async function enter() {
  clearTimeout(timer);
  const typed = find.value.trim();
  if (!(await list())) return;
  const left = [...picked.querySelectorAll("[data-fits]")];
  const whole = picked.querySelector("[data-whole]");
  const meant = whole ?? (typed && left.length === 1 ? left[0] : null);
  if (meant) return take(meant.dataset.move);
  told(left.length ? t("pick.several", { count: left.length }) : "");
  (left[0] ?? picked.querySelector("summary, #pick-none"))?.focus();
  return null;
}

/** Makes the dialogs of the page work. */
export function watchDialogs() {
  document.getElementById("confirm-yes").addEventListener("click", async () => {
    const asked = mean;
    const done = await asked(document.getElementById("confirm-alert"));
    if (done && mean === asked) confirmed.close(); // by now it may ask for something else
  });
  document.getElementById("pick-form").addEventListener("submit", (event) => {
    event.preventDefault();
    enter();
  });
  picker.addEventListener("close", () => {
    clearTimeout(timer);
    request += 1;
  });
  seats.addEventListener("change", list);
  find.addEventListener("input", () => {
    told("");
    clearTimeout(timer);
    timer = setTimeout(list, WAIT);
  });
  picked.addEventListener("click", (event) => {
    const ruling = event.target.closest("[data-ruling]");
    if (ruling) rule(ruling);
    const { first } = event.target.closest("[data-first]")?.dataset ?? {};
    if (first) enterFirst(first);
    const move = event.target.closest("[data-move]")?.dataset.move;
    if (move) take(move);
  });
  const keys = document.getElementById("keys-on");
  keys.checked = on("keys");
  keys.addEventListener("change", () => set("keys", keys.checked));
}
