// Keeps the page at what the table shows now, reads photos, and lists the moves, those of a typed hand where players hold one.
import { localTimes } from "./clock.js";
import { remove } from "./deleting.js";
import { LOST, NoAnswer, fragment, notAPhoto, rateOf, say, tell } from "./page.js";
import { paint } from "./pixels.js";
import { released } from "./press.js";
import "./settings.js";
import { t } from "./strings.js";
import { followGhosts } from "./ghost.js";
import { chosenGame } from "./opening.js";
import { hear as heardAtStart, tellWhy } from "./start.js";
import { watchEnroll } from "./enroll.js";
import { watchRegion } from "./region.js";
import { showShot, watchShot } from "./shot.js";
import { follow } from "./stream.js";
import { inTurn } from "./turn.js";

const main = document.getElementById("main");
const seen = document.getElementById("seen");
const alertLine = document.getElementById("alert");
const live = document.getElementById("live");
const hand = document.getElementById("hand");
const rate = document.getElementById("rate");
const healthLine = document.getElementById("health");
const moves = document.getElementById("moves");
const table = encodeURIComponent(main.dataset.table);

let photo = null; // the photo that is shown in place of the camera
let photoName = "";
let lost = false; // whether the server is away
let known = ""; // what the shown fragment was made of
let camera = ""; // how the camera did when its line was last shown
let late = null; // what is to be shown once nobody reads in the old one
let shown = parsed(seen.innerHTML); // what came last, for nothing is replaced by its like

/** HTML as the browser writes it, to compare. */
function parsed(html) {
  const made = document.createElement("template");
  made.innerHTML = html;
  return made.innerHTML;
}

/** Lays a photo where the camera's picture would be. */
function lay(pixels) {
  const shot = document.getElementById("shot");
  if (!shot) return;
  const ground = document.createElementNS(shot.namespaceURI, "foreignObject");
  for (const name of ["id", "width", "height"]) ground.setAttribute(name, shot.getAttribute(name));
  ground.append(paint(document.createElement("canvas"), pixels));
  shot.replaceWith(ground);
}

function show(html) {
  if (!photo && parsed(html) === shown) {
    late = null; // what somebody opened or points at stays
    return;
  }
  if (document.activeElement?.closest?.("#seen details")) {
    late = html; // somebody is reading a rule there: the change waits until they have left it
    return;
  }
  late = null;
  shown = parsed(html);
  seen.innerHTML = html;
  const empty = Boolean(seen.querySelector(".empty"));
  seen.hidden = document.getElementById("legal-moves").hidden = empty && !photo;
  const section = seen.querySelector("[data-summary]");
  say(document.getElementById("summary"), section.dataset.summary);
  if (photo) lay(photo);
  showShot();
  fitHand();
  if (isAsked()) listMoves();
}

/** What the shown table is, as the server has it: its game, its position, and how a hand is typed there. */
const onTable = () => JSON.parse(document.getElementById("position").textContent);

/** Whether a list of moves is wanted: it then follows the table. */
const isAsked = () => Boolean(hand.value.trim() || moves.childElementCount);

/** Asks for a hand as the shown game knows it; players of some games hold nothing. */
function fitHand() {
  const { hands, example } = onTable();
  for (const each of document.querySelectorAll("[data-held]")) each.hidden = !hands;
  hand.placeholder = example;
}

const refresh = inTurn(async () => {
  if (photo) return;
  try {
    const html = await fragment(`/view/tables/${table}`);
    if (!photo) show(html);
  } catch (error) {
    complain(error);
  }
});

/** Shows what went wrong; that the server is away stands in the line of the health. */
function complain(error) {
  if (!(error instanceof NoAnswer)) tell(alertLine, error.message);
}

function health(state) {
  const now = JSON.stringify(state.health);
  if (now !== camera) {
    camera = now;
    refreshHealth();
  }
  say(rate, photo || !state.picture ? "" : rateOf(state));
}

function hear(state) {
  heardAtStart(state);
  if (state.following) {
    if (location.pathname === "/") location.href = `/games/${state.following.game}`; // that page takes over
    return;
  }
  const now = JSON.stringify([state.picture, state.position, state.faults, state.health.state, state.region]);
  if (now !== known) {
    known = now;
    refresh();
  }
  health(state);
}

