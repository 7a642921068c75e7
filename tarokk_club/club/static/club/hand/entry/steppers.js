// Add minus and plus buttons to levels of kontra and to tricks counted by player.
import { barControl } from "./conflicts.js";
import { form, getChoice, isShown } from "./fields.js";
import "./accessible-names.js";
import { showMessage } from "./feedback.js";

const trickCounters = form.querySelector("[data-tricks]");

const listSteps = (group) => [...group.querySelectorAll("input, option")];
const findIndex = (steps) =>
  Math.max(
    0,
    steps.findIndex((step) => step.checked || step.selected),
  );

// Read once: a form looks up each of its properties among all its fields.
const { dataset } = form;

// Built when the announcement is made, as most never are.
function buildStepper(kontra) {
  const label = kontra.querySelector("select").getAttribute("aria-label");
  kontra.setAttribute("role", "group");
  kontra.setAttribute("aria-label", label);
  kontra.prepend(
    createButton("less", -1, label),
    document.createElement("output"),
    createButton("further", 1, label),
  );
}

function createButton(className, step, label) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = className;
  button.dataset.step = step;
  button.textContent = step < 0 ? "−" : "+";
  button.setAttribute(
    "aria-label",
    dataset[className].replace("{}", () => label),
  );
  return button;
}

// Choose a step and dispatch the change event that a tap on it would dispatch.
function chooseStep(step) {
  const list = step.closest("select");
  if (list) list.value = step.value;
  else step.checked = true;
  (list ?? step).dispatchEvent(new Event("change", { bubbles: true }));
}

// Show the sign of a step with its word below.
function drawStep(output, step) {
  if (!step.text) {
    const text = step.closest("label").querySelector("span");
    if (output.innerHTML !== text.innerHTML) output.innerHTML = text.innerHTML;
  } else if (output.value !== step.text.replace(" ", "")) {
    const [sign, word] = step.text.split(/ (.*)/);
    const small = document.createElement("small");
    small.textContent = word;
    output.replaceChildren(sign, small);
  }
}

const kontras = [...form.querySelectorAll(".kontra")];

export function drawSteppers() {
  for (const kontra of kontras) {
    if (!isShown(kontra)) continue;
    if (!kontra.querySelector("output")) buildStepper(kontra);
    const [less, further] = kontra.querySelectorAll("button");
    const steps = listSteps(kontra);
    const index = findIndex(steps);
    if (steps[index]) drawStep(kontra.querySelector("output"), steps[index]);
    less.disabled = index === 0;
    further.disabled = index >= steps.length - 1;
  }
  const calledCard = form.querySelector("[data-called]");
  if (calledCard) calledCard.textContent = getChoice("called") || "–";
}

form.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (!button) return;
  const steps = listSteps(button.closest(".kontra"));
  const next = steps[findIndex(steps) + Number(button.dataset.step)];
  if (next?.dataset.why) showMessage(next.dataset.why);
  else if (next) chooseStep(next);
});

// Go back to the first step where the chosen one has become impossible.
export function resetImpossibleSteps() {
  for (const input of form.querySelectorAll(".kontra :checked[aria-disabled]")) {
    input.closest(".kontra").querySelector("input").checked = true;
  }
}

const countTricks = () =>
  [...trickCounters.querySelectorAll("input:checked")].reduce(
    (sum, input) => sum + Number(input.value),
    0,
  );

export function drawTricks() {
  if (!trickCounters) return;
  const left = Math.max(0, Number(trickCounters.dataset.tricks) - countTricks());
  trickCounters.querySelector("[data-count]").textContent = countTricks();
  for (const counter of trickCounters.querySelectorAll(".kontra")) {
    const most = Number(counter.querySelector(":checked")?.value || 0) + left;
    for (const input of counter.querySelectorAll("input")) {
      barControl(input, Number(input.value) > most ? trickCounters.dataset.why : "");
    }
  }
  for (const button of trickCounters.querySelectorAll("[data-rest]")) button.disabled = !left;
}

// The "rest" button gives a player all tricks that are left.
form.addEventListener("click", (event) => {
  const button = event.target.closest("[data-rest]");
  if (!button) return;
  const steps = listSteps(button.previousElementSibling);
  const taken = Number(steps.find((input) => input.checked)?.value || 0);
  const total = taken + Number(trickCounters.dataset.tricks) - countTricks();
  const step = steps.find((input) => Number(input.value) === total);
  if (step) chooseStep(step);
});
