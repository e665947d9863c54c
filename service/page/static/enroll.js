// Cards that nobody can read are named on the page, and learnt from the very picture in which they lie.
import { send, tell } from "./page.js";
import { t } from "./strings.js";

const SVG = "http://www.w3.org/2000/svg";
const AROUND = 0.12; // of a card, shown on each side of it

const dialog = document.getElementById("enroll");
const form = document.getElementById("enroll-form");
const list = document.getElementById("enroll-cards");
const alertLine = document.getElementById("enroll-alert");

let table = "";
let picture = "";

/** A card as it lies in the picture. */
function cut(shown, [left, top, width, height]) {
  const drawn = document.createElementNS(SVG, "svg");
  const image = shown.querySelector("#shot").cloneNode(true);
  image.removeAttribute("id");
  const [wide, high] = [AROUND * width, AROUND * height];
  drawn.setAttribute("viewBox", `${left - wide} ${top - high} ${width + 2 * wide} ${height + 2 * high}`);
  drawn.setAttribute("aria-hidden", "true");
  drawn.append(image);
  return drawn;
}

function row(shown, { piece, box }, number) {
  const item = document.createElement("li");
  const label = document.createElement("label");
  const input = document.createElement("input");
  input.dataset.piece = piece;
  input.maxLength = 20;
  label.append(cut(shown, box), t("enroll.card", { n: number + 1 }), input);
  item.append(label);
  return item;
}

/** Opens the dialog with the cards of the picture as it is now. */
function open(button) {
  const shown = document.getElementById("shot-drawing");
  table = shown.dataset.table;
  picture = shown.querySelector("#shot").getAttribute("href");
  list.replaceChildren(...JSON.parse(button.dataset.cards).map((card, n) => row(shown, card, n)));
  tell(alertLine, "");
  dialog.showModal();
  document.getElementById("enroll-name").focus();
}

async function keep() {
  const named = [...list.querySelectorAll("input")].filter((input) => input.value.trim());
  if (!named.length) {
    tell(alertLine, t("enroll.none"));
    return;
  }
  const cards = named.map((input) => ({ piece: Number(input.dataset.piece), label: input.value.trim() }));
  const name = document.getElementById("enroll-name").value.trim();
  try {
    await send(`/api/v1/tables/${encodeURIComponent(table)}/deck`, { name, picture, cards });
    dialog.close();
  } catch (error) {
    tell(alertLine, error.message);
  }
}

/** Makes the button beside the picture and the dialog work. */
export function watchEnroll() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-enroll-open]");
    if (button) open(button);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    keep();
  });
}
