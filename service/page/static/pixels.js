// Pictures that a page has itself: they are painted, so that no address but the server's own is ever loaded.

/** Paints a picture on a canvas, in its own size. */
export function paint(canvas, picture) {
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext("2d").drawImage(picture, 0, 0);
  return canvas;
}
