// What the camera sees now: one frame after the other, as fast as they come and no faster than is needed.
import { fragment, tell } from "./page.js";

const SOON = 120; // ms from one frame to the next
const LATER = 700; // ms where no frame is there yet

/** Shows the frames of a table in an image while it is in sight; `came` is told with each. */
export function watchFrames(image, came = () => {}) {
  const address = `/api/v1/tables/${encodeURIComponent(image.dataset.table)}/frame`;
  let shown = null;
  const next = async () => {
    let wait = LATER;
    if (!document.hidden && image.closest("[hidden]") !== image.parentNode && !image.closest(".aim[hidden], details:not([open])")) {
      try {
        const answer = await fetch(address);
        if (answer.status === 200) {
          const url = URL.createObjectURL(await answer.blob());
          image.src = url;
          await image.decode();
          if (shown) URL.revokeObjectURL(shown);
          shown = url;
          wait = SOON;
          came();
        }
      } catch {
        // the server is away, or a frame was cut: the next one is asked for
      }
    }
    setTimeout(next, wait);
  };
  next();
}

const close = document.getElementById("camera-close");
if (document.getElementById("finder-card")) {
  watchFrames(document.getElementById("finder"));
  close?.addEventListener("click", async () => {
    const { table } = document.getElementById("finder").dataset;
    try {
      await fragment(`/api/v1/tables/${encodeURIComponent(table)}/close`, { method: "POST" });
      location.reload();
    } catch (error) {
      tell(document.getElementById("alert"), error.message);
    }
  });
}
