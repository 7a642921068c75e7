// The form of a hand: what is chosen in it, and what it would send.
export const form = document.getElementById("entry");
export const foot = document.querySelector(".foot");
export const NUMBER = "input[inputmode=numeric]";
export const TICKS = "input[type=radio], input[type=checkbox]";

// Looked up once: a tap asks for many of them, and the fields of a page stay.
const fields = new Map();
for (const one of form.elements) fields.set(one.name, [...(fields.get(one.name) || []), one]);

export const all = (name) => fields.get(name) || [];
// Of a list something is always chosen.
const isChosen = (input) => input.checked || input.type === "select-one";
export const chosen = (name) => all(name).find(isChosen)?.value || "";
export const hidden = (name) => form.elements[name];

export function choose(name, value) {
  for (const input of all(name)) {
    if (input.options) input.value = value;
    else input.checked = input.value === value;
  }
}

// "field=value" or "field!=value"; several with "&" between them hold together, one of several with
// "|" between them is enough.
export const holds = (choice) => read(choice).some((together) => together.every(holdsOne));

const holdsOne = ([name, not, value]) => (chosen(name) === value) !== Boolean(not);

// Read once: many controls depend on the same choice, and each tap asks for all of them.
const choices = new Map();
function read(choice) {
  if (!choices.has(choice)) {
    const split = (one) => /^(.*?)(!?)=(.*)$/.exec(one).slice(1);
    choices.set(
      choice,
      choice.split("|").map((each) => each.split("&").map(split)),
    );
  }
  return choices.get(choice);
}

const SENT = `:enabled[name]:not(button, [name=reason])`;

// FormData would let Chromium lay out the page first, at every tap.
export function data() {
  const sent = new URLSearchParams();
  for (const input of form.elements) {
    const told = input.checked || !/radio|checkbox/.test(input.type);
    if (told && input.matches(SENT)) sent.append(input.name, input.value);
  }
  return sent;
}

export const taps = () => data().toString();
