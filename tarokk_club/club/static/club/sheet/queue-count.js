// Show the number of queued hands of a session beside its count of hands.
async function showQueueCount() {
  const hands = await window.outbox.all();
  for (const box of document.querySelectorAll("[data-queued]")) {
    const count = hands.filter(({ session }) => session === box.dataset.queued).length;
    box.hidden = !count;
    box.querySelector("b").textContent = count;
  }
}

document.addEventListener("DOMContentLoaded", showQueueCount);
document.addEventListener("outbox", showQueueCount);
document.addEventListener("sheet-changed", showQueueCount);
