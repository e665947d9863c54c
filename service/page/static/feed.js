// One event stream of the server for everything that is followed; it says when the server is gone, and when it is back.

const PATIENCE = 4000; // ms that the browser may take to connect again before the server counts as lost
const SILENCE = 15000; // ms without an event after which the server is asked whether it is there
const AGAIN = 3000; // ms between two tries where the browser has given up
const SETTLE = 30; // ms that several who begin or end at once are waited for

/** Follows games and tables by their names, `game:ID` and `table:ID`, each for as many as ask for it. */
export class Feed {
  #source = null;
  #followers = new Map(); // of each name, those who are told
  #told = new Map(); // of each name, what was told last
  #gone = false;
  #heard = 0;
  #settling = 0;
  #watch = 0;

  /** Tells `hear` what is known of a name, and what changes; `hear` gets `{told}`, `{lost: true}` or `{back: true}`. */
  follow(name, hear) {
    const others = this.#followers.get(name);
    if (others) others.add(hear);
    else this.#followers.set(name, new Set([hear]));
    if (this.#told.has(name)) hear({ told: this.#told.get(name) });
    if (this.#gone) hear({ lost: true });
    if (!others) this.#change();
  }

  /** Tells it no more. */
  leave(name, hear) {
    const others = this.#followers.get(name);
    if (!others?.delete(hear) || others.size) return;
    this.#followers.delete(name);
    this.#told.delete(name);
    this.#change();
  }

  /** Ends the stream at once, for all. */
  close() {
    this.#followers.clear();
    this.#told.clear();
    clearTimeout(this.#settling);
    this.#open();
  }

  #change() {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => this.#open(), SETTLE);
  }

  #open() {
    this.#source?.close();
    this.#source = null;
    clearInterval(this.#watch);
    if (!this.#followers.size) return;
    this.#heard = Date.now();
    const query = new URLSearchParams([...this.#followers.keys()].map((name) => ["of", name]));
    const mine = new EventSource(`/view/stream?${query}`);
    this.#source = mine;
    mine.addEventListener("open", () => this.#here());
    mine.addEventListener("change", (event) => {
      this.#here();
      const { of, told } = JSON.parse(event.data);
      this.#told.set(of, told);
      for (const hear of this.#followers.get(of) ?? []) hear({ told });
    });
    mine.addEventListener("error", () => {
      const unanswered = () => mine === this.#source && mine.readyState !== EventSource.OPEN;
      setTimeout(() => unanswered() && this.#away(), PATIENCE);
      if (mine.readyState === EventSource.CLOSED) setTimeout(() => unanswered() && this.#open(), AGAIN);
    });
    this.#watch = setInterval(() => this.#ask(), AGAIN);
  }

  /** A cable that is pulled, or a laptop that slept, ends no stream: silence is followed by a question. */
  async #ask() {
    const mine = this.#source;
    if (Date.now() - this.#heard < SILENCE || mine?.readyState !== EventSource.OPEN) return;
    try {
      await fetch("/api/v1/tables", { signal: AbortSignal.timeout(PATIENCE) });
      this.#here();
    } catch {
      if (mine !== this.#source) return;
      this.#away();
      this.#open();
    }
  }

  #here() {
    this.#heard = Date.now();
    if (this.#gone) this.#say({ back: true });
    this.#gone = false;
  }

  #away() {
    if (!this.#gone) this.#say({ lost: true });
    this.#gone = true;
  }

  #say(word) {
    for (const others of this.#followers.values()) for (const hear of others) hear(word);
  }
}
