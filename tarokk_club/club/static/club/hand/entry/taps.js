// A tap, and what it changes beside its own field.
import { ofItsSide } from "./conflicts.js";
import { saveDraft } from "./draft.js";
import { all, choose, chosen, foot, form, NUMBER } from "./fields.js";
import { feel, REFUSED, TAKEN, tell } from "./saying.js";
import { held, hold, update } from "./update.js";

// The same tap takes a choice back.
form.addEventListener("click", (event) => {
  const input = event.target;
  if (input.type !== "radio" && input.type !== "checkbox") return;
  const again = input.type === "radio" && held.has(input);
  // What has become impossible can still be taken back.
  if (input.dataset.why && !again && input.checked) {
    event.preventDefault();
    feel(REFUSED);
    tell(input.dataset.why);
  } else if (again) {
    input.checked = false;
    changed(input);
  }
});
form.addEventListener("change", (event) => changed(event.target));
form.addEventListener("input", (event) => {
  if (event.target.matches(NUMBER)) changed(event.target);
});

function changed(input) {
  feel(TAKEN);
  if ("idle" in input.dataset) {
    hold();
    return;
  }
  if (input.closest("[data-told], .horn")) tellOrder(input);
  if (input.dataset.raises && input.checked) raise(...ofItsSide(input, "raises"));
  if (input.name === "outcome") outcomeChosen();
  followed(input);
  const part = input.closest("fieldset, .field");
  for (const one of part?.querySelectorAll("[aria-invalid]") ?? []) {
    one.removeAttribute("aria-invalid");
  }
  update();
  saveDraft();
}

// What the choice rules out, or says in other words.
function followed(input) {
  const partner = chosen("partner");
  if (input.name === "declarer" && partner === chosen("declarer")) choose("partner", "");
  const opener = input.name === "called" && input.checked && form.querySelector(".opens-called");
  if (opener) opener.checked = false;
  if (input.name === "result" && input.checked) {
    const points = form.elements.declarer_points;
    if (points?.value) points.value = "";
    choose("tricks", "split");
  }
  if (input.name === "declarer_points" && input.value) {
    choose("result", "");
    // All card points take all tricks.
    if (input.value === "94") choose("tricks", "all");
  }
}

// One tap says who played what with whom in the hand before; how this one ended is told anew.
export const repeat = foot.querySelector("[data-again]");
repeat?.addEventListener("click", (event) => {
  event.preventDefault();
  const before = JSON.parse(repeat.dataset.again);
  for (const [name, value] of Object.entries(before)) choose(name, value);
  feel(TAKEN);
  update();
  saveDraft();
  // The link goes, and the focus with it: the result is what is missing.
  all("result")[0]?.focus({ preventScroll: true });
});

// It stands where the amounts will come, until something is told.
form.addEventListener("updated", () => {
  const told = ["declarer", "bid", "partner", "result"].some(chosen);
  if (repeat) repeat.hidden = told || !["", "played"].includes(chosen("outcome"));
});

// Announced higher with the same card: only the higher counts. The last word is what is said.
function raise(...names) {
  const say = names.pop();
  const lower = names.flatMap(all).filter((one) => one.checked);
  for (const one of lower) one.checked = false;
  if (lower.length) tell(say);
}

function outcomeChosen() {
  if (!all("outcome").some((input) => input.checked)) choose("outcome", "played");
  if (chosen("outcome") === "failed_trial" && !chosen("declarer")) {
    // Only the last to speak can be left with a trial three.
    choose("declarer", form.querySelector("[data-trial]").dataset.trial);
    if (!chosen("bid")) choose("bid", "three");
  }
}

// What was told first stands first: the names of the fields, in the order of the taps.
function tellOrder(input) {
  const order = form.elements.order;
  const names = order.value.split(" ").filter((name) => name && name !== input.name);
  if (chosen(input.name)) names.push(input.name);
  order.value = names.join(" ");
}
