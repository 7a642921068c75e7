// Let the user change the order of announcements, which is at first the order of the taps.
import { getConflicts } from "./conflicts.js";
import { saveDraft } from "./draft.js";
import { form, getInputs } from "./fields.js";
import { showMessage } from "./feedback.js";

const list = form.querySelector(".speaking ol");
const [template] = form.querySelector(".speaking template").content.children;
const checkboxes = [...form.querySelectorAll(".horn input")];
const { order } = form.elements;

function listAnnounced() {
  const names = checkboxes.filter((checkbox) => checkbox.checked).map((checkbox) => checkbox.name);
  const ordered = order.value.split(" ").filter((name) => names.includes(name));
  return [...new Set([...ordered, ...names])];
}

// Return why two announcements cannot swap: some figures may not follow a volat of the same side.
function findReason(name, volat) {
  if (!name || !volat?.startsWith("volat_")) return "";
  const [checkbox] = getInputs(name);
  const conflicts = checkbox.dataset.conflicts ? getConflicts(checkbox) : [];
  return conflicts.find(([condition]) => condition.startsWith(`${volat}=on`))?.[1] ?? "";
}

function drawOrder() {
  const names = listAnnounced();
  const listed = names.length > 1 ? names : [];
  for (const checkbox of checkboxes) {
    const { dataset } = checkbox.closest("label");
    if (listed.includes(checkbox.name)) dataset.place = names.indexOf(checkbox.name) + 1;
    else delete dataset.place;
  }
  list.replaceChildren(...listed.map(buildItem));
}

function buildItem(name, index, names) {
  const item = template.cloneNode(true);
  for (const text of item.querySelectorAll("[data-text]")) {
    text.textContent = getInputs(name)[0].getAttribute("aria-label");
  }
  const [earlier, later] = item.querySelectorAll("button");
  const previous = names[index - 1];
  const next = names[index + 1];
  setUpButton(earlier, `earlier ${name}`, index, findReason(previous, name));
  setUpButton(later, `later ${name}`, next, findReason(name, next));
  return item;
}

function setUpButton(button, value, canMove, why) {
  button.value = value;
  button.disabled = !canMove;
  button.dataset.why = why;
  if (why) button.setAttribute("aria-disabled", "true");
}

list.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  event.preventDefault();
  if (button.dataset.why) {
    showMessage(button.dataset.why);
    return;
  }
  const [direction, name] = button.value.split(" ");
  const names = listAnnounced();
  const from = names.indexOf(name);
  names.splice(direction === "later" ? from + 1 : from - 1, 0, ...names.splice(from, 1));
  order.value = [...new Set([...names, ...order.value.split(" ")])].join(" ");
  drawOrder();
  const moved = list.children[names.indexOf(name)];
  (moved.querySelector(`[value^=${direction}]:enabled`) ?? moved.querySelector(":enabled")).focus();
  saveDraft();
});

form.addEventListener("updated", drawOrder);
