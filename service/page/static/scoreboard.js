// Keeps the scoreboard at the newest event.
import { morph } from "./morph.js";
import { LOST, fragment, say, tell } from "./page.js";
import "./settings.js";
import { soundIllegal } from "./sound.js";
import { speak } from "./spoken.js";
import { follow } from "./stream.js";
import { inTurn } from "./turn.js";

const main = document.getElementById("main");
const now = document.getElementById("now");
const alertLine = document.getElementById("alert");
const id = encodeURIComponent(main.dataset.game);
const spoken = document.getElementById("speak");
spoken.addEventListener("click", () => spoken.setAttribute("aria-pressed", String(spoken.getAttribute("aria-pressed") !== "true")));
let key = "";
let wrong = document.getElementById("wrong")?.dataset.number;

const refresh = inTurn(async () => {
  try {
    morph(now, await fragment(`/view/games/${id}/scoreboard`));
  } catch (error) {
    tell(alertLine, error.message);
    return;
  }
  const { said } = document.getElementById("strip").dataset;
  if (spoken.getAttribute("aria-pressed") === "true" && document.getElementById("said").textContent !== said) speak(said);
  say(document.getElementById("said"), said);
  const illegal = document.getElementById("wrong");
  if (illegal && illegal.dataset.number !== wrong) {
    soundIllegal();
    say(document.getElementById("shout"), illegal.dataset.said);
  }
  wrong = illegal?.dataset.number;
});

document.getElementById("full").addEventListener("click", () => document.documentElement.requestFullscreen?.());
follow(`game:${main.dataset.game}`, {
  hear: (state) => {
    if (state.key === key) return;
    key = state.key;
    refresh();
  },
  lost: () => tell(alertLine, LOST),
  back: () => {
    tell(alertLine, "");
    refresh();
  },
  gone: refresh, // where the game was deleted, its answer says that there is none
});
