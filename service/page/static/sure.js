// Asks whether something is meant that cannot be undone.
import { tell } from "./page.js";

const sure = document.getElementById("sure");
const line = document.getElementById("sure-alert");
let mean = null; // what is done once it is meant

/** Asks; `act` is what is done once it is meant, and may ask once more. `told` are lines that say what it is about. */
export function ask(title, text, act, told = []) {
  document.getElementById("sure-title").textContent = title;
  document.getElementById("sure-text").textContent = text;
  document.getElementById("sure-told").replaceChildren(
    ...told.map((each) => Object.assign(document.createElement("li"), { textContent: each })),
  );
  tell(line, "");
  mean = act;
  if (!sure.open) sure.showModal();
  sure.querySelector(".quiet").focus(); // what changes nothing
}

/** It is done: nothing is asked any more. */
export function asked() {
  sure.close();
}

document.getElementById("sure-yes")?.addEventListener("click", async () => {
  try {
    await mean();
  } catch (error) {
    tell(line, error.message);
  }
});
