// The clock of a tournament's round: it counts down between two looks, and says when it is out.
let looked = Date.now(); // when it was told

/** Counts down from what has just been told. */
export function countDown() {
  looked = Date.now();
  tick();
}

/** The clock as it is now. */
function tick() {
  const clock = document.getElementById("clock");
  if (!clock) return;
  const gone = "running" in clock.dataset ? Math.round((Date.now() - looked) / 1000) : 0;
  const left = Math.max(0, Number(clock.dataset.seconds) - gone);
  clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  clock.classList.toggle("is-out", left === 0);
  document.getElementById("time-out").hidden = left > 0;
}

setInterval(tick, 1000);
