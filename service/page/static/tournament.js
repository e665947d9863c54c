// A tournament: what changes is fetched anew, forms are sent as JSON, and its clock counts down.
import { localTimes } from "./clock.js";
import { countDown } from "./countdown.js";
import { morph } from "./morph.js";
import { LOST, fragment, send, tell } from "./page.js";
import "./settings.js";
import { follow } from "./stream.js";
import { t } from "./strings.js";
import { ask } from "./sure.js";
import { inTurn } from "./turn.js";

const main = document.getElementById("main");
const now = document.getElementById("now");
const alertLine = document.getElementById("alert");
let key = "";
const begun = new WeakSet(); // forms that somebody fills in; any other offers what is newest

const refresh = inTurn(async () => {
  try {
    morph(now, await fragment(main.dataset.fragment));
    countDown();
    for (const form of now.querySelectorAll("form")) if (!begun.has(form)) form.reset();
    results();
    localTimes(now);
    tell(alertLine, "");
  } catch (error) {
    tell(alertLine, error.message);
  }
});

/** The results that may be ruled, by the names of those who are chosen. */
function results() {
  const of = document.getElementById("rule-on")?.selectedOptions[0];
  for (const each of of ? document.getElementById("rule-result").options : []) {
    if (of.dataset[each.value]) each.textContent = of.dataset[each.value];
  }
}

/** What a field of a form says, in JSON's types; undefined where it is left empty. */
function value(field) {
  const { kind } = field.dataset;
  if (kind === "fields") return JSON.parse(field.value);
  if (kind === "lines") return field.value.split("\n").filter((line) => line.trim());
  if (kind === "number") return field.value === "" ? undefined : Number(field.value);
  if (kind === "choice") return field.value || null;
  return field.value;
}

async function act(what) {
  try {
    await what();
    tell(alertLine, "");
  } catch (error) {
    tell(alertLine, error.message);
    alertLine.scrollIntoView({ block: "nearest" });
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.dataset.post) return;
  event.preventDefault();
  const fields = [...form.elements].filter((each) => each.name && each.type !== "submit");
  const body = Object.assign({}, ...fields.map((each) => (each.dataset.kind === "fields" ? value(each) : { [each.name]: value(each) })));
  if (event.submitter?.name) body[event.submitter.name] = event.submitter.value === "true";
  act(async () => {
    const made = await send(form.dataset.post, body);
    if (form.dataset.goto) location.assign(form.dataset.goto + made.id);
    else {
      begun.delete(form);
      await refresh();
    }
  });
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-act]");
  if (button) act(() => send(button.dataset.act, JSON.parse(button.dataset.body ?? "{}")).then(refresh));
});

document.addEventListener("input", (event) => event.target.form && begun.add(event.target.form));
document.addEventListener("change", (event) => event.target.id === "rule-on" && results());
document.getElementById("delete")?.addEventListener("click", () => {
  const { tournament: id, title: name } = main.dataset;
  ask(t("cup.sure", { name }), t("cup.sure.text"), async () => {
    await fragment(`/api/v1/tournaments/${id}`, { method: "DELETE" });
    location.assign("/tournaments");
  });
});
document.getElementById("full")?.addEventListener("click", () => document.documentElement.requestFullscreen?.());
localTimes(document);
results();
if (main.dataset.tournament) {
  follow(`tournament:${main.dataset.tournament}`, {
    hear: (state) => {
      if (state.key === key) return;
      key = state.key;
      refresh();
    },
    lost: () => tell(alertLine, LOST),
    back: refresh,
  });
}
