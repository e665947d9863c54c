// A ghost on the drawing: where the move under the pointer or the focus would lay its tile.

/** Shows the ghost of the moves inside `list`; `find` yields the ghost of the drawing that is shown now. */
export function followGhosts(list, find) {
  const place = (event) => {
    const ghost = find();
    const move = event.target.closest?.(".move");
    if (!ghost) return;
    if (!move?.dataset.x) {
      ghost.setAttribute("visibility", "hidden");
      return;
    }
    for (const name of ["x", "y", "width", "height"]) ghost.setAttribute(name, move.dataset[name]);
    ghost.setAttribute("visibility", "visible");
  };
  list.addEventListener("pointerover", place);
  list.addEventListener("focusin", place);
  list.addEventListener("pointerleave", () => find()?.setAttribute("visibility", "hidden"));
  list.addEventListener("focusout", () => find()?.setAttribute("visibility", "hidden"));
}
