// Moves and scores, spoken by the browser in the page's language.
const queue = globalThis.speechSynthesis;

/** Says a line after what is being said; the newest one alone where more than one waits. */
export function speak(text) {
  if (!queue || !text) return;
  if (queue.pending) queue.cancel();
  const line = new SpeechSynthesisUtterance(text);
  line.lang = document.documentElement.lang;
  queue.speak(line);
}
