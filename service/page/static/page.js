// Small helpers that every page uses.

/** What is said while the server is away. */
export const LOST = "Connection lost – is Tableside still running?";

/** No answer came at all; the stream says so too, and when the server is back. */
export class NoAnswer extends Error {}

/** A problem document; `detail` is its own line without the title. */
export class Refused extends Error {
  constructor(problem) {
    super(`${problem.title ?? "Something went wrong"}: ${problem.detail}`);
    this.detail = problem.detail;
  }
}

/** The HTML at an address; `Refused` with the problem's own words, `NoAnswer` where the server is away. */
export async function fragment(address, request) {
  let answer, text;
  try {
    answer = await fetch(address, request);
    text = await answer.text();
  } catch {
    throw new NoAnswer(LOST);
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

/** Puts a text into an element if it is another one, so that screen readers speak of changes alone. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Shows a line, or hides it where there is nothing to say. */
export function tell(element, text) {
  element.hidden = text === "";
  say(element, text);
}
