// Keeps the overlay at the newest event; it is a part of the very page that it shows.
import { morph } from "./morph.js";
import { fragment } from "./page.js";
import { speak } from "./spoken.js";
import { follow } from "./stream.js";
import { inTurn } from "./turn.js";

const main = document.getElementById("main");
const now = document.getElementById("now");
const last = () => document.getElementById("strip").dataset.last;
let key = "";
main.style.setProperty("--magnified", Number(main.dataset.size) / 100);

const refresh = inTurn(async () => {
  const before = last();
  const whole = new DOMParser().parseFromString(await fragment(location.href), "text/html");
  morph(now, whole.getElementById("now").innerHTML);
  if (main.dataset.speak === "true" && last() !== before) speak(document.getElementById("strip").dataset.said);
});

follow(`game:${main.dataset.game}`, {
  hear: (state) => {
    if (state.key === key) return;
    key = state.key;
    refresh().catch(() => {}); // a stream shows no errors; it is tried again with the next event
  },
  lost: () => {},
  back: () => refresh().catch(() => {}),
});
