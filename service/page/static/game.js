// The page of a followed game: kept at its newest event, with everything that a person may answer, take back or ask.
import { localTimes } from "./clock.js";
import { closeUps, watchCloseUps } from "./closeup.js";
import { countDown } from "./countdown.js";
import { closeDialogs, confirm, pick, relist, watchDialogs } from "./dialogs.js";
import { disputes } from "./disputes.js";
import "./finder.js";
import { followGhosts } from "./ghost.js";
import { byHand } from "./byhand.js";
import { legal } from "./legal.js";
import { morph } from "./morph.js";
import { LOST, fragment, goOn, isLeaving, leaving, rateOf, say, send, tell } from "./page.js";
import { awaitPhone } from "./phone_code.js";
import { released } from "./press.js";
import { on, set, switchTheme } from "./settings.js";
import { soundIllegal, soundQuestion } from "./sound.js";
import { watchEnroll } from "./enroll.js";
import { watchRegion } from "./region.js";
import { showShot, watchShot } from "./shot.js";
import { follow } from "./stream.js";
import { t } from "./strings.js";
import { timeline } from "./timeline.js";
import { inTurn } from "./turn.js";
import { zoomable } from "./zoom.js";

const main = document.getElementById("main");
const now = document.getElementById("now");
const alertLine = document.getElementById("alert");
const said = document.getElementById("said");
const shout = document.getElementById("shout");
const sound = document.getElementById("sound");
const id = encodeURIComponent(main.dataset.game);
const api = `/api/v1/games/${id}`;

let key = ""; // of the state that is shown
let table = null; // what was told of the table that is followed
let camera = ""; // how the camera and the gate did when they were last shown
let last = document.getElementById("strip").dataset.last;
let listed = document.getElementById("strip").dataset.version; // of the state whose moves may be listed
let state = document.getElementById("strip").dataset.state;
let over = document.getElementById("strip").dataset.over;
let health = document.getElementById("status").dataset.health; // what the reader was told of the camera
let asked = new Set();
let every = {}; // what asks for all moves, once somebody wanted them
const moments = timeline(id);
const hands = legal(id, played);
const tray = byHand(id, (seat, move, seen) => played(seat, move, seen, alertLine), { anew: () => refresh() });
const zoomed = zoomable(now, "#table svg.board:not(.small)");

const LASTS = 4000; // ms that two tables must disagree before it is told
const version = () => Number(document.getElementById("strip").dataset.version);

/** Gets the newest state. */
const refresh = inTurn(async () => {
  try {
    const wanted = String(new URLSearchParams({ ...every, ...tray.turned() }));
    const html = await fragment(`/view/games/${id}${wanted && `?${wanted}`}`);
    const held = now.contains(document.activeElement) ? document.activeElement : null;
    morph(now, html);
    countDown();
    tray.refresh();
    zoomed();
    localTimes(now);
    closeUps(now);
    if (held && document.activeElement === document.body) land();
    showShot();
    tellRate();
    tellChanges();
  } catch (error) {
    tell(alertLine, error.message);
  }
});

/** Puts the focus, where its element is gone, on what one would do next: the question, the newest move, the next one. */
function land() {
  const next = now.querySelector(".ask .answer") ?? now.querySelector(".entry summary") ?? document.getElementById("enter");
  (next ?? main).focus({ preventScroll: true });
}

/** Says what is new: moves politely, a play that is not allowed at once and with a sound. */
function tellChanges() {
  const strip = document.getElementById("strip");
  if (strip.dataset.last !== last) {
    say(said, newMoves(Number(last), strip.dataset.over));
    last = strip.dataset.last;
  }
  if (strip.dataset.version !== listed) {
    listed = strip.dataset.version;
    hands.refresh();
    relist(document.getElementById("enter")?.dataset.seat);
  }
  if (strip.dataset.state !== state) {
    state = strip.dataset.state;
    if (state === "out_of_step") say(said, strip.dataset.step);
  }
  if (strip.dataset.over !== over) {
    over = strip.dataset.over;
    status(health); // it says whether more moves can be entered
  }
  moments.refresh();
  tellQuestions();
  tellDifference();
}

