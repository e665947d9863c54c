// Where the table is in the camera's picture: its corners are dragged, or moved by the arrow keys.
import { send, tell } from "./page.js";
import { t } from "./strings.js";

const SVG = "http://www.w3.org/2000/svg";
const FIRST = [[0.08, 0.08], [0.92, 0.08], [0.92, 0.92], [0.08, 0.92]]; // where nothing is known yet
const STEP = 0.01; // of the picture, by an arrow key; five times as far with Shift
const RADIUS = 0.018; // of a handle, in widths of the picture
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const dialog = document.getElementById("region");
const place = document.getElementById("region-shot");
const alertLine = document.getElementById("region-alert");

let table = "";
let corners = [];
let size = [1, 1];
let picture = null;

const made = (name, attributes) => {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
};
const inside = (value) => Math.min(Math.max(value, 0), 1);

/** Opens the dialog over the picture as it is now: it stays while corners are dragged. */
function open() {
  const shown = document.getElementById("shot-drawing");
  if (!shown) return;
  table = shown.dataset.table;
  corners = shown.dataset.region ? JSON.parse(shown.dataset.region) : FIRST.map((corner) => [...corner]);
  size = shown.dataset.whole.split(" ").slice(2).map(Number);
  picture = shown.cloneNode(true);
  picture.removeAttribute("id");
  picture.removeAttribute("role");
  picture.setAttribute("viewBox", shown.dataset.whole);
  picture.querySelector("#shot").removeAttribute("id");
  for (const old of picture.querySelectorAll(".reach, text, .leader")) old.remove();
  picture.append(made("path", { class: "beside", "fill-rule": "evenodd" }), made("path", { class: "edge" }));
  corners.forEach((_, n) => picture.append(handle(n)));
  place.replaceChildren(picture);
  tell(alertLine, "");
  draw();
  dialog.showModal();
  picture.querySelector(".handle").focus();
}

function handle(n) {
  const one = made("circle", { class: "handle", r: RADIUS * size[0], tabindex: 0, role: "button" });
  one.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    one.setPointerCapture(event.pointerId);
    one.focus();
  });
  one.addEventListener("pointermove", (event) => {
    if (!one.hasPointerCapture(event.pointerId)) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
    move(n, at.x / size[0], at.y / size[1]);
  });
  one.addEventListener("keydown", (event) => {
    const way = KEYS[event.key];
    if (!way) return;
    event.preventDefault();
    const far = STEP * (event.shiftKey ? 5 : 1);
    move(n, corners[n][0] + far * way[0], corners[n][1] + far * way[1]);
  });
  return one;
}

function move(n, x, y) {
  corners[n] = [inside(x), inside(y)];
  draw();
}

function draw() {
  const outline = `M${corners.map(([x, y]) => `${x * size[0]} ${y * size[1]}`).join("L")}Z`;
  picture.querySelector(".beside").setAttribute("d", `M0 0H${size[0]}V${size[1]}H0Z${outline}`);
  picture.querySelector(".edge").setAttribute("d", outline);
  picture.querySelectorAll(".handle").forEach((one, n) => {
    const [x, y] = corners[n];
    one.setAttribute("cx", x * size[0]);
    one.setAttribute("cy", y * size[1]);
    one.setAttribute("aria-label", t("region.corner", { n: n + 1, x: Math.round(100 * x), y: Math.round(100 * y) }));
  });
}

async function keep(wanted) {
  try {
    await send(`/api/v1/tables/${encodeURIComponent(table)}/region`, { corners: wanted });
    dialog.close();
  } catch (error) {
    tell(alertLine, error.message);
  }
}

/** Makes the button beside the picture and the dialog work. */
export function watchRegion() {
  document.addEventListener("click", (event) => event.target.closest("[data-region-open]") && open());
  document.getElementById("region-save").addEventListener("click", () => keep(corners));
  document.getElementById("region-learn").addEventListener("click", () => keep(null));
}
