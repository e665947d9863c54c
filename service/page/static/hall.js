// All tables at a glance: what changes is fetched anew; on a television, parts that do not fit follow each other.
import { morph } from "./morph.js";
import { LOST, fragment, tell } from "./page.js";
import "./settings.js";
import { follow } from "./stream.js";
import { inTurn } from "./turn.js";

const PAUSE = 1000; // ms from one look to the next, however much is played
const TURN = 12000; // ms that a television shows one part of the tables
const main = document.getElementById("main");
const now = document.getElementById("now");
const alertLine = document.getElementById("alert");
let key = "";
let part = 0;
let waiting = 0;
let looked = 0;

/** Shows one part of the tables, where they are in several. */
function show() {
  const parts = [...now.querySelectorAll(".tiles")];
  parts.forEach((each, n) => (each.hidden = n !== part % parts.length));
}

const refresh = inTurn(async () => {
  looked = Date.now();
  try {
    morph(now, await fragment(main.dataset.fragment));
    show();
    tell(alertLine, "");
  } catch (error) {
    tell(alertLine, error.message);
  }
});

document.addEventListener("click", async (event) => {
  const name = event.target.closest("[data-forget]")?.dataset.forget;
  if (!name) return;
  try {
    await fragment(`/api/v1/hub/tables?${new URLSearchParams({ name })}`, { method: "DELETE" });
    await refresh();
  } catch (error) {
    tell(alertLine, error.message);
  }
});
document.getElementById("full")?.addEventListener("click", () => document.documentElement.requestFullscreen?.());
setInterval(() => {
  part += 1;
  show();
}, TURN);
follow("hall:", {
  hear: (state) => {
    if (state.key === key) return;
    key = state.key;
    waiting ||= setTimeout(() => {
      waiting = 0;
      refresh();
    }, looked + PAUSE - Date.now());
  },
  lost: () => tell(alertLine, LOST),
  back: refresh,
});
