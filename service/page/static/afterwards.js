// Players and games that were played: changed, and deleted once that is meant; the evidence of a ruling is asked twice.
import { localTimes } from "./clock.js";
import { fragment, say, send, tell } from "./page.js";
import "./settings.js";
import { t } from "./strings.js";
import { ask, asked } from "./sure.js";

const alertLine = document.getElementById("alert");

const address = ({ dataset: { player, game } }) => (player ? `/api/v1/players/${player}` : `/api/v1/games/${game}`);

/** Says anew how many games are shown, of how many. */
async function count() {
  const shown = document.querySelector(".find [role=status]");
  if (!shown) return;
  const now = new DOMParser().parseFromString(await fragment(location.href), "text/html");
  say(shown, now.querySelector(".find [role=status]").textContent);
}

async function gone(card, query = "") {
  await fragment(address(card) + query, { method: "DELETE" });
  asked();
  card.remove();
  document.getElementById("main").focus();
  await count();
}

function remove(card) {
  const name = card.querySelector("h2").textContent.trim();
  const rulings = Number(card.dataset.rulings ?? 0);
  if (card.dataset.player) ask(t("players.sure", { name }), t("players.sure.text"), () => gone(card));
  else if (!rulings) ask(t("history.sure", { name }), t("history.sure.text"), () => gone(card));
  else
    ask(t("history.sure", { name }), t("history.sure.rulings", { count: rulings }), () =>
      ask(t("history.twice"), t("history.twice.text"), () => gone(card, "?rulings=delete")),
    );
}

document.addEventListener("submit", async (event) => {
  if (!event.target.matches(".change")) return;
  event.preventDefault();
  const card = event.target.closest("article");
  const values = Object.fromEntries(new FormData(event.target));
  try {
    await send(card.dataset.player ? address(card) : `${address(card)}/title`, values);
    location.reload();
  } catch (error) {
    tell(alertLine, error.message);
  }
});
document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-delete]")) remove(target.closest("article"));
});
localTimes(document.getElementById("main"));