let lasting = null; // what was said of a difference that has lasted
let differs = 0; // the timer of a table that is another than the record's
/** Shows that the camera's table and the record's disagree once they have for a while: a move takes a moment to be read. */
function tellDifference() {
  const line = document.getElementById("differs");
  clearTimeout(differs);
  if (!line) lasting = null;
  else if (line.textContent === lasting) line.hidden = false;
  else {
    line.hidden = true;
    const told = line.textContent;
    differs = setTimeout(async () => {
      await released();
      lasting = told;
      const shown = document.getElementById("differs");
      if (shown?.textContent !== told) return;
      shown.hidden = false;
      say(said, shown.dataset.said);
    }, LASTS);
  }
}

/** What is said of the moves after the one of that number, in their order. */
function newMoves(before, over) {
  const fresh = [...now.querySelectorAll(".entry")].filter((entry) => Number(entry.dataset.seq) > before).reverse();
  return [...fresh.map((entry) => entry.dataset.said), over].join(" ").trim();
}

function tellQuestions() {
  const open = [...now.querySelectorAll(".ask")];
  const fresh = open.filter((ask) => !asked.has(ask.dataset.number));
  asked = new Set(open.map((ask) => ask.dataset.number));
  const illegal = fresh.find((ask) => ask.dataset.kind === "illegal");
  if (illegal) {
    say(shout, illegal.dataset.said);
    soundIllegal();
  } else if (fresh.length) {
    say(said, fresh[0].dataset.said);
    soundQuestion();
  }
  if (!open.length) say(shout, "");
  closeDialogs((about) => !asked.has(about));
}

function hear(told) {
  if (!told.table && location.pathname === "/") {
    // A recording that has ended leaves its game to be looked at; else the camera follows another game now, or none.
    goOn(table?.health.state === "ended" ? `/games/${id}` : "/");
    return;
  }
  if (!told.table) {
    document.getElementById("finder-card")?.remove(); // the camera sees the game no more
    document.getElementById("go-on")?.removeAttribute("hidden");
  }
  if (told.key !== key) {
    key = told.key;
    refresh();
  }
  const seen = JSON.stringify(told.table && [told.table.health, told.table.gate]);
  if (seen !== camera) {
    camera = seen;
    status(told.table ? `${told.table.health.state}${told.table.gate?.glare ? " glare" : ""}` : "");
  }
  table = told.table;
  awaitPhone(table?.health.detail);
  tellRate();
}

/** Nothing more is told of the game. That it was deleted is said on the page that comes; it may be another's by now. */
async function gone() {
  try {
    await fragment(`/view/games/${id}/status`);
  } catch ({ type }) {
    const { textContent: name } = document.querySelector("h1.of");
    if (type?.endsWith("/no-such-game") && !isLeaving()) leaving(t("deleted", { name }));
  }
  goOn("/");
}

/** Shows how many pictures come, where one is shown. */
function tellRate() {
  const rate = document.getElementById("rate");
  if (rate) say(rate, table && document.getElementById("shot-drawing") ? rateOf(table) : "");
}

/** Shows how the camera and the gate do; that the camera does otherwise than before, or sees glare, is said, too. */
async function status(now) {
  const line = document.getElementById("status");
  const before = health;
  health = now;
  try {
    const html = await fragment(`/view/games/${id}/status`);
    if (health !== now) return; // it does otherwise by now, which is told next
    morph(line, html);
    if (now !== before) say(said, line.textContent.replace(/\s+/g, " ").trim());
  } catch {
    if (health === now) health = before;
    // that the server is away is told by the stream
  }
}

/** Sends what a person decided, and shows what came of it. */
async function acted(address, body) {
  const made = await send(`${api}${address}`, body);
  await refresh();
  return made;
}

function complain(error, line) {
  tell(line, error.message);
  line.scrollIntoView({ block: "nearest" });
  return null;
}

/** The same; a refusal is told where `line` is. */
async function act(address, body, line = alertLine) {
  try {
    const made = await acted(address, body);
    tell(line, "");
    return made;
  } catch (error) {
    return complain(error, line);
  }
}

async function played(seat, move, seen, line) {
  return act("/moves", { seat, move, version: seen }, line);
}

