// What a page hears of its game or table. All tabs share one event stream, as a browser allows six connections to a
// server; a page that nobody sees any more lets go of it, as it may be kept for a way back.
import { Feed } from "./feed.js";
import { released } from "./press.js";

/**
 * Follows the game or table of that name, for as long as the page is open.
 * `hear` is told what changed, `lost` once that the server does not answer, `back` once that it does again, and `gone`
 * that there is no such game or table any more.
 */
export function follow(name, { hear, lost, back, gone }) {
  let end = null;
  const tell = async (word) => {
    await released();
    if (word.lost) lost();
    else if (word.back) back();
    else if (word.told) hear(word.told);
    else gone?.();
  };
  const begin = () => (end ??= shared(name, tell) ?? alone(name, tell));
  addEventListener("pageshow", begin);
  addEventListener("pagehide", () => {
    end?.();
    end = null;
  });
  begin();
}

/** The stream that all tabs share; null where the browser has none. */
function shared(name, tell) {
  if (!globalThis.SharedWorker) return null;
  let end = null;
  try {
    const worker = new SharedWorker(new URL("./shared.js", import.meta.url), { type: "module", name: "tableside" });
    worker.port.addEventListener("message", ({ data }) => tell(data));
    worker.port.start();
    worker.port.postMessage({ follow: name });
    end = () => {
      worker.port.postMessage({ follow: null });
      worker.port.close();
    };
    worker.addEventListener("error", () => (end = alone(name, tell))); // a browser without modules in workers
  } catch {
    return null;
  }
  return () => end();
}

/** A stream of its own, while the page is in sight: hidden tabs leave the connections to the others. */
function alone(name, tell) {
  const feed = new Feed();
  const look = () => {
    feed.close();
    if (!document.hidden) feed.follow(name, tell);
  };
  document.addEventListener("visibilitychange", look);
  look();
  return () => {
    document.removeEventListener("visibilitychange", look);
    feed.close();
  };
}
