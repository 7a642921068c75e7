// Who plays with whom, as far as it is known, and which names each part of the form shows by that.
import { all, chosen, form } from "./fields.js";

const SEPARATOR = "\u00a0· ";

// Looked up once, as in fields.js.
const groups = [...form.querySelectorAll("[data-side], [data-against]")].map((group) => [
  group.dataset,
  [...group.querySelectorAll("input")].map((input) => [input, input.closest("label")]),
]);

function sideOf(player) {
  const declarer = chosen("declarer");
  if (!declarer || !player) return "";
  return player === declarer || player === chosen("partner") ? "ours" : "theirs";
}

// Where nobody is called, the declarer is alone from the start.
const sidesKnown = () => Boolean(chosen("partner")) || !all("partner").length;

function against(name) {
  const side = sidesKnown() && sideOf(chosen(name));
  return side && (side === "ours" ? "theirs" : "ours");
}

function nameOf(input) {
  return input.closest("label").querySelector("bdi")?.textContent ?? "";
}

export function drawSides() {
  drawNames();
  for (const group of groups) drawGroup(...group);
  for (const part of form.querySelectorAll("[data-who]")) {
    const { who } = part.dataset;
    const [side] = chosen(who).split("_");
    // Who announced it holds its card, and is asked once.
    part.hidden = !side || Boolean(chosen(`${who}_${side}`));
  }
  for (const fold of form.querySelectorAll(".who")) {
    fold.hidden = !fold.querySelector("[data-who]:not([hidden])");
  }
  drawCaught();
}

function drawNames() {
  const seats = all("declarer").filter((input) => !input.disabled);
  for (const head of form.querySelectorAll("[data-names]")) {
    head.dataset.usual ??= head.textContent;
    const names = seats.filter((input) => sideOf(input.value) === head.dataset.names).map(nameOf);
    if (!sidesKnown() || !names.length) head.textContent = head.dataset.usual;
    else if (head.textContent !== names.join(SEPARATOR)) head.replaceChildren(...joined(names));
  }
}

// A name stays on one line where its column has room.
function joined(names) {
  return names.flatMap((name, place) => {
    const whole = document.createElement("bdi");
    whole.textContent = name;
    return place ? [SEPARATOR, whole] : [whole];
  });
}

function drawGroup({ against: rival, side: its }, inputs) {
  let side = rival ? against(rival) : its;
  if (side !== "ours" && side !== "theirs") side = chosen(side).split("_")[0];
  for (const [input, label] of inputs) {
    const away = Boolean(side) && sideOf(input.value) !== side;
    if (label.hidden !== away) label.hidden = away;
    if (away) input.checked = false;
  }
}

// Who caught the XXI follows when only one could, or when the side announced it.
function drawCaught() {
  const side = against("catch_from");
  for (const group of form.querySelectorAll("[data-against]")) {
    const open = group.querySelectorAll("label:not([hidden])");
    const told = side && all(`${group.dataset.figure}_${side}`).some((input) => input.checked);
    group.parentElement.hidden = told || (Boolean(side) && open.length < 2);
  }
}