/** Lets the next move be typed: what a camera missed, or a whole game without one. */
function enter() {
  const { seat } = document.getElementById("enter").dataset;
  const rule = (player, move, line) => act("/moves", { seat: player, move, version: version(), ruling: "accept" }, line);
  pick({ id, title: t("enter"), seat, rule }, (player, move, line) => played(player, move, version(), line));
}

function undo(entry) {
  const { seq, words, after } = entry.dataset;
  const seen = version(); // what is played while one reads was not meant
  const more = Number(after) ? ` ${t("undo.after", { count: Number(after) })}` : "";
  const asked = { title: t("undo.title", { number: seq }), text: t("undo.text", { move: words }) + more, yes: t("undo.yes") };
  confirm(asked, (line) => act("/undo", { of: Number(seq), version: seen }, line));
}

/** Takes back an entry that took something back, or corrected it. */
function back(aside) {
  const { seq, way, lost, falls } = aside.dataset;
  const seen = version();
  const more = Number(lost) ? ` ${t("back.lost", { count: Number(lost), moves: falls })}` : "";
  const text = t("back.text", { what: aside.querySelector(".words").textContent.replace(/\.$/, "") }) + more;
  confirm({ title: t(`back.${way}.title`), text, yes: t(`back.yes.${way}`) }, (line) =>
    act("/undo", { of: Number(seq), version: seen }, line),
  );
}

function correct(entry) {
  const { seq, seat } = entry.dataset;
  pick({ id, title: t("correct", { number: seq }), seat, before: seq }, (player, move, line) =>
    mend(seq, player, move, line, (later) => ["/corrections", { of: Number(seq), seat: player, move, version: version(), later }]),
  );
}

/** Puts a move in the place of another; where later ones fall with it, they are shown and it is asked first. */
async function mend(of, seat, move, line, request, about) {
  try {
    return await acted(...request("keep"));
  } catch (error) {
    if (error.type !== "/problems/correction-breaks") return complain(error, line);
  }
  try {
    const html = await fragment(`/view/games/${id}/falls?${new URLSearchParams({ of, seat, move })}`);
    tell(line, "");
    confirm({ title: t("falls.title"), html, yes: t("falls.yes"), about }, async (own) => {
      const made = await act(...request("undo"), own);
      if (made) line.closest("dialog")?.close();
      return made;
    });
  } catch (error) {
    complain(error, line);
  }
  return null;
}

const ACTIONS = {
  enter,
  undo,
  back: (_entry, button) => back(button.closest(".aside")),
  correct,
  legal: (entry) => disputes.ask("legal", entry.dataset.seq),
  // A bot would play what is taken back from it once more: people take back their own last move, and what came after.
  last: () => undo(now.querySelector('.entry:not([data-by="bot"])') ?? now.querySelector(".entry")),
  view: (entry) => moments.show(entry.dataset.seq),
  // What is kept stays as it is: to stop is to leave, once it is said that nothing is lost.
  stop: () => confirm({ title: t("stop.title"), text: t("stop.text"), yes: t("stop.yes") }, () => location.assign("/start#kept-title")),
  every: async () => {
    const shown = now.querySelectorAll(".entry").length;
    every = { every: true };
    await refresh();
    now.querySelectorAll(".entry summary")[shown]?.focus({ preventScroll: true });
  },
};

async function answer(ask, body) {
  await act(`/questions/${ask.dataset.number}`, body, ask.querySelector(".alert"));
}

/** Lets a play stand that the rules refuse, once that is meant. */
function accept(ask, button) {
  const { play, rules } = button.dataset;
  const { number } = ask.dataset;
  const text = t("ruling.text", { move: play, rules });
  confirm({ title: t("ruling.title"), text, yes: t("ruling.yes"), about: number }, (line) =>
    act(`/questions/${number}`, JSON.parse(button.dataset.accept), line),
  );
}

/** Another game with the same players; as a round, its totals are added to this one's. */
async function playAgain(match) {
  const buttons = main.querySelectorAll("[data-again]");
  const wait = (waits) => buttons.forEach((each) => { each.disabled = waits; }); // pressed twice, it would be two games
  wait(true);
  try {
    location.href = `/games/${(await send(`/api/v1/games/${id}/again`, { match })).id}`;
  } catch (error) {
    wait(false);
    tell(alertLine, error.message);
  }
}

