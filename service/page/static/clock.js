// The record's times are UTC; a page shows those of the clock beside whoever reads it.
import { say } from "./page.js";
import { t } from "./strings.js";

const page = document.documentElement.lang;
const lang = navigator.languages.find((each) => each.startsWith(page)) ?? page; // hours as they are written there
const fine = { hour: "numeric", minute: "2-digit", second: "2-digit" };
const coarse = { hour: "numeric", minute: "2-digit" }; // written as `timeStyle` writes it
const SPANS = [["hours", 3600], ["minutes", 60], ["seconds", 1]]; // s of each
const day = { day: "numeric", month: "short" };

/** How long ago something was, `age` in seconds. */
export function ago(age) {
  const [unit, length] = SPANS.find((each) => age >= each[1]) ?? SPANS.at(-1);
  return t(`ago.${unit}`, { count: Math.max(0, Math.floor(age / length)) });
}

function ages(part) {
  for (const shown of part.querySelectorAll(".ago[data-since]"))
    if (shown.dataset.since) say(shown, ago((Date.now() - Date.parse(shown.dataset.since)) / 1000));
}

setInterval(() => ages(document), 1000);

/** A time with its day and year, as people write it. */
export const moment = (shown) => new Date(shown.dateTime).toLocaleString(lang, { dateStyle: "long", timeStyle: "short" });

/** Puts every time of a part of the page into local words, with the day where it is not today; as fine as it is written. */
export function localTimes(part) {
  ages(part);
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
