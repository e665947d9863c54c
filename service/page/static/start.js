// Where an evening begins: the camera is opened as soon as it is chosen, and shows at once what it sees.
import { watchFrames } from "./finder.js";
import { beside, chosenGame, houseRules, seats } from "./opening.js";
import { fragment, send, tell } from "./page.js";
import { showCode } from "./phone_code.js";
import { fitSits, sits, watchSits } from "./sits.js";
import { t } from "./strings.js";

const form = document.getElementById("new");
const alertLine = document.getElementById("start-alert");
const aim = document.getElementById("aim");
const finder = document.getElementById("finder");
const cameras = document.getElementById("camera");
const place = `/api/v1/tables/${encodeURIComponent(document.getElementById("main").dataset.table)}`;
const ADDRESS = "address";

let begun = false;
let open = ""; // the camera that this page has opened
let latest = ""; // the one that it opened last
let held = false; // whether the camera is another's: a followed game's, which people are asked about, or a command's
let running = ""; // the game that is followed with it
let wish = ""; // the camera that opens once they said that this game may end
let none = false; // whether no camera was found when they were listed
let asked = 0; // counts what was asked of the camera: only the last answer is shown

const way = () => new FormData(form).get("way");
const show = (id, yes) => (document.getElementById(id).hidden = !yes);

/** Shows the picture of the camera, and on it where the players sit; or neither. */
function reveal(yes) {
  if (yes && finder.hidden) document.querySelector(".join")?.removeAttribute("open"); // the phone is in
  finder.hidden = !yes;
  for (const id of ["sits-over", "sits-below"]) if (document.getElementById(id)) show(id, yes);
}

/** A game begins by every way but from a photo, which shows its table at once. */
const showBegin = () => show("begin", way() !== "photo" && Boolean(way()));

/** Shows what the chosen way needs. */
function turn() {
  const chosen = way();
  tell(alertLine, "");
  showBegin();
  show("from-photo", chosen === "photo");
  if (!aim) return;
  aim.hidden = chosen !== "camera" && chosen !== "phone";
  show("cameras", chosen === "camera");
  show("address-field", chosen === "camera" && cameras.value === ADDRESS);
  ask();
  show("cameras-none", none && chosen === "camera" && cameras.value !== ADDRESS);
}

/** Lists the cameras; the one that was chosen stays. */
async function list() {
  const { cameras: found } = JSON.parse(await fragment("/api/v1/cameras"));
  const before = cameras.value;
  const own = found.filter(({ kind }) => kind !== "phone");
  for (const each of [...cameras.options].slice(0, -1)) each.remove();
  own.forEach(({ id, name }, n) => {
    const option = new Option(name || t("start.number", { number: Number(id) + 1 }), id);
    cameras.options.add(option, n);
  });
  if (own.length === 0) cameras.options.add(new Option("–", ""), 0);
  cameras.value = own.some(({ id }) => id === before) || before === ADDRESS ? before : (own[0]?.id ?? "");
  none = own.length === 0;
  show("cameras-none", none && cameras.value !== ADDRESS);
}

/** Says who has the camera, and leads to the `game` that is followed with it. Asks whether `camera` may take its place,
    where one is named. */
function ask(said = "", game = "", camera = "") {
  [held, running, wish] = [Boolean(said), game, camera];
  showBegin();
  show("in-use", held);
  show("in-use-show", Boolean(game));
  show("in-use-end", Boolean(camera));
  show("phone-code", !held && way() === "phone");
  aim.querySelector(".finder").hidden = held; // no picture is on its way
  tell(document.getElementById("camera-why"), "");
  document.getElementById("in-use-said").textContent = said;
  if (!held) return;
  document.getElementById("in-use-show").href = `/games/${running}`;
  document.getElementById("in-use").scrollIntoView({ block: "center" }); // the bar at the bottom lay over its answers
}

/** Says what is refused. A game that is followed from here may be left; a command’s camera is not given from here. */
function refused(error, camera) {
  const taken = error.type === "/problems/camera-taken";
  if (error.type === "/problems/no-camera-open") {
    tell(alertLine, t("start.camera.first"));
    return;
  }
  tell(alertLine, error.game || taken ? "" : error.message);
  if (taken) ask(error.message, error.game);
  else if (error.game) ask(t("start.in_use"), error.game, camera);
  if (taken) show("begin", false);
}