/** Goes on from the table as the camera reads it, once that is meant; what differs is told in the question. */
function adopt(ask) {
  const text = `${ask.querySelector(".ask-words p")?.textContent ?? ""} ${t("adopt.text")}`;
  confirm({ title: t("adopt.title"), text, yes: t("adopt.yes"), about: ask.dataset.number }, (line) =>
    act(`/questions/${ask.dataset.number}`, { adopt: true }, line),
  );
}

/** Another move than those offered. A move that is in doubt is corrected, and those that came after it stay. */
function another(ask) {
  const { number, seat, of } = ask.dataset;
  pick({ id, title: of ? t("correct", { number: of }) : t("pick"), seat, before: of, about: number }, (player, move, line) => {
    const play = { seat: player, move };
    const address = `/questions/${number}`;
    if (!of) return act(address, { moves: [play] }, line);
    return mend(of, player, move, line, (later) => [address, { correction: { ...play, later } }], number);
  });
}

main.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const ask = button.closest(".ask");
  if (button.dataset.again) playAgain(button.dataset.again === "round");
  else if (button.dataset.answer) answer(ask, JSON.parse(button.dataset.answer));
  else if (button.dataset.accept) accept(ask, button);
  else if (button.dataset.adopt) adopt(ask);
  else if (button.dataset.pick) another(ask);
  else if (button.dataset.action) ACTIONS[button.dataset.action](button.closest(".entry"), button);
});

function mute() {
  set("sound", !on("sound"));
  sound.setAttribute("aria-pressed", String(on("sound")));
  say(said, on("sound") ? t("loud") : t("muted"));
}

function focus(selector) {
  const wanted = document.querySelector(selector);
  wanted?.scrollIntoView({ block: "nearest" });
  wanted?.focus();
}

/** Presses a button as one who went there does: the focus comes back to it. */
function press(name) {
  document.getElementById(name)?.focus();
  document.getElementById(name)?.click();
}

const nth = (n) => () => now.querySelectorAll(".ask:first-of-type .answers .answer")[n]?.click();
const KEYS = {
  1: nth(0),
  2: nth(1),
  3: nth(2),
  p: () => press("enter"),
  m: mute,
  h: () => focus(document.getElementById("legal-hand") ? "#legal-hand" : "#legal-seat"),
  u: () => press("undo-last"),
  d: () => focus("#dispute-kind"),
  e: () => focus("#scrub"),
  b: () => document.getElementById("scoreboard").click(),
  s: () => focus("#sheet summary"),
  t: switchTheme,
  "?": () => document.getElementById("keys").showModal(),
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !on("keys")) return;
  if (event.target.closest("input, select, textarea, dialog") && event.target.id !== "scrub") return;
  const act = KEYS[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

sound.setAttribute("aria-pressed", String(on("sound")));
sound.addEventListener("click", mute);
document.getElementById("help").addEventListener("click", () => document.getElementById("keys").showModal());
localTimes(now);
watchCloseUps(now);
watchDialogs();
// A dialog gives the focus back to what opened it; where that is gone by then, nobody has it.
for (const dialog of document.querySelectorAll("dialog"))
  dialog.addEventListener("close", () => {
    if (document.activeElement === document.body || dialog.contains(document.activeElement)) land();
  });
watchShot();
watchRegion();
watchEnroll();
// A move that was opened is in sight with all that it says, also once its pictures have come.
let opened = null;
const inSight = () => opened?.isConnected && opened.open && opened.scrollIntoView({ block: "nearest" });
main.addEventListener("toggle", ({ target }) => {
  if (!target.matches?.(".entry[open], .move[open]")) return;
  opened = target;
  inSight();
}, true);
main.addEventListener("load", ({ target }) => opened?.contains(target) && requestAnimationFrame(inSight), true);
disputes.start(id, now, refresh);
followGhosts(document.getElementById("legal"), () => document.querySelector("#table .board"));
tellQuestions();
tellDifference();
moments.refresh();
follow(`game:${main.dataset.game}`, {
  hear,
  lost: () => {
    document.body.classList.add("lost");
    tell(alertLine, LOST);
  },
  back: () => {
    document.body.classList.remove("lost");
    tell(alertLine, "");
    refresh();
  },
  gone,
});
