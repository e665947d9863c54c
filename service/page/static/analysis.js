// Looking into a game: stepping through it, trying other plays, and asking the bots what they expected at each move.
import { byHand } from "./byhand.js";
import { morph } from "./morph.js";
import { fragment, say, tell } from "./page.js";
import "./settings.js";
import { t } from "./strings.js";
import { zoomable } from "./zoom.js";

const LOST = 1; // points that were left lying, or that the bots expected more of, before a move is marked
const id = encodeURIComponent(document.getElementById("main").dataset.game);
const now = document.getElementById("now");
const alertLine = document.getElementById("alert");
const steps = document.getElementById("steps");
const every = document.getElementById("every");
const told = document.getElementById("every-told");

const table = () => document.getElementById("table");
const at = () => Number(table().dataset.at);
const moves = () => Number(table().dataset.moves);
const step = (after) => steps.querySelector(`[data-at="${after}"]`); // the move that follows so many
const number = (after) => step(after).querySelector(".number").textContent; // as the record counts
const tries = () => [...now.querySelectorAll("[data-try]")].map((line) => line.dataset.try);
const query = (after, tried) => new URLSearchParams([["at", after], ...tried.map((each) => ["try", each])]);
const more = () => query(at(), tries());

let asked = 0; // the newest step; an older answer that comes late is dropped
let weighing = false;

const tray = byHand(id, (seat, move) => go(at(), [...tries(), `${seat} ${move}`]), { base: `/view/games/${id}/analysis`, more });
const zoomed = zoomable(now, "#table svg.board:not(.small)");

/** Shows a point of the game, with plays that are tried from there. */
async function go(after, tried = []) {
  const mine = ++asked;
  try {
    const html = await fragment(`/view/games/${id}/analysis?${query(after, tried)}`);
    if (mine !== asked) return;
    morph(now, html);
    document.getElementById("hints")?.replaceChildren();
    tell(alertLine, "");
    history.replaceState(null, "", `?${query(at(), tried)}`);
    tray.refresh();
    zoomed();
    mark();
  } catch (error) {
    if (mine === asked) tell(alertLine, error.message);
  }
}

/** Marks the move that is played next in the list. */
function mark() {
  for (const link of steps.querySelectorAll("[data-at]")) {
    const here = Number(link.dataset.at) === at();
    link.toggleAttribute("aria-current", here);
    if (here) {
      link.setAttribute("aria-current", "step");
      const { offsetTop, offsetHeight } = link.parentElement;
      if (offsetTop < steps.scrollTop || offsetTop + offsetHeight > steps.scrollTop + steps.clientHeight)
        steps.scrollTop = offsetTop - steps.clientHeight / 2;
    }
  }
}

/** Writes beside a move what the bots expected more, and what it left lying. */
function judge(html) {
  const expected = new DOMParser().parseFromString(html, "text/html").querySelector(".expected");
  if (!expected.querySelector(".hints")) return; // nothing was to be chosen there
  const { at: after, worse, less, left } = expected.dataset;
  const link = step(Number(after));
  const words = [left && t("analysis.left", { points: left }), less && t("analysis.worse", { points: less })];
  link.querySelector(".judged").textContent = words.filter(Boolean).join(" · ") || "✓";
  link.classList.toggle("lost", Number(left ?? 0) >= LOST || Number(worse ?? 0) >= LOST);
}

/** Weighs all moves one after the other, until all are or somebody stops it. */
async function weigh() {
  weighing = !weighing;
  every.textContent = weighing ? every.dataset.stop : every.dataset.start;
  const many = moves();
  try {
    for (let after = 0; weighing && after < many; after += 1) {
      say(told, t("analysis.weighing", { number: number(after), many: number(many - 1) }));
      judge(await fragment(`/view/games/${id}/analysis/hints?${query(after, [])}`));
      if (after === many - 1) say(told, t("analysis.done"));
    }
  } catch (error) {
    say(told, error.message);
  }
  weighing = false;
  every.textContent = every.dataset.start;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-at]");
  if (link && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    go(Number(link.dataset.at));
  } else if (event.target.closest("#as-it-was")) go(at());
  else if (event.target.closest("#untry")) go(at(), tries().slice(0, -1));
});
document.addEventListener("keydown", (event) => {
  const typing = event.target.closest?.("input, select, textarea") || event.altKey || event.ctrlKey || event.metaKey;
  const to = { ArrowLeft: at() - 1, ArrowRight: at() + 1, Home: 0, End: moves() }[event.key];
  if (typing || to === undefined) return;
  event.preventDefault();
  go(Math.max(0, Math.min(to, moves())));
});
every?.addEventListener("click", weigh);
mark();
