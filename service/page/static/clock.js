// The record's times are UTC; a page shows those of the clock beside whoever reads it.
import { say } from "./page.js";

const page = document.documentElement.lang;
const lang = navigator.languages.find((each) => each.startsWith(page)) ?? page; // hours as they are written there
const fine = { hour: "2-digit", minute: "2-digit", second: "2-digit" };
const coarse = { hour: "2-digit", minute: "2-digit" };
const day = { day: "numeric", month: "short" };

/** Puts every time of a part of the page into local words, with the day where it is not today; as fine as it is written. */
export function localTimes(part) {
  for (const shown of part.querySelectorAll("time[datetime]")) {
    const at = new Date(shown.dateTime);
    if (Number.isNaN(at.getTime())) continue;
    shown.dataset.fine ??= String(/\d:\d\d:\d\d/.test(shown.textContent));
    const clock = shown.dataset.fine === "true" ? fine : coarse;
    const today = at.toDateString() === new Date().toDateString();
    say(shown, at.toLocaleString(lang, today ? clock : { ...day, ...clock }));
    shown.title = at.toLocaleString(lang, { dateStyle: "full", timeStyle: "long" });
  }
}
