// What the camera sees now: one frame after the other, as fast as they come and no faster than is needed.
import { ago } from "./clock.js";
import { fragment, goOn, leaving, say, tell } from "./page.js";
import { paint } from "./pixels.js";
import { t } from "./strings.js";

const SOON = 120; // ms from one frame to the next
const LATER = 700; // ms where no frame is there yet
const FRESH = 5; // s after which a frame is an old one that no newer one follows

/** Paints the frames of a table while their canvas is in sight; `came` is told with each. */
export function watchFrames(canvas, came = () => {}) {
  const address = `/api/v1/tables/${encodeURIComponent(canvas.dataset.table)}/frame`;
  const figure = canvas.closest(".finder");
  const aged = figure.querySelector(".ago");
  let taken = NaN; // when the frame that is shown was taken by this clock, ms; the server's may be another
  const tellAge = () => {
    const age = (Date.now() - taken) / 1000;
    figure.classList.toggle("old", age > FRESH);
    if (aged && age > FRESH) say(aged, ago(age));
  };
  const next = async () => {
    let wait = LATER;
    if (!document.hidden && canvas.closest("[hidden]") !== canvas.parentNode && !canvas.closest(".aim[hidden], details:not([open])")) {
      try {
        const answer = await fetch(address);
        if (answer.status === 200) {
          const frame = await createImageBitmap(await answer.blob());
          taken = Date.now() - ageOf(answer.headers);
          canvas.hidden = false; // until then the page says what is waited for
          paint(canvas, frame);
          frame.close();
          wait = SOON;
          came();
        }
      } catch {
        // the server is away, or a frame was cut: the next one is asked for
      }
    }
    tellAge();
    setTimeout(next, wait);
  };
  next();
}

/** How old a frame is that the server sent, ms. */
function ageOf(headers) {
  return Date.parse(headers.get("date")) - Date.parse(headers.get("last-modified"));
}

const close = document.getElementById("camera-close");
if (document.getElementById("finder-card")) {
  watchFrames(document.getElementById("finder"));
  close?.addEventListener("click", async () => {
    const { table, game } = document.getElementById("finder").dataset;
    let isLeft = false; // what is under way then fails, and says nothing
    addEventListener("beforeunload", () => { isLeft = true; }, { once: true });
    close.disabled = true; // a following takes a moment to stop
    leaving(t("let_go")); // a game without a move goes with its camera, and the page learns that in two ways
    try {
      await fragment(`/api/v1/tables/${encodeURIComponent(table)}/close?ends=${game}`, { method: "POST" });
      const kept = (await fetch(`/games/${game}`)).ok; // the home page is there in any case
      if (!kept) return goOn("/");
      leaving("");
      return location.reload();
    } catch (error) {
      if (isLeft) return;
      leaving("");
      close.disabled = false;
      tell(document.getElementById("alert"), error.message);
    }
  });
}
