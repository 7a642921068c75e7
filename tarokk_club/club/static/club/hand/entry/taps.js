// Handle a tap and its effects on other fields.
import { parseForSide } from "./conflicts.js";
import { saveDraft } from "./draft.js";
import {
  checkedRadios,
  footer,
  form,
  getChoice,
  getInputs,
  NUMBER_FIELDS,
  setChoice,
} from "./fields.js";
import { ACCEPTED, REFUSED, showMessage, vibrate } from "./feedback.js";
import { rememberChecked, updateForm } from "./update.js";

// A second tap on a radio button clears the choice.
form.addEventListener("click", (event) => {
  const input = event.target;
  if (input.type !== "radio" && input.type !== "checkbox") return;
  const isSecondTap = input.type === "radio" && checkedRadios.has(input);
  // A choice that has become impossible can still be cleared.
  if (input.dataset.why && !isSecondTap && input.checked) {
    event.preventDefault();
    vibrate(REFUSED);
    showMessage(input.dataset.why);
  } else if (isSecondTap) {
    input.checked = false;
    handleChange(input);
  }
});
form.addEventListener("change", (event) => handleChange(event.target));
form.addEventListener("input", (event) => {
  if (event.target.matches(NUMBER_FIELDS)) handleChange(event.target);
});

function handleChange(input) {
  vibrate(ACCEPTED);
  if ("idle" in input.dataset) {
    rememberChecked();
    return;
  }
  if (input.closest("[data-spoken], .horn")) updateOrder(input);
  if (input.dataset.raises && input.checked) clearLower(...parseForSide(input, "raises"));
  if (input.name === "outcome") applyOutcome();
  applyChoice(input);
  const part = input.closest("fieldset, .field");
  for (const invalid of part?.querySelectorAll("[aria-invalid]") ?? []) {
    invalid.removeAttribute("aria-invalid");
  }
  updateForm();
  saveDraft();
}

// Clear or set the fields that the choice rules out or implies.
function applyChoice(input) {
  const partner = getChoice("partner");
  if (input.name === "declarer" && partner === getChoice("declarer")) setChoice("partner", "");
  const opener = input.name === "called" && input.checked && form.querySelector(".opens-called");
  if (opener) opener.checked = false;
  if (input.name === "result" && input.checked) {
    const points = form.elements.declarer_points;
    if (points?.value) points.value = "";
    setChoice("tricks", "split");
  }
  if (input.name === "declarer_points" && input.value) {
    setChoice("result", "");
    // All 94 card points mean all tricks.
    if (input.value === "94") setChoice("tricks", "all");
  }
}

// The "repeat" link copies declarer, bid and partner from the previous hand, not its result.
export const repeatLink = footer.querySelector("[data-again]");
repeatLink?.addEventListener("click", (event) => {
  event.preventDefault();
  const previous = JSON.parse(repeatLink.dataset.again);
  for (const [name, value] of Object.entries(previous)) setChoice(name, value);
  vibrate(ACCEPTED);
  updateForm();
  saveDraft();
  // The link disappears; move the focus to the result, which is still missing.
  getInputs("result")[0]?.focus({ preventScroll: true });
});

// The link takes the place of the amounts until something is entered.
form.addEventListener("updated", () => {
  const isStarted = ["declarer", "bid", "partner", "result"].some(getChoice);
  if (repeatLink) repeatLink.hidden = isStarted || !["", "played"].includes(getChoice("outcome"));
});

// Clear the lower announcements with the same card, as only the highest counts.
// The last argument is the message to show.
function clearLower(...names) {
  const message = names.pop();
  const lower = names.flatMap(getInputs).filter((input) => input.checked);
  for (const input of lower) input.checked = false;
  if (lower.length) showMessage(message);
}

function applyOutcome() {
  if (!getInputs("outcome").some((input) => input.checked)) setChoice("outcome", "played");
  if (getChoice("outcome") === "failed_trial" && !getChoice("declarer")) {
    // Only the last bidder can be left with a trial three.
    setChoice("declarer", form.querySelector("[data-trial]").dataset.trial);
    if (!getChoice("bid")) setChoice("bid", "three");
  }
}

// Keep the names of tapped fields in the order of the taps.
function updateOrder(input) {
  const order = form.elements.order;
  const names = order.value.split(" ").filter((name) => name && name !== input.name);
  if (getChoice(input.name)) names.push(input.name);
  order.value = names.join(" ");
}
