// Small helpers that every page uses.
import { released } from "./press.js";
import { known, t } from "./strings.js";

/** What is said while the server is away. */
export const LOST = t("lost");

const NAMES = JSON.parse(document.getElementById("names")?.textContent ?? "{}"); // of those who sit here, by seat

const NUMBERED = new RegExp(`\\bplayer (\\d+)\\b|\\b${t("role.player", { number: "(\\d+)" })}\\b`, "gi"); // as the engine and the page say it

/** No answer came at all; the stream says so too, and when the server is back. */
export class NoAnswer extends Error {}

/** A problem document, titled in the page's language; `detail` is its own line without the title. */
export class Refused extends Error {
  constructor(problem) {
    const numbered = String(problem.detail).replace(/\bseat (\d+)\b/g, (_, seat) => `player ${Number(seat) + 1}`);
    const detail = numbered.replace(NUMBERED, (said, one, other) => NAMES[(one ?? other) - 1] ?? said);
    const type = problem.type ?? "";
    super(`${known(`problem.${type.split("/").pop()}`, problem.title ?? t("wrong"))}: ${detail}`);
    this.detail = detail;
    this.type = type;
    this.game = problem.game ?? ""; // the one that a camera follows, which is not cut off without a question
  }
}

/** The HTML at an address, once nobody presses anything; `Refused` with what the problem says, `NoAnswer` where the
    server is away. */
export async function fragment(address, request) {
  let answer, text;
  try {
    answer = await fetch(address, request);
    text = await answer.text();
  } catch {
    throw new NoAnswer(LOST);
  } finally {
    await released();
  }
  if (answer.ok) return text;
  let problem = { detail: answer.statusText };
  try {
    problem = JSON.parse(text);
  } catch {
    // not one of our own answers
  }
  throw new Refused(problem);
}

/** Why a file cannot be read as a photo; empty where it may be one. */
export function notAPhoto(file) {
  if (!file.type || /^image\/(jpeg|png)$/.test(file.type)) return "";
  return t(file.type.startsWith("video/") ? "photo.film" : "photo.kind", { name: file.name });
}

/** Puts a text into an element if it is another one, so that screen readers speak of changes alone. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

document.getElementById("alert")?.addEventListener("click", ({ currentTarget }) => tell(currentTarget, ""));

/** Shows a line, or hides it where there is nothing to say. */
export function tell(element, text) {
  element.hidden = text === "";
  say(element, text);
}

const TOLD = "told"; // what the next page says

/** Has the next page say why this one was left; nothing with an empty text. */
export function leaving(text) {
  if (text) sessionStorage.setItem(TOLD, text);
  else sessionStorage.removeItem(TOLD);
}

/** Whether the next page says something already. */
export const isLeaving = () => Boolean(sessionStorage.getItem(TOLD));

const alertLine = document.getElementById("alert") ?? document.getElementById("start-alert");
const told = alertLine ? sessionStorage.getItem(TOLD) : null;
if (told) {
  tell(alertLine, told);
  leaving("");
}

let isLeft = false;

/** Goes to a page in place of this one, once. It says what this one was to say, if nobody has closed that yet. */
export function goOn(address) {
  if (isLeft) return; // going again would break off the way that is under way
  isLeft = true;
  if (told && !alertLine.hidden && !isLeaving()) leaving(told);
  location.replace(address);
}

/** How many pictures a second come from a table's camera, in words; nothing while none come. */
export function rateOf({ health, frames }) {
  const count = Math.round(frames.per_second);
  return health.state === "ok" && count > 0 ? t("rate", { count }) : "";
}

/** Sends JSON and yields the answer's; `Refused` with what the problem says, `NoAnswer` where the server is away. */
export async function send(address, body) {
  const text = await fragment(address, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return JSON.parse(text);
}
