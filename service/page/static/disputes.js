// Asks what is disputed, and fills the form in from a move's own button. The service reads questions in English.
import { send, tell } from "./page.js";
import { t } from "./strings.js";

let address = "";
let refresh = null;

const field = (name) => document.getElementById(`dispute-${name}`);

function hint() {
  field("what").placeholder = t(`hint.${field("kind").value}`);
  field("what").disabled = field("kind").value === "score";
}

async function ask(event) {
  event.preventDefault();
  const about = t(`question.${field("kind").value}`, { what: field("what").value.trim() });
  const button = field("form").querySelector("[type=submit]");
  button.disabled = true; // the pictures are read again, which takes a while
  try {
    await send(`${address}/disputes`, { question: about });
    tell(field("alert"), "");
    field("what").value = "";
    await refresh();
    document.querySelector(".verdict")?.focus();
  } catch (error) {
    tell(field("alert"), error.message);
  } finally {
    button.disabled = false;
  }
}

export const disputes = {
  start(id, now, refreshed) {
    address = `/api/v1/games/${id}`;
    refresh = refreshed;
    now.addEventListener("submit", (event) => event.target.id === "dispute-form" && ask(event));
    now.addEventListener("change", (event) => event.target.id === "dispute-kind" && hint());
    hint();
  },
  /** Fills the form in and goes there. */
  ask(kind, what) {
    field("kind").value = kind;
    field("what").value = what;
    hint();
    field("form").scrollIntoView({ block: "center" });
    field("form").requestSubmit();
  },
};
