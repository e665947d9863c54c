// Scrubs through the pictures that were kept of a game, and the table of the record beside each.
import { localTimes } from "./clock.js";
import { fragment } from "./page.js";

/** The time line of a game: `refresh` gets new moments, `show` goes to those of a move. */
export function timeline(id) {
  const place = document.getElementById("moments");
  const section = document.getElementById("timeline");
  let loaded = null;
  let board = 0;

  const items = () => [...place.querySelectorAll(".moment")];
  const slider = () => place.querySelector("#scrub");

  function go(n) {
    const all = items();
    const at = Math.max(0, Math.min(all.length - 1, n));
    all.forEach((item, i) => (item.hidden = i !== at));
    slider().value = at;
    const time = all[at].querySelector("time").textContent;
    slider().setAttribute("aria-valuetext", `${time}, ${all[at].dataset.said}`);
    drawBoard();
  }

  async function drawBoard() {
    const then = place.querySelector(".then");
    const move = Number(items().find((item) => !item.hidden)?.dataset.move);
    if (!then?.open || !move || move === board) return;
    board = move;
    try {
      const html = await fragment(`/view/games/${id}/board?at=${move}`);
      if (board === move) place.querySelector("#then").innerHTML = html;
    } catch (error) {
      place.querySelector("#then").textContent = error.message;
    }
  }

  async function load() {
    const at = slider() ? Number(slider().value) : null;
    const atEnd = at === null || at === items().length - 1;
    const focused = document.activeElement?.id === "scrub";
    try {
      const html = await fragment(`/view/games/${id}/evidence`);
      if (html === loaded) return;
      loaded = html;
      board = 0;
      const open = place.querySelector(".then")?.open;
      place.innerHTML = html;
      localTimes(place);
      if (place.querySelector(".then")) place.querySelector(".then").open = Boolean(open);
      if (slider()) go(atEnd ? items().length - 1 : at);
      if (focused) slider()?.focus();
    } catch {
      // that the server is away is told by the stream
    }
  }

  place.addEventListener("input", (event) => event.target.id === "scrub" && go(Number(event.target.value)));
  place.addEventListener("click", (event) => {
    const step = event.target.closest("[data-step]");
    if (step) go(Number(slider().value) + Number(step.dataset.step));
  });
  place.addEventListener("toggle", drawBoard, true);

  return {
    refresh: load,
    async show(move) {
      await load();
      const at = items().findIndex((item) => item.dataset.move === String(move));
      if (at >= 0) go(at);
      section.scrollIntoView({ block: "start" });
      slider()?.focus();
    },
  };
}
