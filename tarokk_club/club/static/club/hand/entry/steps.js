// Steppers: minus and plus over a row of radios; and tricks that are counted player by player.
import { mark } from "./barred.js";
import { chosen, form } from "./fields.js";
import { tell } from "./saying.js";

const counters = form.querySelector("[data-tricks]");

const radiosOf = (group) => [...group.querySelectorAll("input")];
const placeOf = (radios) =>
  Math.max(
    0,
    radios.findIndex((input) => input.checked),
  );

// Most of them are below announcements that nobody makes: what only the script needs, it adds.
for (const kontra of form.querySelectorAll(".announced > .kontra")) {
  const said = kontra.getAttribute("aria-label");
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

// As if the radio itself had been tapped.
function take(radio) {
  radio.checked = true;
  radio.dispatchEvent(new Event("change", { bubbles: true }));
}

export function drawSteps() {
  for (const kontra of form.querySelectorAll(".kontra")) {
    const radios = radiosOf(kontra);
    const at = placeOf(radios);
    const words = radios[at]?.closest("label").querySelector("span");
    const output = kontra.querySelector("output");
    if (words && output.innerHTML !== words.innerHTML) output.innerHTML = words.innerHTML;
    const [less, further] = kontra.querySelectorAll("button");
    less.disabled = at === 0;
    further.disabled = at >= radios.length - 1;
  }
  const card = form.querySelector("[data-called]");
  if (card) card.textContent = chosen("called") || "–";
}

form.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (!button) return;
  const radios = radiosOf(button.closest(".kontra"));
  const next = radios[placeOf(radios) + Number(button.dataset.step)];
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
  const radios = radiosOf(button.previousElementSibling);
  const at = Number(radios.find((input) => input.checked)?.value || 0);
  const all = at + Number(counters.dataset.tricks) - told();
  const rest = radios.find((input) => Number(input.value) === all);
  if (rest) take(rest);
});