/** Says below its name why the camera that was opened here gives no picture, as the page's header says it. */
export function tellWhy() {
  if (!aim || !open || held || way() !== "camera") return;
  const line = document.getElementById("health");
  const why = line.querySelector(".sign:is(.retrying, .failed)") && line.querySelector(".detail > span")?.textContent;
  tell(document.getElementById("camera-why"), why || "");
  aim.querySelector(".finder").hidden = Boolean(why) && finder.hidden; // no picture is on its way
  show("begin", !why);
}

/** Opens a camera, or closes the one that is open where none is named; `ends` is the followed game that may end by it. */
async function look(camera, ends = "") {
  const mine = ++asked;
  tell(alertLine, "");
  reveal(false);
  show("placement", false);
  ask();
  try {
    if (camera) await send(`${place}/camera`, { camera, game: chosenGame(), ...(ends && { ends }) });
    else if (open) await fragment(`${place}/close?ends=`, { method: "POST" });
    if (mine !== asked) {
      if (camera && aim.hidden) await fragment(`${place}/close?ends=`, { method: "POST" }); // nobody aims it any more
      return;
    }
    open = latest = camera;
    show("camera-close", Boolean(open));
    tellWhy();
    if (camera !== "phone") return;
    const code = document.getElementById("phone-code");
    await showCode(code, () => code.querySelector("[data-joined]").remove()); // the picture is there by then
    code.scrollIntoView({ block: "nearest" }); // it is scanned at once
  } catch (error) {
    if (mine === asked) refused(error, camera);
  }
}

/** Opens what the chosen way says. */
async function take() {
  turn();
  const chosen = way();
  try {
    if (chosen === "camera") {
      await list();
      if (way() !== chosen) return; // the list came late
      turn();
      if (cameras.value && cameras.value !== ADDRESS) await look(cameras.value);
    } else if (chosen === "phone") await look("phone");
    else if (aim) await look(""); // a late answer about a camera is not shown any more
  } catch (error) {
    tell(alertLine, error.message);
  }
}

/** What the table shows now: how the camera does, and how it stands. */
export function hear(state) {
  if (state.following) open = ""; // somebody has begun: the camera is the game's now
  else if (document.getElementById("running")) show("running", false);
  if (!aim || !open) return;
  show("placement", Boolean(state.placement));
  for (const { name, why } of state.placement ?? [])
    for (const each of document.querySelectorAll(`#check-${name} [data-why]`)) each.hidden = each.dataset.why !== why;
}

/** Begins the game, and gives its id. Names that cannot be are refused before there is one. */
async function begin() {
  const game = chosenGame();
  const { resume } = form.dataset;
  const chosen = { game, options: resume ? {} : houseRules(), names: seats().filter(({ name }) => name) };
  if (way() === "hand") return (await send("/api/v1/games", { ...chosen, ...beside() })).id;
  return (await send(`${place}/follow`, { ...chosen, ...(resume ? { resume } : { sits: sits() }) })).id;
}

if (form) {
  form.addEventListener("change", ({ target }) => {
    if (target.name === "way") take();
    else if (target.name === "game" && open) look(open);
    else if (target === cameras) {
      turn();
      if (cameras.value === ADDRESS) document.getElementById("address").focus();
      else if (cameras.value) look(cameras.value);
    }
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (held) {
      tell(alertLine, t("start.in_use.first"));
      document.getElementById("in-use-show").focus(); // of the question, which stands above
      return;
    }
    const button = document.getElementById("begin");
    button.disabled = true;
    try {
      const game = await begin();
      begun = true;
      location.href = `/games/${game}`;
    } catch (error) {
      button.disabled = false;
      button.focus(); // whoever uses the keyboard is where they were
      refused(error, latest);
    }
  });
  document.getElementById("camera-again")?.addEventListener("click", take);
  document.getElementById("in-use-end")?.addEventListener("click", () => look(wish, running));
  document.getElementById("camera-close")?.addEventListener("click", () => look(""));
  document.getElementById("address-open")?.addEventListener("click", () => look(document.getElementById("address").value.trim()));
  // A camera that nobody aims any more is closed.
  addEventListener("pagehide", () => open && !begun && navigator.sendBeacon(`${place}/close?ends=`));
  if (aim) {
    watchFrames(finder, () => {
      reveal(Boolean(open));
      fitSits(finder);
    });
    watchSits(form);
  }
  turn();
}
