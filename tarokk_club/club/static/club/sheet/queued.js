// Beside the count of hands on the sheet: how many of this session wait on this phone.
async function count() {
  const hands = await window.outbox.all();
  for (const place of document.querySelectorAll("[data-queued]")) {
    const queued = hands.filter(({ session }) => session === place.dataset.queued).length;
    place.hidden = !queued;
    place.querySelector("b").textContent = queued;
  }
}

document.addEventListener("DOMContentLoaded", count);
document.addEventListener("outbox", count);
document.addEventListener("sheet-changed", count);
