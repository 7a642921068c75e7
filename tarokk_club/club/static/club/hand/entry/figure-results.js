// Show how announced figures ended, and keep stray taps from changing the hand.
import { CHOICES, checkedRadios, form, getChoice, isShown, setChoice } from "./fields.js";
import { areSidesKnown, getSide } from "./sides.js";

const DOUBLE_TAP_TIME = 400;
const requiredNames = (form.dataset.alwaysChosen ?? "").split(" ");
const announcements = [...form.querySelectorAll("[data-announced]")].map((place) => ({
  place,
  mark: `${place.dataset.announced}_made`,
  ends: JSON.parse(place.dataset.ends),
}));

let declarerBefore = "";
let lastInput = null;
let lastTime = 0;

// Ignore the second tap of a double tap, and a tap that would clear a required choice.
// In the capture phase, as other listeners must not see it; the radio is checked by then.
form.addEventListener(
  "click",
  (event) => {
    const input = event.target;
    if (!input.matches(CHOICES)) return;
    const isDoubleTap = input === lastInput && event.timeStamp - lastTime < DOUBLE_TAP_TIME;
    const isRequired =
      input.type === "radio" && checkedRadios.has(input) && requiredNames.includes(input.name);
    lastInput = input;
    lastTime = event.timeStamp;
    if (!isDoubleTap && !isRequired) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);

form.addEventListener(
  "change",
  (event) => {
    const { name, value, checked } = event.target;
    if (!checked) return;
    // If the partner becomes the declarer, the two swap roles.
    const isSwap = name === "declarer" && declarerBefore && getChoice("partner") === value;
    if (isSwap) setChoice("partner", declarerBefore);
    for (const { place, mark, ends } of announcements) {
      resolveContradiction(place, { mark, ends, name, value });
    }
  },
  true,
);

// A figure cannot be both made and lost: the later tap clears the earlier mark.
function resolveContradiction(place, { mark, ends, name, value }) {
  const made = ends.filter(([, end]) => end === "made").map(([condition]) => condition);
  if (made.includes(`${name}=${value}`) && !place.querySelector(".tick.end")) setChoice(mark, "");
  if (name !== mark || value !== "lost") return;
  for (const [field, tick] of made.map((condition) => condition.split("="))) {
    const isResult = field === "result" || field === "tricks";
    if (tick && !isResult && getChoice(field) === tick) setChoice(field, "");
  }
}

// Evaluate "field=value", or "field@side" for a player chosen from that side.
function isTrue(condition) {
  const [field, value] = condition.split("=");
  if (value !== undefined) return getChoice(field) === value;
  const [name, side] = condition.split("@");
  return areSidesKnown() && getSide(getChoice(name)) === side;
}

export function drawResults() {
  for (const { place, mark, ends } of announcements) {
    if (!isShown(place)) continue;
    const implied = ends.find(([condition]) => isTrue(condition));
    const end = getChoice(mark) || (implied ? implied[1] : "");
    if ((place.dataset.end ?? "") !== end) place.dataset.end = end;
    const isAlone =
      areSidesKnown() && place.querySelectorAll(".by label:not([hidden])").length === 1;
    place.querySelector(".by .row")?.classList.toggle("only", isAlone);
  }
  declarerBefore = getChoice("declarer");
}
