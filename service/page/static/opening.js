// The game that is chosen, and its house rules: shown under "More", with as many players as they allow.
const BESIDE = /^(seat|with)-/; // what those fields begin with that are no house rules
const form = document.getElementById("new");

/** The name of the game that is chosen. */
export const chosenGame = () => new FormData(form).get("game");

/** The house rules and the number of players, as the engine takes them. */
export function houseRules() {
  const { game, way, ...given } = Object.fromEntries(new FormData(form));
  const rules = Object.entries(given).filter(([name, value]) => !BESIDE.test(name) && value); // none in an emptied box
  const own = (name) => name.slice(name.indexOf("/") + 1); // radios are one group a game, by its name before theirs
  return Object.fromEntries(rules.map(([name, value]) => [own(name), JSON.parse(value)]));
}

/** Whether the game is rated, and the seats that bots play: of a game that is entered by hand. */
export function beside() {
  const given = new FormData(form);
  const shown = new Set(seats().map(({ seat }) => seat));
  const bots = given.getAll("with-bot").map(Number).filter((seat) => shown.has(seat));
  return {
    rated: given.has("with-rated"),
    ...(bots.length && { bots: { seats: bots, seconds: Number(given.get("with-seconds")) } }),
  };
}

/** Who sits where, of those seats that play. */
export function seats() {
  const shown = [...form.querySelectorAll(".seat-name:not([hidden])")];
  return shown.map((each) => {
    const name = each.querySelector("[type=text]");
    return { seat: Number(each.dataset.seat), name: name.disabled ? "" : name.value.trim() };
  });
}

/** Shows the signs of those who play as the game will: a known player's own, else the seat's. No two are alike. */
function sign() {
  const known = [...document.querySelectorAll("#profiles option")];
  const own = [...form.querySelectorAll(".seat-name .seat-sign")].map((each) => (each.dataset.own ??= each.textContent));
  const alike = (one, other) => one.toLowerCase() === other.toLowerCase();
  const all = seats().map(({ seat, name }) => ({ seat, ...known.find(({ value }) => alike(value, name))?.dataset }));
  const taken = new Set();
  for (const { seat, shape, colour } of [...all.filter((each) => each.shape), ...all.filter((each) => !each.shape)]) {
    const shown = [shape, own[seat], ...own].find((each) => each && !taken.has(each)) ?? own[seat];
    taken.add(shown);
    for (const place of form.querySelectorAll(`.seat-name[data-seat="${seat}"], [data-sits="${seat}"]`)) {
      place.querySelector(".seat-sign").textContent = shown;
      for (const each of [...place.classList]) if (each.startsWith("colour-")) place.classList.remove(each);
      if (colour) place.classList.add(`colour-${colour}`);
    }
  }
}

const enabled = () => [...form.querySelectorAll("fieldset[data-game]:enabled")];

/** Shows the rules of the game that is chosen; those of the others are not sent. */
function turn() {
  for (const part of form.querySelectorAll("[data-game]"))
    part.hidden = part.disabled = part.dataset.game !== chosenGame();
  settle();
}

/** Hides the rules that do not count by what others are; those are not sent. What was chosen there stays. */
function sift() {
  for (const part of enabled())
    for (const field of part.querySelectorAll("[data-only]")) {
      const { only, values } = field.dataset;
      field.hidden = !JSON.parse(values).includes(houseRules()[only]);
      field.querySelector("[name]").disabled = field.hidden;
    }
}

/** Says what each chosen rule means, and offers the nearest number of players that none of them refuses. */
function settle() {
  sift();
  const checked = enabled().flatMap((part) => [...part.querySelectorAll("[data-players]:checked")]);
  const picked = checked.filter((each) => !each.closest("[data-only][hidden]"));
  for (const { parentNode, dataset } of picked)
    if (dataset.told) document.getElementById(`${parentNode.id}-told`).textContent = dataset.told;
  const told = form.querySelectorAll(".pick:has(:checked) b, .rule-sets:enabled label:has(:checked) b");
  document.getElementById("begin-told").textContent = [...told].map((each) => each.textContent).join(" · ");
  const players = enabled().map((part) => part.querySelector("[name=players]")).find(Boolean);
  if (!players) return; // a game that goes on keeps its rules
  players.dataset.wanted ??= players.value;
  for (const many of players.options)
    many.hidden = many.disabled = !picked.every((each) => each.dataset.players.split(" ").includes(many.value));
  const off = (many) => Math.abs(many.value - players.dataset.wanted);
  const allowed = [...players.options].filter((many) => !many.disabled);
  players.value = allowed.reduce((best, many) => (off(many) < off(best) ? many : best)).value;
  const typed = new FormData(form).get("way") === "hand";
  for (const each of form.querySelectorAll(".seat-name")) {
    each.hidden = Number(each.dataset.seat) >= Number(players.value);
    each.querySelector("[type=text]").disabled = typed && Boolean(each.querySelector(".bot :checked"));
  }
  sign();
}

/** Keeps in mind how many are to play: a rule that is only passed over does not change it. */
function note(players) {
  players.dataset.wanted = players.value;
}

/** Opens the closed part that has a field with a wrong value: the browser then says there what is wrong. */
function show({ target }) {
  const closed = target.closest("details");
  if (closed) closed.open = true;
}

if (form) {
  form.addEventListener("change", ({ target }) => {
    if (target.name === "players") note(target);
    if (target.name === "game") turn();
    else settle();
  });
  form.addEventListener("input", sign);
  form.addEventListener("invalid", show, true); // this event does not bubble
  turn(); // a browser may have kept what was chosen before
}
