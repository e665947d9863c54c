// Pictures before and after a move show the whole table; a close-up shows the part in which they differ, both alike.

const WIDE = 160; // pixels across in which two pictures are compared; noise is averaged away in so few
const LEAST = 26; // grey levels that are a change
const SHARE = 0.4; // of the greatest change, what still belongs to it
const MARGIN = 0.6; // of what changed, what is shown round it
const SMALLEST = 0.22; // of the picture, what is shown at the least
const USELESS = 0.75; // of the picture, from where on a close-up shows no more

const known = new Map(); // where the pictures of a pair differ, by their addresses
const canvas = document.createElement("canvas");
const brush = canvas.getContext("2d", { willReadFrequently: true });

/** Shows every pair of pictures of a part of the page close up, unless its reader wants them whole. */
export function closeUps(part) {
  for (const pair of part.querySelectorAll(".pair[data-close]")) show(pair);
}

/** Makes the buttons work, and looks at pictures once they are there. */
export function watchCloseUps(part) {
  part.addEventListener("load", ({ target }) => target.closest?.(".pair[data-close]") && show(target.closest(".pair")), true);
  part.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-closer]");
    if (!button) return;
    button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
    show(button.closest(".closer").querySelector(".pair"));
  });
  closeUps(part);
}

function show(pair) {
  const images = [...pair.querySelectorAll("img")];
  const button = pair.closest(".closer").querySelector("[data-closer]");
  const key = images.map((image) => image.src).join(" ");
  if (!known.has(key) && images.length > 1 && images.every((image) => image.complete && image.naturalWidth))
    known.set(key, changed(images));
  const part = known.get(key);
  button.hidden = !part;
  const near = part && button.getAttribute("aria-pressed") === "true";
  for (const image of images) {
    if (image.naturalWidth) image.style.aspectRatio = `${image.naturalWidth} / ${image.naturalHeight}`;
    image.style.transformOrigin = "0 0";
    image.style.transform = near ? `scale(${1 / part.size}) translate(${-100 * part.x}%, ${-100 * part.y}%)` : "";
  }
}

/** The part in which neighbours of a row of pictures differ, in shares of the picture; null where that is most of it. */
function changed(images) {
  const high = Math.round((WIDE * images[0].naturalHeight) / images[0].naturalWidth);
  const greys = images.map((image) => grey(image, high));
  const change = new Float32Array(WIDE * high);
  for (let n = 1; n < greys.length; n++)
    for (let at = 0; at < change.length; at++) change[at] = Math.max(change[at], Math.abs(greys[n][at] - greys[n - 1][at]));
  const most = change.reduce((a, b) => Math.max(a, b), 0);
  return most < LEAST ? null : framed(change, Math.max(LEAST, SHARE * most), high);
}

function grey(image, high) {
  canvas.width = WIDE;
  canvas.height = high;
  brush.drawImage(image, 0, 0, WIDE, high);
  const { data } = brush.getImageData(0, 0, WIDE, high);
  return Float32Array.from({ length: WIDE * high }, (_, at) => (data[4 * at] + data[4 * at + 1] + data[4 * at + 2]) / 3);
}

/** The box round all that changed so much, with its margin, in the shape of the picture and inside it. */
function framed(change, least, high) {
  let [left, top, right, bottom] = [1, 1, 0, 0];
  change.forEach((value, at) => {
    if (value < least) return;
    const [x, y] = [(at % WIDE) / WIDE, Math.floor(at / WIDE) / high];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1 / WIDE), Math.max(bottom, y + 1 / high)];
  });
  const size = Math.max(SMALLEST, (1 + MARGIN) * Math.max(right - left, bottom - top));
  if (size > USELESS) return null;
  const inside = (middle) => Math.min(Math.max(middle - size / 2, 0), 1 - size);
  return { x: inside((left + right) / 2), y: inside((top + bottom) / 2), size };
}