function goneAway() {
  lost = true;
  say(rate, "");
  document.body.classList.add("lost");
  healthLine.setAttribute("role", "alert");
  healthLine.innerHTML = '<span class="sign failed" aria-hidden="true">✕</span> <b></b>';
  healthLine.querySelector("b").textContent = LOST;
}

function cameBack() {
  lost = false;
  known = ""; // whatever is shown may be old
  document.body.classList.remove("lost");
  healthLine.setAttribute("role", "status");
  if (alertLine.textContent.includes(LOST)) tell(alertLine, "");
  if (photo) say(healthLine, t("photo.shown", { name: photoName }));
  if (isAsked()) listMoves();
  refreshHealth();
}

async function refreshHealth() {
  if (photo || lost) return;
  try {
    const html = await fragment(`/view/tables/${table}/health`);
    if (photo || lost) return;
    healthLine.innerHTML = html;
    tellWhy();
  } catch (error) {
    complain(error);
  }
}

async function readPhoto(file) {
  if (!file) return;
  tell(alertLine, notAPhoto(file));
  if (notAPhoto(file)) return;
  main.setAttribute("aria-busy", "true");
  const game = encodeURIComponent(chosenGame());
  try {
    const html = await fragment(`/view/photo?game=${game}`, {
      method: "POST",
      headers: { "Content-Type": file.type || "application/octet-stream" },
      body: file,
    });
    photo?.close();
    photo = await createImageBitmap(file);
    live.hidden = false;
    photoName = file.name;
    show(html);
    say(rate, "");
    if (!lost) say(healthLine, t("photo.shown", { name: photoName }));
    const drawn = document.getElementById("shot"); // on a phone it is far down
    requestAnimationFrame(() => drawn?.closest(".card").scrollIntoView({ block: "nearest" }));
  } catch (error) {
    if (error instanceof NoAnswer) tell(alertLine, t("photo.lost", { why: LOST }));
    else tell(alertLine, `${file.name}: ${error.detail ?? error.message}`);
  } finally {
    main.removeAttribute("aria-busy");
  }
}

async function listMoves() {
  const { game, options, position, hands } = onTable();
  const held = hand.value.trim();
  if (!position) {
    moves.innerHTML = "";
    tell(moves.appendChild(document.createElement("p")), t("no_table"));
    return;
  }
  try {
    moves.innerHTML = await fragment("/view/moves", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ game, options, position, ...(hands && { hand: held ? [held] : [] }) }),
    });
  } catch (error) {
    moves.innerHTML = "";
    const line = moves.appendChild(document.createElement("p"));
    line.className = "note";
    line.textContent = error.detail ?? error.message;
  }
}

document.getElementById("hand-form").addEventListener("submit", (event) => {
  event.preventDefault();
  listMoves();
});
document.getElementById("file")?.addEventListener("change", (event) => {
  readPhoto(event.target.files[0]);
  event.target.value = "";
});
live.addEventListener("click", () => {
  photo?.close();
  photo = null;
  live.hidden = true;
  tell(alertLine, "");
  refreshHealth();
  refresh();
});
for (const name of ["dragover", "dragleave", "drop"]) {
  document.addEventListener(name, (event) => {
    event.preventDefault();
    document.body.classList.toggle("dropping", name === "dragover");
    if (name === "drop") readPhoto(event.dataTransfer.files[0]);
  });
}
seen.addEventListener("focusout", () => {
  if (late !== null) setTimeout(showLate); // the focus is where it goes by then
});

async function showLate() {
  await released();
  if (late !== null) show(late);
}

document.querySelector(".kept").addEventListener("click", ({ target }) => {
  if (target.closest("[data-delete]")) remove(target.closest("[data-game]"));
});
localTimes(main);
watchShot();
watchRegion();
watchEnroll();
followGhosts(moves, () => seen.querySelector(".board"));
follow(`table:${main.dataset.table}`, { hear, lost: goneAway, back: cameBack });
