// The form that opens a game without a camera: shows the house rules of the game, and as many players as they allow.
import { send, tell } from "./page.js";

const form = document.getElementById("new");
const game = document.getElementById("new-game");
const alertLine = document.getElementById("alert");

/** Shows the rules of the game that is chosen; those of the others are not sent. */
function turn() {
  for (const rules of form.querySelectorAll("fieldset")) rules.hidden = rules.disabled = rules.dataset.game !== game.value;
  settle();
}

/** Says what each chosen rule means, and offers the nearest number of players that none of them refuses. */
function settle() {
  const rules = form.querySelector("fieldset:enabled");
  const picked = [...rules.querySelectorAll("option[data-told]:checked")];
  for (const each of picked) document.getElementById(`${each.parentNode.id}-told`).textContent = each.dataset.told;
  const players = rules.querySelector("[name=players]");
  players.dataset.wanted ??= players.value;
  for (const many of players.options)
    many.hidden = many.disabled = !picked.every((each) => each.dataset.players.split(" ").includes(many.value));
  const off = (many) => Math.abs(many.value - players.dataset.wanted);
  const allowed = [...players.options].filter((many) => !many.disabled);
  players.value = allowed.reduce((best, many) => (off(many) < off(best) ? many : best)).value;
}

/** Keeps in mind how many are to play: a rule that is only passed over does not change it. */
function note(players) {
  players.dataset.wanted = players.value;
}

form.addEventListener("change", (event) => {
  if (event.target.name === "players") note(event.target);
  if (event.target === game) turn();
  else settle();
});
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { game, ...options } = Object.fromEntries(new FormData(form));
  for (const name of Object.keys(options)) options[name] = JSON.parse(options[name]);
  try {
    const made = await send("/api/v1/games", { game, options });
    location.href = `/games/${made.id}`;
  } catch (error) {
    tell(alertLine, error.message);
  }
});
turn(); // a browser may have kept what was chosen before
