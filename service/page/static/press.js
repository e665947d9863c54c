// A press takes a moment. Whatever changes the page between its beginning and its end may take away what was pressed.
const WHILE_HELD = "select, [type=range]"; // what works while it is held, and tells of no end
const LONGEST = 10_000; // ms after which a press is over whatever we saw of it
const AFTER = 300; // ms after which a finger that was lifted brings no click any more

let held = null; // until when nothing may change
let letGo = () => {};
let timer = 0;
let longest = 0;

/** Is over once nobody presses anything: what changes the page by itself waits for it. */
export const released = () => held;

function hold() {
  clearTimeout(timer);
  if (held) return;
  longest = setTimeout(() => letGo(), LONGEST);
  held = new Promise((done) => {
    letGo = () => {
      clearTimeout(timer);
      clearTimeout(longest);
      held = null;
      done();
    };
  });
}

/** Lets go after a while, or once what is under way is done. */
function soon(wait = 0) {
  clearTimeout(timer);
  timer = setTimeout(letGo, wait);
}

const listen = (name, does) => addEventListener(name, does, { capture: true, passive: true });
listen("pointerdown", ({ isPrimary, button, target }) => {
  if (isPrimary && button === 0 && !target.closest?.(WHILE_HELD)) hold();
});
listen("pointerup", ({ isPrimary }) => isPrimary && soon(AFTER));
listen("keydown", ({ key, target }) => key === " " && !target.closest?.(WHILE_HELD) && hold());
listen("keyup", ({ key }) => key === " " && soon());
listen("click", () => soon());
listen("pointercancel", () => letGo());
listen("pointermove", ({ isPrimary, buttons }) => isPrimary && !buttons && letGo()); // lifted where we did not see it
listen("blur", ({ target }) => target === window && letGo());
for (const left of ["pagehide", "visibilitychange"]) listen(left, () => letGo());
