// What the screen says above its button, and what the thumb feels; never a sound.
const say = document.getElementById("say");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const SAY_FOR = 4000;
export const TAKEN = 10;
export const REFUSED = [15, 50, 15];
export const SAVED = 30;

let quiet = 0;
export function tell(text) {
  clearTimeout(quiet);
  say.textContent = text;
  say.hidden = !text;
  if (text) {
    quiet = setTimeout(() => {
      say.hidden = true;
    }, SAY_FOR);
  }
}

export function feel(pattern) {
  if (!still.matches) navigator.vibrate?.(pattern);
}
