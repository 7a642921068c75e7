// Work out who plays with whom and show or hide names by side.
import { form, getChoice, getInputs, isShown } from "./fields.js";

const DOT = "\u00a0·";
const SEPARATOR = `${DOT} `;

// Collected once, as in fields.js.
const groups = [...form.querySelectorAll("[data-side], [data-against]")].map((group) => [
  group,
  [...group.querySelectorAll("input")].map((input) => [input, input.closest("label")]),
]);

export function getSide(player) {
  const declarer = getChoice("declarer");
  if (!declarer || !player) return "";
  return player === declarer || player === getChoice("partner") ? "ours" : "theirs";
}

// A game without a partner field has a lone declarer.
export const areSidesKnown = () => Boolean(getChoice("partner")) || !getInputs("partner").length;

function getOpposingSide(name) {
  const side = areSidesKnown() && getSide(getChoice(name));
  return side && (side === "ours" ? "theirs" : "ours");
}

const findName = (input) => input.closest("label").querySelector("bdi");

export function drawSides() {
  drawNames();
  for (const group of groups) drawGroup(...group);
  for (const part of form.querySelectorAll("[data-who]")) {
    const { who } = part.dataset;
    const [side] = getChoice(who).split("_");
    // The player who announced it is known to have its card.
    part.hidden = !side || Boolean(getChoice(`${who}_${side}`));
  }
  for (const fold of form.querySelectorAll(".who")) {
    fold.hidden = !fold.querySelector("[data-who]:not([hidden])");
  }
  drawCatches();
}

function drawNames() {
  const seats = getInputs("declarer").filter((input) => !input.disabled);
  for (const heading of form.querySelectorAll("[data-names]")) {
    heading.dataset.usual ??= heading.textContent;
    const names = seats
      .filter((input) => getSide(input.value) === heading.dataset.names)
      .map(findName);
    const text = names.map((name) => name.textContent).join(SEPARATOR);
    if (!areSidesKnown() || !text) heading.textContent = heading.dataset.usual;
    else if (heading.textContent !== text) heading.replaceChildren(...joinNames(names));
  }
}

// Each name stays on one line if there is room, with the dot after it.
function joinNames(names) {
  return names.flatMap((name, index) => {
    const copy = name.cloneNode(true);
    if (index + 1 < names.length) copy.append(DOT);
    return index ? [" ", copy] : [copy];
  });
}

// Hide the players of a group who are on the wrong side.
function drawGroup(group, inputs) {
  if (!isShown(group)) return;
  const { against, side: ownSide } = group.dataset;
  let side = against ? getOpposingSide(against) : ownSide;
  if (side !== "ours" && side !== "theirs") side = getChoice(side).split("_")[0];
  for (const [input, label] of inputs) {
    const isHidden = Boolean(side) && getSide(input.value) !== side;
    if (label.hidden !== isHidden) label.hidden = isHidden;
    if (isHidden) input.checked = false;
  }
}

// Do not ask who caught the XXI if only one player could, or if the side announced the catch.
function drawCatches() {
  const side = getOpposingSide("catch_from");
  for (const group of form.querySelectorAll("[data-against]")) {
    const labels = group.querySelectorAll("label:not([hidden])");
    const isAnnounced =
      side && getInputs(`${group.dataset.figure}_${side}`).some((input) => input.checked);
    group.parentElement.hidden = isAnnounced || (Boolean(side) && labels.length < 2);
  }
}
