// How announced figures ended, and taps that must not guess: a double tap, a default tapped off.
import { all, choose, chosen, form } from "./fields.js";

const AGAIN_WITHIN = 400;
const alwaysChosen = (form.dataset.alwaysChosen ?? "").split(" ");
const places = [...form.querySelectorAll("[data-announced]")].map((place) => ({
  place,
  mark: `${place.dataset.announced}_made`,
  ends: JSON.parse(place.dataset.ends),
}));

// --- taps, before anything else sees them; a radio that is tapped looks chosen already.
let before = new Set();
let declarer = "";
let last = null;
let at = 0;

form.addEventListener(
  "click",
  (event) => {
    const input = event.target;
    if (!input.matches("input[type=radio], input[type=checkbox]")) return;
    const twice = input === last && event.timeStamp - at < AGAIN_WITHIN;
    const stays = input.type === "radio" && before.has(input) && alwaysChosen.includes(input.name);
    last = input;
    at = event.timeStamp;
    if (!twice && !stays) return;
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
    // Who was the partner becomes the declarer: the two swap.
    const swap = name === "declarer" && declarer && chosen("partner") === value;
    if (swap) choose("partner", declarer);
    for (const { place, mark, ends } of places) agree(place, { mark, ends, name, value });
  },
  true,
);

// A figure is made or failed, not both: the later mark counts.
function agree(place, { mark, ends, name, value }) {
  const made = ends.filter(([, end]) => end === "made").map(([choice]) => choice);
  if (made.includes(`${name}=${value}`) && !place.querySelector(".tick.end")) choose(mark, "");
  if (name !== mark || value !== "lost") return;
  for (const [field, tick] of made.map((choice) => choice.split("="))) {
    const result = field === "result" || field === "tricks";
    if (tick && !result && chosen(field) === tick) choose(field, "");
  }
}

// --- what follows is drawn
function sideOf(player) {
  const partner = chosen("partner");
  if (!chosen("declarer") || !player || (all("partner").length && !partner)) return "";
  return player === chosen("declarer") || player === partner ? "ours" : "theirs";
}

function holds(choice) {
  const [field, value] = choice.split("=");
  if (value !== undefined) return chosen(field) === value;
  const [name, side] = choice.split("@");
  return Boolean(chosen(name)) && sideOf(chosen(name)) === side;
}

export function drawEnds() {
  for (const { place, mark, ends } of places) {
    const found = ends.find(([choice]) => holds(choice));
    const end = chosen(mark) || (found ? found[1] : "");
    if ((place.dataset.end ?? "") !== end) place.dataset.end = end;
  }
  const known = Boolean(chosen("partner") || !all("partner").length);
  for (const row of form.querySelectorAll(".by .row")) {
    row.classList.toggle("only", known && row.querySelectorAll("label:not([hidden])").length === 1);
  }
  before = new Set(form.querySelectorAll("input[type=radio]:checked"));
  declarer = chosen("declarer");
}
