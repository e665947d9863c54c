// Keeps a game's page at its newest event.
import { LOST, fragment, tell } from "./page.js";
import { follow } from "./stream.js";

const main = document.getElementById("main");
const alertLine = document.getElementById("alert");
const game = encodeURIComponent(main.dataset.game);
let after = main.dataset.version;

async function refresh() {
  try {
    document.getElementById("now").innerHTML = await fragment(`/view/games/${game}`);
  } catch (error) {
    tell(alertLine, error.message);
  }
}

follow(() => `/api/v1/games/${game}/events?after=${after}`, "event", {
  hear: (event) => {
    after = event.lastEventId;
    refresh();
  },
  lost: () => tell(alertLine, LOST),
  back: () => {
    tell(alertLine, "");
    refresh();
  },
});
