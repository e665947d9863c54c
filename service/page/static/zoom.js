// A drawing that is larger than its screen: pinched or rolled larger, and pushed about. Buttons do the same.
const STEP = 1.4; // how much larger a press makes it
const MOST = 12; // times that it can be larger

/** Watches the drawings inside `place` that `selector` finds; what was zoomed stays so when the drawing is renewed. */
export function zoomable(place, selector) {
  let view = null; // [x, y, width, height] of what is shown, null for all of it
  const fingers = new Map();
  const board = () => place.querySelector(selector);
  const whole = (svg) => svg.dataset.whole.split(" ").map(Number);

  function keep() {
    const svg = board();
    if (!svg) return;
    if (svg.dataset.viewed !== svg.getAttribute("viewBox")) svg.dataset.whole = svg.getAttribute("viewBox");
    const shown = view ?? whole(svg);
    svg.setAttribute("viewBox", shown.map((side) => side.toFixed(2)).join(" "));
    svg.dataset.viewed = svg.getAttribute("viewBox");
    svg.classList.toggle("zoomed", view !== null);
    const fit = place.querySelector("[data-zoom='fit']");
    if (fit) fit.disabled = view === null;
  }

  function set(x, y, width, height) {
    const [left, top, wide, high] = whole(board());
    if (width >= wide * 0.99) view = null;
    else {
      const least = wide / MOST;
      const scale = Math.max(1, least / width);
      width *= scale;
      height *= scale;
      view = [clamp(x, left, left + wide - width), clamp(y, top, top + high - height), width, height];
    }
    keep();
  }

  /** Makes it `factor` times as large about a point of the screen; without one, about the middle. */
  function zoom(factor, x, y) {
    const svg = board();
    const [left, top, wide, high] = view ?? whole(svg);
    const point = x === undefined ? { x: left + wide / 2, y: top + high / 2 } : at(svg, x, y);
    set(point.x - (point.x - left) / factor, point.y - (point.y - top) / factor, wide / factor, high / factor);
  }

  function push(dx, dy) {
    const [left, top, wide, high] = view;
    const scale = board().getScreenCTM().a;
    set(left - dx / scale, top - dy / scale, wide, high);
  }

  place.addEventListener("click", ({ target }) => {
    const how = target.closest("[data-zoom]")?.dataset.zoom;
    if (how === "in") zoom(STEP);
    if (how === "out") zoom(1 / STEP);
    if (how === "fit") {
      view = null;
      keep();
    }
  });
  place.addEventListener("wheel", (event) => {
    if (!event.ctrlKey || !event.target.closest(selector)) return;
    event.preventDefault();
    zoom(event.deltaY < 0 ? STEP : 1 / STEP, event.clientX, event.clientY);
  }, { passive: false });
  place.addEventListener("pointerdown", (event) => {
    if (event.target.closest(selector)) fingers.set(event.pointerId, event);
  });
  place.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before || !board()) return;
    const other = [...fingers.values()].find((finger) => finger.pointerId !== event.pointerId);
    fingers.set(event.pointerId, event);
    if (other) zoom(apart(event, other) / (apart(before, other) || 1), (event.clientX + other.clientX) / 2, (event.clientY + other.clientY) / 2);
    else if (view) push(event.clientX - before.clientX, event.clientY - before.clientY);
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"])
    place.addEventListener(end, (event) => fingers.delete(event.pointerId));
  keep();
  return keep;
}

function at(svg, x, y) {
  return new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
}

function apart(one, other) {
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
}

function clamp(value, least, most) {
  return Math.min(Math.max(value, least), Math.max(least, most));
}
