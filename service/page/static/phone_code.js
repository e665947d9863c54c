// The code that lets a phone in: kept at what happens, from when it is shown until the phone's pictures come.
import { NoAnswer, fragment } from "./page.js";
import "./settings.js";

const AGAIN = 1000; // ms between two looks at whether the phone has come
const BESIDE = "(min-width: 900px)"; // a screen on which a game's page has room for the code beside the table

/** Shows the code in a place, and a new one once its time is over; `sends` is called when the phone's pictures come.
    Where there is no `room` for it, it is folded away. */
export async function showCode(place, sends = () => {}, room = true) {
  place.innerHTML = await fragment("/view/join");
  if (!room) place.querySelector("[data-code]")?.removeAttribute("open");
  watch(place, sends, room);
}

function watch(place, sends, room = true) {
  const code = place.querySelector("[data-code]");
  const joined = place.querySelector("[data-joined]");
  const look = async () => {
    if (!code.isConnected) return; // nobody waits for it any more
    try {
      const { state } = JSON.parse(await fragment(`/view/join/${code.dataset.code}`));
      if (!code.isConnected) return;
      if (state === "over") return showCode(place, sends, room);
      if (state === "sends") return sends();
      if (state === "joined" && joined.hidden) {
        code.open = false;
        joined.hidden = false;
      }
    } catch (error) {
      if (!(error instanceof NoAnswer)) return; // the camera was closed
    }
    setTimeout(look, AGAIN);
  };
  if (code) setTimeout(look, AGAIN);
}

/** On the page of a game: the code is shown as long as the camera waits for a phone; `detail` says how it does. */
export function awaitPhone(detail) {
  const card = document.getElementById("awaited");
  if (!card) return;
  const waits = JSON.parse(card.dataset.lines).includes(detail);
  if (waits !== card.hidden) return;
  card.hidden = !waits;
  const place = document.getElementById("phone-code");
  if (waits) showCode(place, () => {}, matchMedia(BESIDE).matches).catch(() => (card.hidden = true));
  else place.replaceChildren();
}

const alone = document.querySelector("#phone-code[data-then]");
if (alone) watch(alone, () => location.assign(alone.dataset.then));
