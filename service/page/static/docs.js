// Operations are tried from the page itself: the request goes to this server, the answer is shown beneath the form.
import { paint } from "./pixels.js";
import "./settings.js";
import { t } from "./strings.js";

/** The request that a form describes. */
function request(form) {
  let path = form.dataset.path;
  const query = new URLSearchParams();
  const headers = {};
  for (const field of form.querySelectorAll("[data-in]")) {
    if (!field.value) continue;
    if (field.dataset.in === "path") path = path.replace(`{${field.name}}`, encodeURIComponent(field.value));
    else if (field.dataset.in === "query") query.append(field.name, field.value);
    else headers[field.name] = field.value;
  }
  const address = query.size ? `${path}?${query}` : path;
  const photo = form.elements.photo?.files[0];
  if (photo) headers["Content-Type"] = photo.type;
  if (form.elements.body) headers["Content-Type"] = "application/json";
  return { address, options: { method: form.dataset.method, headers, body: photo ?? form.elements.body?.value } };
}

/** An element with a text. */
function made(tag, text) {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

const LINE = 88; // letters of a line of JSON; a part that is longer is laid out on several

/** JSON to be read by people: what fits into a line stays in one. */
function laidOut(value, indent = "") {
  const line = JSON.stringify(value);
  if (indent.length + line.length <= LINE || value === null || typeof value !== "object") return line;
  const deeper = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((part) => laidOut(part, deeper))
    : Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}: ${laidOut(part, deeper)}`);
  const [begin, end] = Array.isArray(value) ? "[]" : "{}";
  return `${begin}\n${deeper}${parts.join(`,\n${deeper}`)}\n${indent}${end}`;
}

/** Shows an answer: JSON laid out, a picture as one, other files as a link. */
async function show(output, answer) {
  const type = (answer.headers.get("Content-Type") ?? "").split(";")[0];
  output.replaceChildren(made("b", `${answer.status}`), ` ${type}`);
  if (type.startsWith("image/")) {
    const shown = paint(document.createElement("canvas"), await createImageBitmap(await answer.blob()));
    shown.setAttribute("role", "img");
    shown.setAttribute("aria-label", type);
    output.append(" ", shown);
    return;
  }
  if (type === "application/zip") {
    const link = made("a", type);
    link.href = URL.createObjectURL(await answer.blob());
    link.download = type;
    output.append(" ", link);
    return;
  }
  const text = await answer.text();
  output.append(made("pre", type.endsWith("json") ? laidOut(JSON.parse(text)) : text));
}

/** Shows what a stream says as it comes, until it is stopped. */
async function listen(output, answer) {
  const lines = output.appendChild(made("pre", ""));
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    lines.textContent = (lines.textContent + part.value).slice(-20000);
    output.scrollTop = output.scrollHeight;
  }
}

/** Sends what a form describes. */
async function attempt(form) {
  const output = form.querySelector(".tried");
  const stop = form.querySelector(".stop");
  const running = new AbortController();
  output.hidden = false;
  output.replaceChildren("…");
  stop.onclick = () => running.abort();
  try {
    const { address, options } = request(form);
    const answer = await fetch(address, { ...options, signal: running.signal });
    const streams = (answer.headers.get("Content-Type") ?? "").startsWith("text/event-stream");
    stop.hidden = !streams;
    if (!streams) return await show(output, answer);
    output.replaceChildren(made("b", `${answer.status}`), " text/event-stream");
    await listen(output, answer);
  } catch {
    if (!running.signal.aborted) output.replaceChildren(t("lost"));
  } finally {
    stop.hidden = true;
  }
}

/** Opens the part that the address names, so that a link into a closed part is no dead end. */
function reveal() {
  const wanted = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!(wanted instanceof HTMLDetailsElement)) return;
  wanted.open = true;
  wanted.scrollIntoView();
}

for (const form of document.querySelectorAll("form.try"))
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(form);
  });
window.addEventListener("hashchange", reveal);
reveal();
