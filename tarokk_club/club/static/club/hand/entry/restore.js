// What was tapped while the network or the page was gone comes back.
import { redraw } from "./auction.js";
import { saveDraft, state } from "./draft.js";
import { form, hidden, NUMBER, TICKS } from "./fields.js";
import { forget, left, now } from "./state.js";
import { update } from "./update.js";

export function restore() {
  const revision = Number(hidden("revision").value);
  if (revision) {
    now.kept = "kept";
    state();
  }
  const was = left();
  if (!was) return;
  const same = was.number === form.dataset.number;
  if (!was.waiting && same && was.revision > revision) {
    // The taps reached the book while this page was on its way: it is older than they are.
    forget();
    location.reload();
    return;
  }
  if (!(same && isOpen(was, revision)) && (was.sent || !(now.ahead || was.ahead))) {
    forget();
    return;
  }
  fill(new URLSearchParams(was.taps));
  now.again = true;
  update();
  saveDraft();
}

function isOpen(was, revision) {
  const mine = was.key === hidden("key").value;
  // A hand that was sent and has no draft any more was most likely saved.
  const open = was.waiting && (!was.sent || revision);
  // One revision further is the last post of the page before, which reached the book unheard.
  const landed = was.revision === revision || (was.revision === revision - 1 && mine);
  return open && landed && (!revision || mine);
}

function fill(taps) {
  for (const input of form.querySelectorAll(TICKS)) {
    if (!("idle" in input.dataset)) {
      input.checked = taps.getAll(input.name).includes(input.value);
    }
  }
  const typed = [...form.querySelectorAll(`${NUMBER}, select`)].map((input) => input.name);
  for (const name of ["key", "auction", "order", ...typed]) {
    if (form.elements[name] && taps.has(name)) form.elements[name].value = taps.get(name);
  }
  if (taps.get("auction")) redraw();
}
