// Choose seats by tapping names in order, in place of a number for each player.
import { addSearch } from "./seats/search.js";

function addSeatPicker(list) {
  const fewest = Number(list.dataset.fewest);
  const most = Number(list.dataset.most);
  const rows = [...list.querySelectorAll("select")].map((select) => {
    const label = list.querySelector(`label[for="${select.id}"]`);
    const often = select.closest("li").hasAttribute("data-often");
    return { select, often, name: label.textContent.trim(), ...buildButton() };
  });
  const dealers = [...document.querySelectorAll("[data-seat]")].map((label) => {
    const chip = label.closest("label");
    return { label, chip, radio: chip.querySelector("input") };
  });
  const counter = document.querySelector("[data-chosen]");
  const getSeat = ({ select }) => Number(select.value);
  let filterButtons = () => {};

  function listSeatedRows() {
    return rows.filter(getSeat).sort((a, b) => getSeat(a) - getSeat(b));
  }

  function toggleSeat(row) {
    const before = listSeatedRows();
    const order = before.filter((other) => other !== row);
    const dealer = before[dealers.findIndex((seat) => seat.radio.checked)];
    if (!row.select.value && order.length < most) order.push(row);
    clearSeats();
    for (const [index, other] of order.entries()) other.select.value = String(index + 1);
    // The dealer is chosen by seat, but must stay the same player when the seats change.
    dealers[Math.max(order.indexOf(dealer), 0)].radio.checked = true;
    update();
  }

  function clearSeats() {
    for (const row of rows) row.select.value = "";
  }

  function update() {
    const order = listSeatedRows();
    for (const { button, number, select } of rows) {
      button.setAttribute("aria-pressed", String(Boolean(select.value)));
      button.disabled = !select.value && order.length >= most;
      number.textContent = select.value;
    }
    for (const [index, seat] of dealers.entries()) {
      seat.chip.hidden = !order[index];
      seat.label.textContent = order[index] ? order[index].name : "";
    }
    for (const section of document.querySelectorAll("[data-dealer]"))
      section.hidden = !order.length;
    if (counter) {
      counter.textContent = String(order.length);
      const fits = order.length >= fewest && order.length <= most;
      counter.closest(".counted").classList.toggle("fits", fits);
    }
    filterButtons();
  }

  document.querySelector("[data-clear-seats]")?.addEventListener("click", () => {
    clearSeats();
    update();
  });
  list.hidden = true;
  const pad = buildPad(list, rows, toggleSeat);
  // A long word needs wider columns, or it would break.
  function fitColumns() {
    const visible = rows.filter(({ button }) => !button.hidden);
    const hasLongWord = visible.some(({ name }) =>
      name.split(/[\s-]+/).some((word) => word.length > 12),
    );
    for (const box of [pad, ...dealers.map(({ chip }) => chip.parentElement)])
      box.classList.toggle("long", hasLongWord);
  }
  list.after(pad);
  if (list.dataset.find) filterButtons = addSearch(list, pad, rows, fitColumns);
  update();
  fitColumns();
  // After Back the browser restores the fields only when the page has loaded.
  addEventListener("pageshow", update);
}

function buildButton() {
  const button = document.createElement("button");
  const number = document.createElement("i");
  button.type = "button";
  return { button, number };
}

function buildPad(list, rows, toggleSeat) {
  const pad = document.createElement("div");
  pad.className = "tapped";
  pad.setAttribute("role", "group");
  pad.setAttribute("aria-labelledby", list.dataset.label);
  for (const row of rows) {
    const name = document.createElement("bdi");
    name.textContent = row.name;
    row.button.append(row.number, name);
    row.button.addEventListener("click", () => toggleSeat(row));
    pad.append(row.button);
  }
  return pad;
}

function addSeatPickers(root) {
  for (const list of root.querySelectorAll("[data-tap-seats]")) addSeatPicker(list);
}
addSeatPickers(document);
// A choice of another game or other house rules replaces the form.
document.addEventListener("drawn", ({ detail: { part } }) => addSeatPickers(part));
// After Back the game is the chosen one, but its rules are those of the page as it was sent.
addEventListener("pageshow", () => {
  const game = document.querySelector("[name=game]:checked");
  if (game?.defaultChecked === false) game.dispatchEvent(new Event("change", { bubbles: true }));
});
