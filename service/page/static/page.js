// Small helpers that every page uses.

/** The HTML at an address; an Error with the problem's own words where there is none. */
export async function fragment(address, request) {
  let answer;
  try {
    answer = await fetch(address, request);
  } catch {
    throw new Error("The server does not answer. Is Tableside still running?");
  }
  if (answer.ok) return answer.text();
  const problem = await answer.json().catch(() => ({ detail: answer.statusText }));
  throw new Error(`${problem.title ?? "Something went wrong"}: ${problem.detail}`);
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
