// Seats by tapping in order; underneath are the numbered choices.
"use strict";
function tapSeats(list) {
  const most = Number(list.dataset.most);
  const rows = [...list.querySelectorAll("select")].map((select) => ({ select, name: list.querySelector(`label[for="${select.id}"]`).textContent.trim() }));
  const pad = document.createElement("div");
  pad.className = "tapped";
  pad.setAttribute("role", "group");
  pad.setAttribute("aria-labelledby", list.dataset.label);
  rows.forEach((row) => {
    const button = row.button = document.createElement("button");
    button.type = "button";
    const place = row.place = document.createElement("i");
    const name = document.createElement("bdi");
    name.textContent = row.name;
    button.append(place, name);
    button.addEventListener("click", () => tap(row));
    pad.append(button);
  });
  const seated = () => rows.filter((row) => row.select.value).sort((a, b) => a.select.value - b.select.value);

  const dealers = [...document.querySelectorAll("[data-seat]")].map((label) => ({ label, chip: label.closest("label"), radio: label.closest("label").querySelector("input") }));

  function tap(row) {
    const before = seated(), order = before.filter((other) => other !== row);
    const dealer = before[dealers.findIndex((seat) => seat.radio.checked)];
    // The same tap takes the tap back.
    if (!row.select.value && order.length < most) order.push(row);
    rows.forEach((other) => { other.select.value = ""; });
    order.forEach((other, place) => { other.select.value = String(place + 1); });
    // Who was to deal still deals, wherever the seat is now.
    dealers[Math.max(order.indexOf(dealer), 0)].radio.checked = true;
    draw();
  }
  function draw() {
    const order = seated();
    rows.forEach((row) => {
      row.button.setAttribute("aria-pressed", String(Boolean(row.select.value)));
      row.button.disabled = !row.select.value && order.length >= most;
      row.place.textContent = row.select.value;
    });
    dealers.forEach((seat, place) => {
      seat.chip.hidden = !order[place];
      seat.label.textContent = order[place] ? order[place].name : "";
    });
    document.querySelectorAll("[data-dealer]").forEach((part) => { part.hidden = !order.length; });
  }
  document.querySelector("[data-clear-seats]")?.addEventListener("click", () => {
    rows.forEach((row) => { row.select.value = ""; });
    draw();
  });
  list.hidden = true;
  list.after(pad);
  draw();
}
document.querySelectorAll("[data-tap-seats]").forEach(tapSeats);
