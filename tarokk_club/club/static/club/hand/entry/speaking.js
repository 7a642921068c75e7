// The order of speaking: the taps make it, the buttons of its list change it.
import { conflictsOf } from "./conflicts.js";
import { saveDraft } from "./draft.js";
import { all, form } from "./fields.js";
import { tell } from "./saying.js";

const list = form.querySelector(".speaking ol");
const [sample] = form.querySelector(".speaking template").content.children;
const horns = [...form.querySelectorAll(".horn input")];
const { order } = form.elements;

function spoken() {
  const names = horns.filter((horn) => horn.checked).map((horn) => horn.name);
  const first = order.value.split(" ").filter((name) => names.includes(name));
  return [...new Set([...first, ...names])];
}

// Why the two cannot change places: after the volat of a side some figures are not announced.
function findReason(name, volat) {
  if (!name || !volat?.startsWith("volat_")) return "";
  const [horn] = all(name);
  const conflicts = horn.dataset.conflicts ? conflictsOf(horn) : [];
  return conflicts.find(([choice]) => choice.startsWith(`${volat}=on`))?.[1] ?? "";
}

function draw() {
  const names = spoken();
  const listed = names.length > 1 ? names : [];
  for (const horn of horns) {
    const { dataset } = horn.closest("label");
    if (listed.includes(horn.name)) dataset.place = names.indexOf(horn.name) + 1;
    else delete dataset.place;
  }
  list.replaceChildren(...listed.map(item));
}

function item(name, place, names) {
  const made = sample.cloneNode(true);
  for (const text of made.querySelectorAll("[data-text]")) {
    text.textContent = all(name)[0].getAttribute("aria-label");
  }
  const [earlier, later] = made.querySelectorAll("button");
  settle(earlier, `earlier ${name}`, place, findReason(names[place - 1], name));
  settle(later, `later ${name}`, names[place + 1], findReason(name, names[place + 1]));
  return made;
}

function settle(button, value, other, why) {
  button.value = value;
  button.disabled = !other;
  button.dataset.why = why;
  if (why) button.setAttribute("aria-disabled", "true");
}

list.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  event.preventDefault();
  if (button.dataset.why) {
    tell(button.dataset.why);
    return;
  }
  const [way, name] = button.value.split(" ");
  const names = spoken();
  const from = names.indexOf(name);
  names.splice(way === "later" ? from + 1 : from - 1, 0, ...names.splice(from, 1));
  order.value = [...new Set([...names, ...order.value.split(" ")])].join(" ");
  draw();
  const moved = list.children[names.indexOf(name)];
  (moved.querySelector(`[value^=${way}]:enabled`) ?? moved.querySelector(":enabled")).focus();
  saveDraft();
});

form.addEventListener("updated", draw);
