// Seats by tapping in order; underneath are the numbered choices.
import { addSearch } from "./seats/search.js";

function tapSeats(list) {
  const fewest = Number(list.dataset.fewest);
  const most = Number(list.dataset.most);
  const rows = [...list.querySelectorAll("select")].map((select) => {
    const label = list.querySelector(`label[for="${select.id}"]`);
    const often = select.closest("li").hasAttribute("data-often");
    return { select, often, name: label.textContent.trim(), ...buttonOf() };
  });
  const dealers = [...document.querySelectorAll("[data-seat]")].map((label) => {
    const chip = label.closest("label");
    return { label, chip, radio: chip.querySelector("input") };
  });
  const count = document.querySelector("[data-chosen]");
  const seatOf = ({ select }) => Number(select.value);
  let narrow = () => {};

  function seated() {
    return rows.filter(seatOf).sort((a, b) => seatOf(a) - seatOf(b));
  }

  function tap(row) {
    const before = seated();
    const order = before.filter((other) => other !== row);
    const dealer = before[dealers.findIndex((seat) => seat.radio.checked)];
    // The same tap takes the tap back.
    if (!row.select.value && order.length < most) order.push(row);
    clear();
    for (const [place, other] of order.entries()) other.select.value = String(place + 1);
    // Who was to deal still deals, wherever the seat is now.
    dealers[Math.max(order.indexOf(dealer), 0)].radio.checked = true;
    draw();
  }

  function clear() {
    for (const row of rows) row.select.value = "";
  }

  function draw() {
    const order = seated();
    for (const { button, place, select } of rows) {
      button.setAttribute("aria-pressed", String(Boolean(select.value)));
      button.disabled = !select.value && order.length >= most;
      place.textContent = select.value;
    }
    for (const [place, seat] of dealers.entries()) {
      seat.chip.hidden = !order[place];
      seat.label.textContent = order[place] ? order[place].name : "";
    }
    for (const part of document.querySelectorAll("[data-dealer]")) part.hidden = !order.length;
    if (count) {
      count.textContent = String(order.length);
      const fits = order.length >= fewest && order.length <= most;
      count.closest(".counted").classList.toggle("fits", fits);
    }
    narrow();
  }

  document.querySelector("[data-clear-seats]")?.addEventListener("click", () => {
    clear();
    draw();
  });
  list.hidden = true;
  const pad = padOf(list, rows, tap);
  // A long word keeps in one piece, in fewer columns.
  function widen() {
    const shown = rows.filter(({ button }) => !button.hidden);
    const long = shown.some(({ name }) => name.split(/[\s-]+/).some((word) => word.length > 12));
    for (const one of [pad, ...dealers.map(({ chip }) => chip.parentElement)])
      one.classList.toggle("long", long);
  }
  list.after(pad);
  if (list.dataset.find) narrow = addSearch(list, pad, rows, widen);
  draw();
  widen();
}

function buttonOf() {
  const button = document.createElement("button");
  const place = document.createElement("i");
  button.type = "button";
  return { button, place };
}

function padOf(list, rows, tap) {
  const pad = document.createElement("div");
  pad.className = "tapped";
  pad.setAttribute("role", "group");
  pad.setAttribute("aria-labelledby", list.dataset.label);
  for (const row of rows) {
    const name = document.createElement("bdi");
    name.textContent = row.name;
    row.button.append(row.place, name);
    row.button.addEventListener("click", () => tap(row));
    pad.append(row.button);
  }
  return pad;
}

function begin(part) {
  for (const list of part.querySelectorAll("[data-tap-seats]")) tapSeats(list);
}
begin(document);
// The form is drawn anew where another game or other house rules are chosen.
document.addEventListener("drawn", ({ detail: { part } }) => begin(part));
