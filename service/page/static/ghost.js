// Where a move would lay its tile: a ghost on the drawing for the move under the pointer or the focus, and a small
// drawing of its own inside a move that was opened, for the table may be off the screen.

const SIDES = ["x", "y", "width", "height"];

function lay(ghost, move) {
  for (const name of SIDES) ghost.setAttribute(name, move.dataset[name]);
  ghost.setAttribute("visibility", "visible");
}

/** Shows the ghosts of the moves inside `list`; `find` yields the drawing that is shown now. */
export function followGhosts(list, find) {
  const ghost = () => find()?.querySelector(".ghost");
  const hide = () => ghost()?.setAttribute("visibility", "hidden");
  const show = (event) => {
    const move = event.target.closest?.(".move");
    if (move?.dataset.x && ghost()) lay(ghost(), move);
    else hide();
  };
  const leave = (event) => {
    if (event.pointerType !== "mouse") return; // a finger that was lifted still means the move that it tapped
    const move = document.activeElement?.closest?.(".move");
    if (move?.dataset.x && list.contains(move) && ghost()) lay(ghost(), move);
    else hide();
  };
  list.addEventListener("pointerover", show);
  list.addEventListener("focusin", show);
  list.addEventListener("pointerleave", leave);
  list.addEventListener("focusout", hide);
  list.addEventListener("toggle", (event) => draw(event.target, find()), true);
}

function draw(move, board) {
  move.querySelector(".mini")?.remove();
  if (!move.open || !move.dataset?.x || !board) return;
  const mini = board.cloneNode(true);
  mini.classList.add("mini");
  mini.setAttribute("aria-hidden", "true");
  lay(mini.querySelector(".ghost"), move);
  move.querySelector("summary").after(mini);
}
