// Where the players sit: each sign is tapped onto the camera's picture, or moved there by the arrow keys.
import { seats } from "./opening.js";
import { t } from "./strings.js";

const STEP = 0.04; // of the picture, by an arrow key
const KEYS = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] };
const FAR = 0.44; // from the middle to where a sign first stands by the keyboard, in widths and heights of the picture

const part = document.getElementById("sits");
const over = document.getElementById("sits-over");
const tray = document.getElementById("sits-tray");
const places = new Map(); // by seat: x and y, 0 … 1 from the picture's upper left corner
let wanted = 0; // the seat that the next tap places

const inside = (value) => Math.min(Math.max(value, 0), 1);
const called = ({ seat, name }) => name || t("player", { number: seat + 1 });

/** Where those who play sit, as the API takes it; nobody whose sign was not placed. */
export const sits = () =>
  seats()
    .filter(({ seat }) => places.has(seat))
    .map(({ seat }) => ({ seat, x: places.get(seat)[0], y: places.get(seat)[1] }));

/** Draws the signs: on the picture those that have a place, below it the others. */
function draw() {
  const all = seats();
  if (!all.some(({ seat }) => seat === wanted)) wanted = all.find(({ seat }) => !places.has(seat))?.seat ?? 0;
  for (const each of part.querySelectorAll("[data-sits]")) {
    const who = all.find(({ seat }) => seat === Number(each.dataset.sits));
    const at = who && places.get(who.seat);
    each.hidden = !who;
    if (!who) continue;
    each.querySelector("span:last-child").textContent = called(who);
    each.ariaPressed = String(who.seat === wanted);
    const home = at ? over : tray;
    if (each.parentNode !== home) home.append(each);
    each.style.left = at ? `${100 * at[0]}%` : "";
    each.style.top = at ? `${100 * at[1]}%` : "";
  }
  const next = all.find(({ seat }) => seat === wanted);
  const done = all.every(({ seat }) => places.has(seat));
  document.getElementById("sits-say").textContent = done || !next ? t("sits.done") : t("sits.tap", { player: called(next) });
}

function put(seat, x, y) {
  places.set(seat, [inside(x), inside(y)]);
  wanted = seats().find((each) => !places.has(each.seat))?.seat ?? seat;
  draw();
}

/** A first place without a pointer: the players sit round the table clockwise, the first nearest to the reader. */
function guess(seat) {
  const angle = Math.PI / 2 + (2 * Math.PI * seat) / seats().length;
  return [0.5 + FAR * Math.cos(angle), 0.5 + FAR * Math.sin(angle)];
}

/** Lays the signs' ground over the picture alone: one that is narrower or lower than its frame leaves a rim. */
export function fitSits({ width, height, clientWidth, clientHeight }) {
  if (!over || !clientWidth) return;
  const scale = Math.min(clientWidth / width, clientHeight / height);
  const rims = [clientHeight - scale * height, clientWidth - scale * width];
  over.style.inset = rims.map((rim) => `${rim / 2}px`).join(" ");
}

/** Makes the picture and the signs work; `form` has the names. */
export function watchSits(form) {
  if (!part) return;
  over.addEventListener("click", ({ target, clientX, clientY }) => {
    const sign = target.closest("[data-sits]");
    if (sign) {
      wanted = Number(sign.dataset.sits);
      return draw();
    }
    const box = over.getBoundingClientRect();
    put(wanted, (clientX - box.left) / box.width, (clientY - box.top) / box.height);
  });
  tray.addEventListener("click", ({ target, detail }) => {
    const sign = target.closest("[data-sits]");
    if (!sign) return;
    wanted = Number(sign.dataset.sits);
    if (detail === 0) put(wanted, ...guess(wanted)); // by a key: there is no pointer to tap the picture with
    else draw();
    sign.focus();
  });
  part.addEventListener("keydown", (event) => {
    const sign = event.target.closest("#sits-over [data-sits]");
    const way = sign && KEYS[event.key];
    if (!way) return;
    event.preventDefault();
    const seat = Number(sign.dataset.sits);
    const [x, y] = places.get(seat);
    put(seat, x + way[0], y + way[1]);
    sign.focus();
  });
  form.addEventListener("input", draw);
  form.addEventListener("change", draw);
  draw();
}
