// Steppers: minus and plus over a row of radios or a list; and tricks that are counted player by
// player.
import { mark } from "./conflicts.js";
import { chosen, form } from "./fields.js";
import "./names.js";
import { tell } from "./saying.js";

const counters = form.querySelector("[data-tricks]");

const stepsOf = (group) => [...group.querySelectorAll("input, option")];
const placeOf = (steps) =>
  Math.max(
    0,
    steps.findIndex((step) => step.checked || step.selected),
  );

// Most of them are below announcements that nobody makes: what only the script needs, it adds.
for (const kontra of form.querySelectorAll(".announced > .kontra")) {
  const said = kontra.querySelector("select").getAttribute("aria-label");
  kontra.setAttribute("role", "group");
  kontra.setAttribute("aria-label", said);
  kontra.prepend(
    button("less", { sign: "−", step: -1, words: form.dataset.less, said }),
    document.createElement("output"),
    button("further", { sign: "+", step: 1, words: form.dataset.further, said }),
  );
}

function button(name, { sign, step, words, said }) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = name;
  made.dataset.step = step;
  made.textContent = sign;
  made.setAttribute(
    "aria-label",
    words.replace("{}", () => said),
  );
  return made;
}

// As if it had been tapped itself.
function take(step) {
  const list = step.closest("select");
  if (list) list.value = step.value;
  else step.checked = true;
  (list ?? step).dispatchEvent(new Event("change", { bubbles: true }));
}

// Its sign, and its word below.
function tellStep(output, step) {
  if (!step.text) {
    const words = step.closest("label").querySelector("span");
    if (output.innerHTML !== words.innerHTML) output.innerHTML = words.innerHTML;
  } else if (output.value !== step.text.replace(" ", "")) {
    const [sign, word] = step.text.split(/ (.*)/);
    const small = document.createElement("small");
    small.textContent = word;
    output.replaceChildren(sign, small);
  }
}

// Looked up once, as in fields.js.
const steppers = [...form.querySelectorAll(".kontra")].map((kontra) => [
  stepsOf(kontra),
  kontra.querySelector("output"),
  ...kontra.querySelectorAll("button"),
]);

export function drawSteps() {
  for (const [steps, output, less, further] of steppers) {
    const at = placeOf(steps);
    if (steps[at]) tellStep(output, steps[at]);
    less.disabled = at === 0;
    further.disabled = at >= steps.length - 1;
  }
  const card = form.querySelector("[data-called]");
  if (card) card.textContent = chosen("called") || "–";
}

form.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (!button) return;
  const steps = stepsOf(button.closest(".kontra"));
  const next = steps[placeOf(steps) + Number(button.dataset.step)];
  if (next?.dataset.why) tell(next.dataset.why);
  else if (next) take(next);
});

// A step that cannot be any more falls back to the first one.
export function settle() {
  for (const input of form.querySelectorAll(".kontra :checked[aria-disabled]")) {
    input.closest(".kontra").querySelector("input").checked = true;
  }
}

const told = () =>
  [...counters.querySelectorAll("input:checked")].reduce((sum, one) => sum + Number(one.value), 0);

export function drawTricks() {
  if (!counters) return;
  const left = Math.max(0, Number(counters.dataset.tricks) - told());
  counters.querySelector("[data-told]").textContent = told();
  for (const counter of counters.querySelectorAll(".kontra")) {
    const most = Number(counter.querySelector(":checked")?.value || 0) + left;
    for (const input of counter.querySelectorAll("input")) {
      mark(input, Number(input.value) > most ? counters.dataset.why : "");
    }
  }
  for (const button of counters.querySelectorAll("[data-rest]")) button.disabled = !left;
}

form.addEventListener("click", (event) => {
  const button = event.target.closest("[data-rest]");
  if (!button) return;
  const steps = stepsOf(button.previousElementSibling);
  const at = Number(steps.find((input) => input.checked)?.value || 0);
  const all = at + Number(counters.dataset.tricks) - told();
  const rest = steps.find((input) => Number(input.value) === all);
  if (rest) take(rest);
});
