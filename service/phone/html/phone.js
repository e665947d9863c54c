"use strict";
// The phone's camera, frame after frame to the table; one is on its way at a time, so that none queue up.

const PAUSE = 90; // ms between frames at the least
const AGAIN = [500, 1000, 2000, 4000]; // ms before trying again, when the table does not answer
const LONGEST = 1280; // px of a frame's long side
const STILL = 2560; // and of a still picture's
const QUALITY = 0.82;
const LATE = 10000; // ms after which a camera that shows nothing is given up
const ON = "tableside.on"; // keeps the word of the table for which the camera was on when this page was loaded anew

const byId = (name) => document.getElementById(name);
const texts = JSON.parse(byId("texts").textContent);
const word = document.querySelector("#same .word").textContent; // of this table
const view = byId("view");
const canvas = document.createElement("canvas");
let stream = null;
let wake = null;
let misses = 0;
let sending = Promise.resolve(); // the picture that is on its way

function say(state, words) {
  byId("line").className = state;
  byId("sign").textContent = { fine: "●", wrong: "!", off: "○" }[state];
  if (byId("words").textContent !== words) byId("words").textContent = words;
}

function shown(on) {
  byId("start").hidden = on;
  byId("stop").hidden = !on;
  byId("hint").hidden = byId("asks").hidden = on;
}

// The table awaits another phone, or none: whatever was pressed here would only be refused again.
function awayFromTable() {
  for (const name of ["buttons", "asks", "hint", "same"]) byId(name).hidden = true;
  byId("where").hidden = false;
}

async function start() {
  if (!navigator.mediaDevices || !navigator.mediaDevices.getUserMedia) {
    say("wrong", texts.no_camera_here);
    return;
  }
  byId("start").disabled = byId("picture").disabled = true;
  const opened = await open();
  byId("start").disabled = byId("picture").disabled = false;
  if (!opened) return sessionStorage.removeItem(ON);
  stream = opened;
  sessionStorage.setItem(ON, word);
  shown(true);
  say("fine", texts.on);
  keepAwake();
  send(stream);
}

// The camera's film, once it is shown; null where there is none, which is said.
async function open() {
  let opened;
  try {
    const wanted = { facingMode: { ideal: "environment" }, width: { ideal: 1280 }, height: { ideal: 720 } };
    opened = await navigator.mediaDevices.getUserMedia({ video: wanted, audio: false });
  } catch (refused) {
    say("wrong", { NotAllowedError: texts.not_allowed, NotFoundError: texts.none }[refused.name] || texts.busy);
    return null;
  }
  const [camera] = opened.getVideoTracks();
  camera.addEventListener("ended", stopHere);
  view.srcObject = opened;
  const shown = view.play().then(() => camera.readyState === "live", () => false);
  if (await Promise.race([shown, new Promise((late) => setTimeout(late, LATE, false))])) return opened;
  camera.stop();
  view.srcObject = null;
  say("wrong", texts.busy);
  return null;
}

function stop() {
  if (!stream) return;
  sessionStorage.removeItem(ON);
  for (const track of stream.getTracks()) track.stop();
  stream = view.srcObject = null;
  if (wake) wake.release().catch(() => {});
  wake = null;
  shown(false);
  say("off", texts.off);
}

// The table is told, too: it says what to do there. A picture that is on its way would say that the camera goes on.
async function stopHere() {
  stop();
  await sending;
  if (!stream) fetch("/phone/stop", { method: "POST", body: "{}", headers: { "Content-Type": "application/json" } }).catch(() => {});
}

async function keepAwake() {
  try {
    wake = await navigator.wakeLock.request("screen");
  } catch {
    wake = null; // the phone may go to sleep; the page says to keep it plugged in
  }
}

async function send(ours) {
  while (ours === stream) {
    const began = performance.now();
    if (view.videoWidth && !document.hidden) {
      const frame = await drawn(view, view.videoWidth, view.videoHeight, LONGEST);
      if (ours !== stream) return;
      sending = post("/phone/frame", frame, ours);
      if (!(await sending)) return;
    }
    const rest = misses ? AGAIN[Math.min(misses, AGAIN.length) - 1] : PAUSE - (performance.now() - began);
    await new Promise((done) => setTimeout(done, Math.max(10, rest)));
  }
}

function drawn(source, width, height, longest) {
  const scale = Math.min(1, longest / Math.max(width, height));
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext("2d").drawImage(source, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
}

// Whether to go on: no answer is tried again, "not you" is not.
// An answer that comes after its stream was stopped says nothing.
async function post(address, picture, ours = stream) {
  let answer;
  try {
    answer = await fetch(address, { method: "POST", body: picture, headers: { "Content-Type": "image/jpeg" }, signal: AbortSignal.timeout(8000) });
  } catch {
    if (ours !== stream) return false;
    misses += 1;
    say("wrong", texts.no_answer);
    return true;
  }
  const told = await answer.json().catch(() => ({}));
  if (ours !== stream) return false;
  if (answer.ok) {
    misses = 0;
    say("fine", told.line || texts.seen);
    return true;
  }
  const over = answer.status === 403;
  if (over) {
    stop();
    awayFromTable();
  } else misses += 1;
  say("wrong", told.detail || texts.refused);
  return !over;
}

async function takePicture() {
  const file = byId("picture").files[0];
  if (!file) return;
  stop();
  say("off", texts.sending);
  try {
    const image = await createImageBitmap(file);
    const picture = await drawn(image, image.width, image.height, STILL);
    await post("/phone/picture", picture);
  } catch {
    say("wrong", texts.unreadable);
  }
  byId("picture").value = "";
}

byId("start").addEventListener("click", start);
byId("start").disabled = false; // a press before this would be lost
if (word && sessionStorage.getItem(ON) === word) start();
byId("stop").addEventListener("click", stopHere);
byId("picture").addEventListener("change", takePicture);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && stream) keepAwake();
});
