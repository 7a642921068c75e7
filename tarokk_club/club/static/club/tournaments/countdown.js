// Count down the time left in a round, from the seconds that the server sent: a phone's clock may
// be wrong.
const deadlines = new WeakMap();

function updateClocks() {
  for (const clock of document.querySelectorAll("[data-left]")) {
    if (!deadlines.has(clock)) deadlines.set(clock, Date.now() + Number(clock.dataset.left) * 1000);
    const secondsLeft = Math.ceil((deadlines.get(clock) - Date.now()) / 1000);
    const text = secondsLeft > 0 ? formatTime(secondsLeft) : clock.dataset.over;
    if (clock.textContent !== text) clock.textContent = text;
    clock.hidden = false;
  }
}

function formatTime(secondsLeft) {
  const [minutes, seconds] = [Math.floor(secondsLeft / 60), secondsLeft % 60];
  return `${minutes}:${String(seconds).padStart(2, "0")}`;
}

updateClocks();
setInterval(updateClocks, 1000);
