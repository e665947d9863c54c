// Playing on the drawing: a piece is taken up, by a tap or a drag, and laid at one of the places that light up.
import { fragment } from "./page.js";
import { t } from "./strings.js";

const SVG = "http://www.w3.org/2000/svg";
const DRAGGED = 8; // px that a finger moves before a tap becomes a drag
const SHARE = 0.3; // of the screen's height that pieces below the drawing may take, so that the table is near them
const ROWS = 3; // of them that are shown at least
const BESIDE = "(min-width: 900px)"; // screens that have the pieces beside the drawing
const LEAST = 2; // rows of pieces that are shown there at least
const EDGE = 1.5; // rem that stay free below what is beside the drawing
const WIDE = "46%"; // of the width that pieces may take beside a drawing that leaves room below it
const MOST = 4; // plays at places out of sight that are buttons, too

/** Makes the drawing playable; `played(seat, move, version)` plays a move. What is asked meanwhile is answered under the
    address `base`, with what `more` adds to each query. `anew` shows the page anew, once another was turned to. */
export function byHand(id, played, { base = `/view/games/${id}`, more = () => [], anew } = {}) {
  const address = (what, query) => {
    for (const [name, value] of more()) query.append(name, value);
    return `${base}/${what}?${query}`;
  };
  const table = () => document.getElementById("table");
  const tray = () => document.getElementById("tray");
  const told = document.body.appendChild(Object.assign(document.createElement("div"), { className: "refused-here", hidden: true }));
  told.setAttribute("role", "alert");
  let chosen = []; // labels of the pieces that were taken up
  let at = ""; // the place that was tapped before any piece
  let drag = null;

  const plays = () => JSON.parse(document.getElementById("tray-plays")?.textContent ?? "[]");
  const has = (play, labels) => labels.every((label) => count(play.pieces, label) >= count(labels, label));
  const whole = (play) => play.pieces.length === chosen.length && has(play, chosen);

  /** Plays that fit what was taken up: all places light up while nothing is. */
  const fitting = () => plays().filter((play) => has(play, chosen) && (!at || play.place === at));

  async function play(move) {
    const { seat, version } = tray().dataset;
    reset();
    await played(Number(seat), move, Number(version));
    if (tray() && tray().dataset.seat !== seat) back();
  }

  /** On a small screen, goes back up to what the next player is told: the pieces of the one before lay below it. */
  function back() {
    if (matchMedia(BESIDE).matches) return;
    const help = document.getElementById("tray-help");
    const { x, y, width, bottom } = help.getBoundingClientRect();
    const seen = y >= 0 && bottom <= innerHeight && help.contains(document.elementFromPoint(x + width / 2, y + 1));
    if (!seen) help.scrollIntoView({ block: "start" }); // below the scores, which stay in view
  }

  function reset() {
    chosen = [];
    at = "";
    told.hidden = true;
    document.getElementById("hints")?.replaceChildren();
  }

  /** Shows whole rows of pieces: one that is cut through looks broken. What is left can be scrolled to. */
  function rows() {
    const list = tray()?.querySelector(".pieces");
    if (!list) return;
    const more = document.getElementById("tray-more");
    const isBeside = matchMedia(BESIDE).matches;
    more.hidden = true;
    if (isBeside) widen(list);
    more.hidden = isBeside && missing(list) <= 0;
    const style = getComputedStyle(list);
    const gap = parseFloat(style.rowGap);
    const around = list.offsetHeight - list.clientHeight + parseFloat(style.paddingTop) + parseFloat(style.paddingBottom);
    const row = list.firstElementChild.getBoundingClientRect().height + gap;
    const [room, least] = isBeside ? [beside(list), LEAST] : [SHARE * innerHeight, ROWS];
    const count = Math.max(least, Math.floor((room - around + gap) / row));
    list.style.maxHeight = `${count * row - gap + around}px`;
    more.hidden = list.scrollHeight <= list.clientHeight + 1;
  }

  /** Gives the pieces more of the width where they miss height that the drawing leaves free below it. They keep it: the
      drawing would change its size from one turn to the next. */
  function widen(list) {
    const choice = document.getElementById("tray-choice");
    const grown = choice.offsetHeight - parseFloat(getComputedStyle(choice).minHeight); // by what is offered just now
    const missed = missing(list) - grown;
    const free = firstScreen() - tray().previousElementSibling.getBoundingClientRect().bottom - scrollY;
    if (missed > 0 && missed <= free) table().style.setProperty("--tray", WIDE);
  }

  /** The height that all pieces need beyond what is left for them beside the drawing; below 0 where they fit. */
  function missing(list) {
    return list.scrollHeight + list.offsetHeight - list.clientHeight - beside(list);
  }

  /** The height that is left for the pieces, with all that stands above and below them, on the page's first screen. */
  function beside(list) {
    const top = table().getBoundingClientRect().top + scrollY;
    const hints = document.getElementById("hints")?.offsetHeight ?? 0;
    return firstScreen() - top - (tray().offsetHeight - list.offsetHeight - hints);
  }

  /** Where the page's first screen ends, px from its top. */
  function firstScreen() {
    return innerHeight - EDGE * parseFloat(getComputedStyle(document.documentElement).fontSize);
  }

  /** Lights up what may be done next; whoever was there with the keyboard stays. */
  function show() {
    const held = document.activeElement?.closest("#table .spot, #tray-choice button")?.dataset;
    for (const old of document.querySelectorAll("#table .spot")) old.remove();
    if (!tray()) return;
    rows();
    const some = fitting();
    const left = [...chosen];
    for (const button of table().querySelectorAll("[data-piece]")) {
      const up = left.indexOf(button.dataset.piece);
      if (up >= 0) left.splice(up, 1);
      button.setAttribute("aria-pressed", String(up >= 0));
      const more = some.some((play) => has(play, [...chosen, button.dataset.piece]));
      button.disabled = !plays().some((play) => has(play, [button.dataset.piece]));
      button.classList.toggle("idle", up < 0 && chosen.length + at.length > 0 && !more);
    }
    const places = new Map();
    for (const play of some) if (play.place && (!chosen.length || whole(play))) places.set(play.place, [...(places.get(play.place) ?? []), play]);
    for (const [place, listed] of places) light(place, listed);
    choose();
    if (!held) return;
    const { spot, byhand } = held;
    const again = spot === undefined ? `[data-byhand="${CSS.escape(byhand)}"]` : `.spot[data-spot="${CSS.escape(spot)}"]`;
    table().querySelector(again)?.focus({ preventScroll: true });
  }

  /** Offers what can be pressed for the pieces that were taken up: also plays at places that are out of sight. `more` is
      what was offered for them before, and stays: a button that goes while somebody reaches for it is missed. */
  function choose(more = []) {
    if (!tray()) return;
    const some = fitting().filter(whole);
    const here = at ? some : some.filter((play) => !play.place && chosen.length);
    const away = chosen.length && !at ? some.filter((play) => play.place && (more.includes(play.move) || !inSight(play.place))) : [];
    offer(away.length > MOST ? here : [...here, ...away]);
  }

  /** Whether a finger reaches a place that is lit: on a small screen it may be out of view, or under the scores. */
  function inSight(place) {
    const spot = table().querySelector(`.spot[data-spot="${CSS.escape(place)}"]`);
    if (!spot) return false;
    const { x, y, width, height } = spot.getBoundingClientRect();
    return Boolean(document.elementFromPoint(x + width / 2, y + height / 2)?.closest(".spot")); // they may overlap
  }

  function light(place, listed) {
    const label = listed.length === 1 ? listed[0].words : t("place.moves", { count: listed.length });
    const board = table().querySelector(".spots");
    const box = listed[0].box;
    if (board && box) {
      const spot = document.createElementNS(SVG, "rect");
      ["x", "y", "width", "height"].forEach((name, n) => spot.setAttribute(name, box[n]));
      spot.setAttribute("rx", 6);
      spot.setAttribute("tabindex", chosen.length ? 0 : -1);
      spot.setAttribute("role", "button");
      spot.setAttribute("aria-label", label);
      board.ownerSVGElement.setAttribute("role", "group"); // a picture has no buttons in it
      put(spot, place, board);
      return;
    }
    const under = table().querySelector(`[data-place="${CSS.escape(place)}"]`);
    if (!under) return;
    const spot = document.createElement("button");
    spot.type = "button";
    spot.setAttribute("aria-label", label);
    put(spot, place, under);
  }

  function put(spot, place, into) {
    spot.classList.add("spot");
    if (chosen.length) spot.classList.add("ready");
    spot.dataset.spot = place;
    into.append(spot);
  }

  /** The moves that can be pressed now. */
  const offered = () => [...document.querySelectorAll("#tray-choice [data-byhand]")].map((each) => each.dataset.byhand);

  /** Several moves that fit, or one that needs no place: buttons below the pieces. */
  function offer(listed) {
    if (offered().join("\n") === listed.map((play) => play.move).join("\n")) return;
    document.getElementById("tray-choice").replaceChildren(
      ...listed.map((play) => {
        const button = Object.assign(document.createElement("button"), { type: "button", textContent: play.words });
        button.className = "small";
        button.dataset.byhand = play.move;
        return button;
      }),
    );
  }

  /** The best plays of the seat, for the hand that was typed or that it was dealt. */
  async function hint(button) {
    const place = document.getElementById("hints");
    const { seat } = tray().dataset;
    const query = new URLSearchParams({ seat });
    const hand = document.getElementById("legal-hand")?.value.trim();
    if (hand && document.getElementById("legal-seat").value === seat) query.set("hand", hand);
    button.disabled = true;
    place.setAttribute("aria-busy", "true");
    try {
      place.innerHTML = await fragment(address("hints", query));
    } catch (error) {
      place.textContent = error.message;
    } finally {
      place.removeAttribute("aria-busy");
      button.disabled = false;
    }
  }

  /** Takes a piece up, or puts it back. `button` was tapped: what was chosen before stays if the piece fits none of it. */
  function take(label, button) {
    told.hidden = true;
    const up = chosen.indexOf(label);
    const many = table().querySelectorAll(`[data-piece="${CSS.escape(label)}"]`).length;
    if (up >= 0 && chosen.filter((each) => each === label).length === many) chosen.splice(up, 1);
    else if (fitting().some((play) => has(play, [...chosen, label]))) chosen.push(label);
    else if (button && chosen.length > 1) return unfit(label, button);
    else chosen = [label];
    if (at && !fitting().length) at = "";
    const here = at ? fitting().filter(whole) : [];
    if (here.length === 1) play(here[0].move);
    else show();
  }

  /** Lays what was taken up at a place; without anything taken up, the place is kept, and pieces that fit stand out. */
  function lay(place, x, y) {
    const here = plays().filter((play) => play.place === place && whole(play));
    if (here.length === 1) play(here[0].move);
    else if (here.length) {
      at = place;
      show();
    } else if (chosen.length) refuse(place, x, y);
    else {
      at = at === place ? "" : place;
      show();
    }
  }

  /** Says at a piece why it does not go with what is chosen, which stays. */
  async function unfit(label, button) {
    const place = at || (fitting().find(whole) ?? fitting()[0])?.place || "";
    const before = chosen.join();
    await why(place, [...chosen, label]);
    if (chosen.join() !== before) return;
    if (!told.querySelector(".reason:not([data-none])")) told.textContent = t("piece.unfit");
    const { x, y, width } = button.getBoundingClientRect();
    tell(x + width / 2, y);
  }

  /** Says at the finger why the pieces cannot be laid there; nothing else moves. */
  async function refuse(place, x, y) {
    await why(place, chosen);
    const { move } = told.firstElementChild?.dataset ?? {};
    if (move) play(move);
    else tell(x, y);
  }

  async function why(place, pieces) {
    const { seat } = tray().dataset;
    const query = new URLSearchParams({ seat, place, pieces: pieces.join(" ") });
    try {
      told.innerHTML = await fragment(address("why", query));
    } catch (error) {
      told.textContent = error.detail ?? error.message;
    }
  }

  function tell(x, y) {
    told.hidden = false;
    const wide = told.offsetWidth;
    const high = told.offsetHeight;
    told.style.left = `${Math.max(8, Math.min(x - wide / 2, innerWidth - wide - 8))}px`;
    told.style.top = `${y - high - 14 > 8 ? y - high - 14 : Math.min(y + 14, innerHeight - high - 8)}px`;
  }

  /** What lies at a point of the page: a place that is lit, else where somebody points at. */
  function tap(target, x, y) {
    const spot = target.closest?.(".spot");
    if (spot) return lay(spot.dataset.spot, x, y);
    if (!chosen.length) return told.toggleAttribute("hidden", true);
    const board = target.closest?.("#table svg.board:not(.small)");
    if (board) {
      const point = new DOMPoint(x, y).matrixTransform(board.getScreenCTM().inverse());
      return refuse(`@${point.x.toFixed(1)},${point.y.toFixed(1)}`, x, y);
    }
    const place = target.closest?.("#table [data-place]");
    return place && refuse(place.dataset.place, x, y);
  }

  document.addEventListener("click", (event) => {
    if (!tray() || event.target.closest(".refused-here a")) return;
    const button = event.target.closest("[data-byhand]");
    const piece = event.target.closest("#table [data-piece]");
    const other = event.target.closest("#tray [data-tray]");
    if (other) {
      turned = { tray: other.dataset.tray, at: tray().dataset.version };
      reset();
      show();
      anew();
      return;
    }
    if (button) play(button.dataset.byhand);
    else if (event.target.closest("[data-hint]")) hint(event.target.closest("[data-hint]"));
    else if (piece && !drag?.moved) take(piece.dataset.piece, piece);
    else if (!piece && event.target.closest("#table")) {
      const box = event.target.getBoundingClientRect();
      const pointed = event.clientX || event.clientY;
      tap(event.target, pointed ? event.clientX : box.x + box.width / 2, pointed ? event.clientY : box.y + box.height / 2);
    } else told.hidden = true;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && (chosen.length || at)) {
      reset();
      show();
    } else if (["Enter", " "].includes(event.key) && event.target.matches?.("rect.spot")) {
      event.preventDefault();
      const box = event.target.getBoundingClientRect();
      lay(event.target.dataset.spot, box.x + box.width / 2, box.y);
    }
  });

  document.addEventListener("pointerdown", (event) => {
    drag = null;
    const piece = event.target.closest?.("#table [data-piece]");
    if (piece && event.isPrimary) drag = { piece, x: event.clientX, y: event.clientY, moved: false, shown: null };
  });
  document.addEventListener("pointermove", (event) => {
    if (!drag || !event.buttons) return;
    if (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > DRAGGED) start();
    if (drag.moved) Object.assign(drag.shown.style, { left: `${event.clientX}px`, top: `${event.clientY}px` });
  });
  document.addEventListener("pointerup", (event) => {
    if (!drag?.moved) return;
    drag.shown.remove();
    const under = document.elementFromPoint(event.clientX, event.clientY);
    if (under?.closest("#table") && !under.closest("#tray")) tap(under, event.clientX, event.clientY);
  });
  document.addEventListener("pointercancel", () => drag?.shown?.remove());
  addEventListener("resize", () => {
    table().style.removeProperty("--tray");
    rows();
  });
  let scrolled = 0; // the frame in which the page's new place is looked at
  addEventListener("scroll", () => {
    if (!chosen.length) return;
    scrolled ||= requestAnimationFrame(() => {
      scrolled = 0;
      choose(offered());
    });
  }, { passive: true });

  function start() {
    drag.moved = true;
    drag.shown = drag.piece.cloneNode(true);
    drag.shown.classList.add("dragged");
    document.body.append(drag.shown);
    const { piece } = drag.piece.dataset;
    if (!chosen.includes(piece)) take(piece);
  }

  const state = () => `${tray()?.dataset.seat} ${tray()?.dataset.version}`;
  let shown = state(); // for whom, and after how many moves, pieces can be taken up
  let turned = {}; // whose tray is wanted where it is not the turn of one alone, and after how many moves
  show();
  return {
    /** Who was turned to, until the next move: the page is asked for with their tray, and never shows another's. */
    turned: () => turned,
    /** The state of the game is shown anew: what was taken up for an older one is put back. */
    refresh() {
      const now = state();
      if (now !== shown) reset();
      shown = now;
      show();
    },
  };
}

function count(labels, label) {
  return labels.filter((each) => each === label).length;
}
