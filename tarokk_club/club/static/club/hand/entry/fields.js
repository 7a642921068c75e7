// Read and set the fields of a hand's form.
export const form = document.getElementById("entry");
export const footer = document.querySelector(".foot");
export const NUMBER_FIELDS = "input[inputmode=numeric]";
export const CHOICES = "input[type=radio], input[type=checkbox]";

// The radio buttons that were checked before a tap, as a second tap clears a choice.
export const checkedRadios = new Set();

// Collected once, because each tap reads many fields and the fields of a page do not change.
const inputsByName = new Map();
for (const input of form.elements) {
  inputsByName.set(input.name, [...(inputsByName.get(input.name) || []), input]);
}

export const getInputs = (name) => inputsByName.get(name) || [];
// A list always has a value.
const isChosen = (input) => input.checked || input.type === "select-one";
export const getChoice = (name) => getInputs(name).find(isChosen)?.value || "";
// Return whether a part is on screen, unless it is of an announcement that was not made.
export const isShown = (part) => {
  const announcement = part.closest("[data-announced]");
  return !announcement || getChoice(announcement.dataset.announced);
};
export const getField = (name) => form.elements[name];

export function setChoice(name, value) {
  for (const input of getInputs(name)) {
    if (input.options) input.value = value;
    else input.checked = input.value === value;
  }
}

// Evaluate a condition: "field=value" or "field!=value", joined by "&" and then by "|".
export const isTrue = (condition) =>
  parseCondition(condition).some((terms) => terms.every(isTermTrue));

const isTermTrue = ([name, not, value]) => (getChoice(name) === value) !== Boolean(not);

// Parsed once, because many controls have the same conditions and each tap evaluates all.
const parsedConditions = new Map();
function parseCondition(condition) {
  if (!parsedConditions.has(condition)) {
    const parseTerm = (term) => /^(.*?)(!?)=(.*)$/.exec(term).slice(1);
    parsedConditions.set(
      condition,
      condition.split("|").map((terms) => terms.split("&").map(parseTerm)),
    );
  }
  return parsedConditions.get(condition);
}

const SENT_FIELDS = `:enabled[name]:not(button, [name=reason], :is(${CHOICES}):not(:checked))`;

// FormData is not used, as it makes Chromium lay out the page at every tap.
export const collectData = () =>
  new URLSearchParams(
    [...form.querySelectorAll(SENT_FIELDS)].map(({ name, value }) => [name, value]),
  );

export const serializeTaps = () => collectData().toString();
