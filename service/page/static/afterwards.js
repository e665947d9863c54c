// Players and games that were played: changed and deleted.
import { localTimes } from "./clock.js";
import { remove } from "./deleting.js";
import { fragment, say, send, tell } from "./page.js";
import "./settings.js";

const alertLine = document.getElementById("alert");

const changes = ({ dataset: { player, game } }) => (player ? `/api/v1/players/${player}` : `/api/v1/games/${game}/title`);

/** Says anew how many games are shown, of how many. */
async function count() {
  const shown = document.querySelector(".find [role=status]");
  if (!shown) return;
  const now = new DOMParser().parseFromString(await fragment(location.href), "text/html");
  say(shown, now.querySelector(".find [role=status]").textContent);
}

document.addEventListener("submit", async (event) => {
  if (!event.target.matches(".change")) return;
  event.preventDefault();
  const card = event.target.closest("article");
  const values = Object.fromEntries(new FormData(event.target));
  try {
    await send(changes(card), values);
    location.reload();
  } catch (error) {
    tell(alertLine, error.message);
  }
});
document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-delete]")) remove(target.closest("article"), count);
});
localTimes(document.getElementById("main"));
