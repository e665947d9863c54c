// Asks what is disputed, and fills the form in from a move's own button. Questions go out in parts, in no language; only
// those in one's own words are English.
import { send, tell } from "./page.js";
import { t } from "./strings.js";

let address = "";
let refresh = null;

const field = (name) => document.getElementById(`dispute-${name}`);

function hint() {
  field("what").placeholder = t(`hint.${field("kind").value}`);
  field("what").disabled = ["score", "order"].includes(field("kind").value);
}

/** What the form asks, as the service takes it: of a move without a number, the last one. */
function question(kind, what) {
  const number = /\d+/.exec(what);
  if (kind === "legal" && (number || !what)) return { about: "move", ...(number && { seq: Number(number[0]) }) };
  if (kind === "under") return { about: "under", piece: what };
  if (kind === "score") return { about: "score" };
  if (kind === "order") return { about: "order", first: "fell", second: "token" };
  return { question: what };
}

async function ask(event) {
  event.preventDefault();
  const asked = question(field("kind").value, field("what").value.trim());
  const button = field("form").querySelector("[type=submit]");
  button.disabled = true; // the pictures are read again, which takes a while
  try {
    await send(`${address}/disputes`, asked);
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
