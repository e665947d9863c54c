// Two sounds: one for a play that is not allowed, one for a question. Browsers stay silent until somebody has touched
// the page once.
import { on } from "./settings.js";

const ILLEGAL = [[494, 0], [330, 0.18]]; // Hz, s from now: falling
const QUESTION = [[523, 0], [659, 0.16]]; // rising
const LONG = 0.16; // s
const LOUD = 0.25;
let context = null;

function wake() {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
}

function play(tones) {
  if (!on("sound") || context === null) return;
  for (const [pitch, after] of tones) {
    const start = context.currentTime + after;
    const tone = new OscillatorNode(context, { type: "triangle", frequency: pitch });
    const loud = new GainNode(context, { gain: 0 });
    loud.gain.setValueAtTime(0, start);
    loud.gain.linearRampToValueAtTime(LOUD, start + 0.02);
    loud.gain.linearRampToValueAtTime(0, start + LONG);
    tone.connect(loud).connect(context.destination);
    tone.start(start);
    tone.stop(start + LONG);
  }
}

/** Tells of a play that the rules refuse. */
export function soundIllegal() {
  play(ILLEGAL);
  if (on("sound") && navigator.userActivation?.hasBeenActive) navigator.vibrate?.([120, 60, 120]);
}

/** Tells of a question. */
export function soundQuestion() {
  play(QUESTION);
}

for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, wake, { once: true });
