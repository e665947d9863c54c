// Asks what is disputed, and fills the form in from a move's own button. Questions go out in parts, in no language, but
// for those in one's own words.
import { send, tell } from "./page.js";
import { t } from "./strings.js";

let address = "";
let refresh = null;

const field = (name) => document.getElementById(`dispute-${name}`);

/** One number and no minus: `3`, `move 3`; neither `-3` nor `4-9` names a move. */
const NUMBER = /^[^\d−–-]*(\d+)\D*$/;

/** What the form asks, as the service takes it: of a move without a number, the last one. */
function question(kind, what) {
  const number = NUMBER.exec(what);
  if (kind === "legal" && (number || !what)) return { about: "move", ...(number && { seq: Number(number[1]) }) };
  if (kind === "under") return { about: "under", piece: what };
  if (kind === "score") return { about: "score" };
  if (kind === "order") return { about: "order", first: "fell", second: "token" };
  return { question: what };
}

/** What has to be typed before anything can be asked; empty where it may be. */
function lacking(kind, what) {
  if (kind === "legal" && what && !NUMBER.test(what)) return t("dispute.number");
  if (kind === "legal" && !what && !document.querySelector(".entry")) return t("dispute.nothing");
  return ["under", "free"].includes(kind) && !what ? t(`dispute.empty.${kind}`) : "";
}

/** Says what is wrong where it is seen, on a phone too. */
function complain(text) {
  tell(field("alert"), text);
  if (text) field("alert").scrollIntoView({ block: "nearest" });
}

/** Says that an answer is looked for. Until it is there, no earlier one is shown, which might be taken for it. */
function wait(text) {
  tell(field("wait"), text);
  if (text) field("wait").scrollIntoView({ block: "nearest" });
}

async function ask(event) {
  event.preventDefault();
  const [kind, what] = [field("kind").value, field("what").value.trim()];
  const lacks = lacking(kind, what);
  if (lacks) {
    field("what").focus();
    return complain(lacks);
  }
  const button = field("form").querySelector("[type=submit]");
  button.disabled = true; // the pictures are read again, which takes a while
  complain("");
  wait(t("dispute.wait"));
  try {
    await send(`${address}/disputes`, question(kind, what));
    if (field("what").value.trim() === what) field("what").value = ""; // what was typed meanwhile is the next question
    await refresh();
    wait("");
    document.querySelector(".verdict")?.focus();
  } catch (error) {
    complain(error.type?.endsWith("/not-understood") ? t("dispute.not_understood") : error.message);
  } finally {
    wait("");
    button.disabled = false;
  }
}

export const disputes = {
  start(id, now, refreshed) {
    address = `/api/v1/games/${id}`;
    refresh = refreshed;
    now.addEventListener("submit", (event) => event.target.id === "dispute-form" && ask(event));
    now.addEventListener("click", ({ target }) => {
      if (!target.matches("[data-example]")) return;
      field("what").value = target.textContent;
      field("what").focus();
    });
  },
  /** Fills the form in and goes there. */
  ask(kind, what) {
    field("kind").value = kind;
    field("what").value = what;
    field("form").scrollIntoView({ block: "center" });
    field("form").requestSubmit();
  },
};
