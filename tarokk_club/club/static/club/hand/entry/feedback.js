// Show short messages above the save button and vibrate on taps.
const box = document.getElementById("say");
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
const MESSAGE_TIME = 4000;
// Vibration patterns, in milliseconds.
export const ACCEPTED = 10;
export const REFUSED = [15, 50, 15];
export const SAVED = 30;

let timer = 0;
export function showMessage(text) {
  clearTimeout(timer);
  box.textContent = text;
  box.hidden = !text;
  if (text) {
    timer = setTimeout(() => {
      box.hidden = true;
    }, MESSAGE_TIME);
  }
}

export function vibrate(pattern) {
  if (!reducedMotion.matches) navigator.vibrate?.(pattern);
}
