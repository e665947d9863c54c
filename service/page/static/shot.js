// The camera's picture: near or whole, with the names of the pieces or without, and large in a dialog of its own.
import { paint } from "./pixels.js";
import { on, set } from "./settings.js";

const large = document.getElementById("large");
const drawing = () => document.getElementById("shot-drawing");

/** Shows the picture as the reader wants it; called after every change of it. */
export function showShot() {
  const shown = drawing();
  if (!shown) {
    if (large.open) large.close();
    return;
  }
  shown.setAttribute("viewBox", on("near") ? shown.dataset.near : shown.dataset.whole);
  shown.classList.toggle("bare", !on("names"));
  for (const button of document.querySelectorAll("[data-shot][aria-pressed]"))
    button.setAttribute("aria-pressed", String(on(button.dataset.shot)));
  if (large.open) enlarge();
}

function enlarge() {
  const copy = drawing().cloneNode(true);
  copy.removeAttribute("id");
  copy.querySelector("#shot").removeAttribute("id");
  const photo = drawing().querySelector("canvas");
  if (photo) paint(copy.querySelector("canvas"), photo); // a copy of a canvas is empty
  document.getElementById("large-shot").replaceChildren(copy);
  document.getElementById("large-near").hidden = drawing().dataset.near === drawing().dataset.whole;
  if (!large.open) large.showModal();
}

/** Makes the buttons beside the picture work, and a click on it enlarge it. */
export function watchShot() {
  document.addEventListener("click", (event) => {
    const wanted = event.target.closest("[data-shot]")?.dataset.shot;
    if (wanted === "enlarge" || (!wanted && event.target.closest("#shot-drawing"))) enlarge();
    else if (wanted) {
      set(wanted, !on(wanted));
      showShot();
    }
  });
  showShot();
}
