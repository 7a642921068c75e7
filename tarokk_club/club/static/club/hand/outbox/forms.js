// A form whose hand waits in the outbox until the book has it.
import { draw } from "./list.js";
import { outbox } from "../../base/outbox/outbox.js";

function wordOf(input) {
  if (input.options) return input.selectedOptions[0]?.text.split(" ")[0];
  const label = input.closest("label");
  const spoken = input.getAttribute("aria-label");
  return (spoken || label?.querySelector("bdi, span")?.childNodes[0]?.textContent)?.trim();
}

function stepOf(input) {
  const group = input.closest(".kontra");
  return group && `${group.getAttribute("aria-label")} ${wordOf(input)}`;
}

// What was chosen, in the form's own words; what stands there by itself is not told.
function wordsOf(form) {
  if (form.dataset.words) return [form.dataset.words];
  const usual = JSON.parse(form.dataset.usual);
  const told = (one) => !("idle" in one.dataset) && !["", "0", usual[one.name]].includes(one.value);
  const chosen = [...form.querySelectorAll("input:checked, select")].filter(told);
  const fields = [...form.querySelectorAll("input[inputmode=numeric], textarea")];
  const typed = fields.filter((input) => input.value.trim());
  return [
    ...chosen.map((input) => stepOf(input) || wordOf(input)),
    ...typed.map((input) =>
      [input.labels[0]?.textContent.trim(), input.value.trim()].filter(Boolean).join(": "),
    ),
  ].filter(Boolean);
}

function handOf(form) {
  const own = ["csrfmiddlewaretoken", "key", "version"];
  const { session, box, sheet, who, title } = form.dataset;
  const version = Number(form.elements.version.value);
  return {
    key: form.elements.key.value,
    ...{ session, box, sheet, who, title },
    page: form.getAttribute("action"),
    version,
    shown: version,
    fields: [...new FormData(form)].filter(([name]) => !own.includes(name)),
    words: wordsOf(form),
    at: Date.now(),
  };
}

const saves = (form, button) =>
  form.dataset.box && !button?.name && !button?.hasAttribute("formaction");

document.addEventListener("submit", (event) => {
  const { target: form, submitter: button } = event;
  if (event.defaultPrevented) return;
  if ("outboxDrop" in (button?.dataset ?? {})) {
    event.preventDefault();
    drop(form, button);
  } else if (saves(form, button)) {
    event.preventDefault();
    if (form.getAttribute("aria-busy") !== "true") save(form, button);
  }
});

// Dropped by the person's own word: here first, then in the book's draft. Where it was the only hand
// that others entered, the person has seen it, and the next one goes on from there.
async function drop(form, button) {
  const hands = await outbox.all().catch(() => []);
  const hand = hands.find(({ key }) => key === form.elements.key.value);
  const seen = Number(button.dataset.outboxDrop);
  if (hand) await outbox.complete(hand, seen || hand.version, hand.version);
  delete button.dataset.outboxDrop;
  form.requestSubmit(button);
}

async function save(form, button) {
  form.setAttribute("aria-busy", "true");
  button?.setAttribute("aria-busy", "true");
  const hand = handOf(form);
  let waited = false;
  try {
    waited = await outbox.put(hand, form.dataset.replaces);
  } catch {
    form.submit();
    return;
  }
  const { key, session, who } = hand;
  const front = { key, session, who, token: form.elements.csrfmiddlewaretoken.value };
  await outbox.send(front);
  await settle(form, hand, waited, front.next);
  form.removeAttribute("aria-busy");
  button?.removeAttribute("aria-busy");
}

// Saved: on to where the server says. Asked or refused: the server's page says so. Else it waits, and
// the form is free. A form that was saved is no page to come back to, so the next one replaces it.
async function settle(form, hand, waited, next) {
  const mine = !next && (await outbox.all()).find((one) => one.key === hand.key);
  if (!mine) {
    location.replace(next || hand.sheet);
    return;
  }
  if (mine.state === "waiting") {
    // The form is emptied for the next hand; then this one is no longer in front, but in the list.
    const waits = new CustomEvent("hand-waits", { bubbles: true, cancelable: true });
    const taken = !form.dispatchEvent(waits);
    if (!taken && navigator.serviceWorker?.controller) location.replace(hand.sheet);
    else await draw();
    return;
  }
  // A form that was refused is still in front of the person; what had waited before waits on.
  const refused = mine.state === "refused" && mine.status === 422;
  if (!waited && refused) await outbox.remove(hand.key);
  form.submit();
}
