// The legal moves of a seat, for a hand that was typed or shown on a photo.
import { fragment, notAPhoto, tell } from "./page.js";
import { t } from "./strings.js";

const MANY = 12; // moves from which on a list is narrowed down by typing
const WAIT = 150; // ms after a key before the list is asked for again

/** Makes the form work; `played` plays a move. The list follows the game once it was asked for. */
export function legal(id, played) {
  const form = document.getElementById("legal-form");
  const shown = document.getElementById("legal");
  const hand = document.getElementById("legal-hand");
  const seat = document.getElementById("legal-seat");
  const find = document.getElementById("legal-find");
  const narrow = document.getElementById("legal-narrow");
  let listed = false;
  let timer = 0;
  let request = 0; // of the newest list; what was asked for before something else was put up comes too late

  /** Puts another list up; where the old one had the focus, that goes to what asks for the next. */
  function put(html) {
    const inside = shown.contains(document.activeElement);
    request += 1;
    shown.innerHTML = html;
    const every = Number(document.getElementById("legal-count")?.dataset.every ?? 0);
    narrow.hidden = every < MANY;
    if (inside) form.querySelector("[type=submit]").focus();
  }

  function complain(text) {
    put("");
    const line = shown.appendChild(document.createElement("p"));
    line.className = "note";
    line.textContent = text;
  }

  async function list() {
    listed = true;
    const mine = ++request;
    const query = new URLSearchParams({ seat: seat.value });
    if (hand?.value.trim()) query.set("hand", hand.value.split(/[\s,;]+/).filter(Boolean).join(" "));
    if (find.value.trim()) query.set("find", find.value.trim());
    tell(document.getElementById("legal-alert"), "");
    try {
      const html = await fragment(`/view/games/${id}/legal?${query}`);
      if (mine === request) put(html);
    } catch (error) {
      if (mine === request) complain(error.detail ?? error.message);
    }
  }

  /** Lists for a hand that was seen, unless it is another player's turn to be asked about by now. */
  function take(labels, player) {
    if (seat.value !== player) return null;
    const known = labels.filter((label) => label && label !== "back");
    if (!known.length) return complain(t("photo.nothing"));
    hand.value = known.join(" ");
    return list();
  }

  /** The pieces that the camera sees beside what was played: a hand that somebody shows. */
  async function takeBeside(table) {
    const player = seat.value;
    try {
      const { observation, loose } = JSON.parse(await fragment(`/api/v1/tables/${encodeURIComponent(table)}`));
      return take(loose.map((n) => observation?.pieces[n]?.label), player);
    } catch (error) {
      return complain(error.detail ?? error.message);
    }
  }

  async function readPhoto(file) {
    if (notAPhoto(file)) return complain(notAPhoto(file));
    const kind = form.dataset.game;
    const player = seat.value;
    try {
      const text = await fragment(`/api/v1/read?game=${encodeURIComponent(kind)}`, {
        method: "POST",
        headers: { "Content-Type": file.type || "application/octet-stream" },
        body: file,
      });
      return take(JSON.parse(text).pieces.map((piece) => piece.label), player);
    } catch (error) {
      return complain(error.detail ?? error.message);
    }
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    list();
  });
  seat.addEventListener("change", () => {
    find.value = "";
    if (listed) list();
  });
  document.getElementById("legal-photo")?.addEventListener("change", (event) => {
    if (event.target.files[0]) readPhoto(event.target.files[0]);
    event.target.value = "";
  });
  document.getElementById("legal-beside")?.addEventListener("click", (event) => {
    takeBeside(event.target.dataset.table);
  });
  shown.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-play]");
    if (!button) return;
    const { play, seat: player, version } = button.dataset;
    await played(Number(player), play, Number(version), document.getElementById("legal-alert"));
  });
  find.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(list, WAIT);
  });

  return {
    /** The list of the new state; the seat becomes the one in turn. */
    refresh() {
      const turn = document.querySelector("#strip .player.active")?.dataset.seat;
      if (turn !== undefined && turn !== seat.value) {
        seat.value = turn;
        if (hand) hand.value = "";
        find.value = "";
        put("");
        listed = false;
      } else if (listed) list();
    },
  };
}
