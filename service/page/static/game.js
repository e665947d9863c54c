// Keeps a game's page at its newest event.
import { fragment } from "./page.js";

const main = document.getElementById("main");
const game = encodeURIComponent(main.dataset.game);
const source = new EventSource(`/api/v1/games/${game}/events?after=${main.dataset.version}`);

source.addEventListener("event", async () => {
  document.getElementById("now").innerHTML = await fragment(`/view/games/${game}`);
});
