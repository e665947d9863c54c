// An event stream that says when the server is gone, and when it is back.

const PATIENCE = 2000; // ms that the browser may take to connect again before it counts as lost
const SILENCE = 15000; // ms without an event after which the server is asked whether it is there
const AGAIN = 3000; // ms between two tries where the browser has given up

/**
 * Follows the events named `name` at `address()`, for as long as the page is open.
 * `hear` gets each event, `lost` is told once that the server does not answer, `back` once that it does again.
 */
export function follow(address, name, { hear, lost, back }) {
  let gone = false;
  let heard = Date.now();
  let source;

  const here = () => {
    heard = Date.now();
    if (!gone) return;
    gone = false;
    back();
  };
  const away = () => {
    if (gone) return;
    gone = true;
    lost();
  };

  function open() {
    source = new EventSource(address());
    const mine = source;
    mine.addEventListener("open", here);
    mine.addEventListener(name, (event) => {
      here();
      hear(event);
    });
    mine.addEventListener("error", () => {
      setTimeout(() => mine === source && mine.readyState !== EventSource.OPEN && away(), PATIENCE);
      if (mine.readyState === EventSource.CLOSED) setTimeout(open, AGAIN);
    });
  }

  // A cable that is pulled, or a laptop that slept, ends no stream: silence is followed by a question.
  setInterval(async () => {
    if (Date.now() - heard < SILENCE || source.readyState !== EventSource.OPEN) return;
    try {
      await fetch("/api/v1/tables", { method: "GET", signal: AbortSignal.timeout(PATIENCE) });
      here();
    } catch {
      away();
      source.close();
      open();
    }
  }, AGAIN);

  open();
}
