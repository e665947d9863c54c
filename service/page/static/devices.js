// The host's page of phones and screens: shows a code or takes six digits, lets in, sends away.
import { localTimes } from "./clock.js";
import { morph } from "./morph.js";
import { fragment, say, send, tell } from "./page.js";
import "./settings.js";
import { t } from "./strings.js";

const AGAIN = 1500; // ms between two looks at who has come
const byId = (id) => document.getElementById(id);
const alertLine = byId("alert");
const said = byId("said");
const list = byId("list");
const game = byId("main").dataset.game ?? null; // null: every table
let shown = null; // the code that is shown
let ends = 0; // when its time is over, ms
let pressed = null; // the button that it was made by
let known = new Set(waiting());
let failing = false; // whether the line says that the last look failed; what somebody tried stays there

function waiting() {
  return [...list.querySelectorAll(".waits")].map((each) => each.dataset.id);
}

/** Does something and shows what came of it. */
async function act(what) {
  let line = "";
  try {
    await what();
  } catch (error) {
    line = error.message;
  }
  failing = false;
  tell(alertLine, line);
}

async function remove(address) {
  await fragment(address, { method: "DELETE" });
}

/** Draws the page anew: who can come to this table has changed. */
function again() {
  location.reload();
}

async function refresh() {
  morph(list, await fragment("/view/devices"));
  localTimes(list);
  const fresh = waiting().find((each) => !known.has(each));
  known = new Set(waiting());
  if (fresh) say(said, list.querySelector(`[data-id="${fresh}"]`).textContent.replace(/\s+/g, " ").trim());
}

function hide() {
  shown = null;
  byId("shown").hidden = true;
  pressed?.setAttribute("aria-pressed", "false");
}

async function invite(button) {
  const { role, seat } = button.dataset;
  if (shown) await remove(`/api/v1/invitations/${shown}`);
  hide();
  const made = await send("/api/v1/invitations", { role, game, seat: seat === undefined ? null : Number(seat) });
  shown = made.id;
  ends = Date.now() + 1000 * made.seconds;
  pressed = button;
  button.setAttribute("aria-pressed", "true");
  byId("code").innerHTML = made.svg; // drawn by our own server from our own address
  byId("code").dataset.url = made.url;
  byId("shown-role").textContent = button.textContent.trim();
  byId("shown-word").textContent = made.word;
  byId("shown").hidden = false;
  byId("shown").scrollIntoView({ block: "nearest" });
  count();
}

function count() {
  const left = Math.max(0, Math.ceil((ends - Date.now()) / 60000));
  byId("left").textContent = t("devices.left", { count: left });
}

async function look() {
  try {
    await refresh();
    if (shown) {
      const { state } = JSON.parse(await fragment(`/api/v1/invitations/${shown}`));
      if (state === "open") count();
      else {
        say(said, t(state === "used" ? "devices.taken" : "devices.over"));
        hide();
      }
    }
    if (failing) tell(alertLine, "");
    failing = false;
  } catch (error) {
    failing = true;
    tell(alertLine, error.message);
  }
  setTimeout(look, AGAIN);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const { role, confirm, away } = button.dataset;
  if (role) act(() => invite(button));
  if (confirm) act(() => send(`/api/v1/devices/${confirm}/confirm`, {}).then(refresh));
  if (away) act(() => remove(`/api/v1/devices/${away}`).then(refresh));
  if (button.id === "open") act(() => send("/api/v1/network", {}).then(again));
  if (button.id === "shut") act(() => remove("/api/v1/network").then(again));
  if (button.id === "end") act(() => remove(`/api/v1/invitations/${shown}`).then(hide));
});

byId("type")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const role = byId("type-role").selectedOptions[0];
  const seat = role.dataset.seat === undefined ? null : Number(role.dataset.seat);
  act(async () => {
    const made = await send("/api/v1/screens", { digits: byId("type-digits").value, role: role.value, game, seat });
    byId("type").reset();
    say(said, t("devices.came", { word: made.word }));
    await refresh();
  });
});
localTimes(list);
setTimeout(look, AGAIN);
