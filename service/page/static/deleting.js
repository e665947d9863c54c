// A game or a player is deleted once that is meant; the evidence of a ruling is asked twice.
import { moment } from "./clock.js";
import { fragment } from "./page.js";
import { t } from "./strings.js";
import { ask, asked } from "./sure.js";

const address = ({ dataset: { player, game } }) => (player ? `/api/v1/players/${player}` : `/api/v1/games/${game}`);

/** What would go, told in lines: what it is called, who played, when. */
function lines(card) {
  const times = [...card.querySelectorAll("time[datetime]")].slice(0, 1).map(moment);
  return [...[...card.querySelectorAll("[data-what]")].map((each) => each.textContent.trim()), ...times].filter(Boolean);
}

/** Asks before what a card shows is deleted; `then` is called once it is gone. */
export function remove(card, then = () => {}) {
  const { player, game, called } = card.dataset;
  const told = lines(card);
  const gone = async (query = "") => {
    await fragment(address(card) + query, { method: "DELETE" });
    asked();
    card.remove();
    document.getElementById("main").focus();
    await then();
  };
  const title = t(game ? "history.sure" : "players.sure", { name: called });
  const rulings = Number(card.dataset.rulings ?? 0);
  if (player) ask(title, t("players.sure.text"), gone);
  else if (!rulings) ask(title, t("history.sure.text"), gone, told);
  else
    ask(title, t("history.sure.rulings", { count: rulings }), () => {
      ask(t("history.twice"), t("history.twice.text"), () => gone("?rulings=delete"), told);
    }, told);
}
