// What is left of a round, beside the time of its end: counted from what the site said was left, because the clock of a phone may be wrong.
const ends = new WeakMap();

function tick() {
  for (const clock of document.querySelectorAll("[data-left]")) {
    if (!ends.has(clock)) ends.set(clock, Date.now() + Number(clock.dataset.left) * 1000);
    const left = Math.ceil((ends.get(clock) - Date.now()) / 1000);
    const told = left > 0 ? written(left) : clock.dataset.over;
    if (clock.textContent !== told) clock.textContent = told;
    clock.hidden = false;
  }
}

function written(left) {
  const [minutes, seconds] = [Math.floor(left / 60), left % 60];
  return `${minutes}:${String(seconds).padStart(2, "0")}`;
}

tick();
setInterval(tick, 1000);
