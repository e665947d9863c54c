// A first game, step by step: the right play on the table leads to the next step.
import { byHand } from "./byhand.js";
import "./settings.js";

const { game, step } = document.getElementById("main").dataset;
const next = () => location.assign(`?step=${Number(step) + 1}`);
byHand("", next, { base: `/view/rules/${game}/first`, more: () => [["step", step]] });
