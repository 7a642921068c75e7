// Save hands by way of the outbox, so that a form works without a network.
import { drawList } from "./list.js";
import { outbox } from "../../base/outbox/outbox.js";

function getLabel(input) {
  if (input.options) return input.selectedOptions[0]?.text.split(" ")[0];
  const label = input.closest("label");
  const ariaLabel = input.getAttribute("aria-label");
  return (ariaLabel || label?.querySelector("bdi, span")?.childNodes[0]?.textContent)?.trim();
}

function getStepperLabel(input) {
  const group = input.closest(".kontra");
  return group && `${group.getAttribute("aria-label")} ${getLabel(input)}`;
}

// Describe the hand by the labels of what was chosen or typed, without defaults.
function describeHand(form) {
  if (form.dataset.words) return [form.dataset.words];
  const defaults = JSON.parse(form.dataset.usual);
  const isNotable = (input) =>
    !("idle" in input.dataset) && !["", "0", defaults[input.name]].includes(input.value);
  const chosen = [...form.querySelectorAll("input:checked, select")].filter(isNotable);
  const fields = [...form.querySelectorAll("input[inputmode=numeric], textarea")];
  const typed = fields.filter((input) => input.value.trim());
  return [
    ...chosen.map((input) => getStepperLabel(input) || getLabel(input)),
    ...typed.map((input) =>
      [input.labels[0]?.textContent.trim(), input.value.trim()].filter(Boolean).join(": "),
    ),
  ].filter(Boolean);
}

function buildHand(form) {
  const added = ["csrfmiddlewaretoken", "key", "version"];
  const { session, box, sheet, who, title } = form.dataset;
  const version = Number(form.elements.version.value);
  return {
    key: form.elements.key.value,
    ...{ session, box, sheet, who, title },
    page: form.getAttribute("action"),
    version,
    shown: version,
    fields: [...new FormData(form)].filter(([name]) => !added.includes(name)),
    words: describeHand(form),
    at: Date.now(),
  };
}

const isSave = (form, button) =>
  form.dataset.box && !button?.name && !button?.hasAttribute("formaction");

document.addEventListener("submit", (event) => {
  const { target: form, submitter: button } = event;
  if (event.defaultPrevented) return;
  if ("outboxDrop" in (button?.dataset ?? {})) {
    event.preventDefault();
    dropHand(form, button);
  } else if (isSave(form, button)) {
    event.preventDefault();
    if (form.getAttribute("aria-busy") !== "true") saveHand(form, button);
  }
});

// Drop a hand from the outbox, then its draft on the server. The button has the version that
// the user has seen by now, if any; the next hand continues from it.
async function dropHand(form, button) {
  const hands = await outbox.all().catch(() => []);
  const hand = hands.find(({ key }) => key === form.elements.key.value);
  const seen = Number(button.dataset.outboxDrop);
  if (hand) await outbox.complete(hand, seen || hand.version, hand.version);
  delete button.dataset.outboxDrop;
  form.requestSubmit(button);
}

async function saveHand(form, button) {
  form.setAttribute("aria-busy", "true");
  button?.setAttribute("aria-busy", "true");
  const hand = buildHand(form);
  let wasStored = false;
  try {
    wasStored = await outbox.put(hand, form.dataset.replaces);
  } catch {
    form.submit();
    return;
  }
  const { key, session, who } = hand;
  let hasGone = false;
  // Replace the page, as Back must not return to a saved form.
  const goOn = (next) => {
    hasGone = true;
    location.replace(next);
  };
  await outbox.send({ key, session, who, token: form.elements.csrfmiddlewaretoken.value, goOn });
  if (!hasGone) await showRefusal(form, hand, wasStored, goOn);
  form.removeAttribute("aria-busy");
  button?.removeAttribute("aria-busy");
}

// The server has not accepted the hand: go on to its own page if it objected, else free the form.
async function showRefusal(form, hand, wasStored, goOn) {
  const stored = (await outbox.all()).find((other) => other.key === hand.key);
  if (!stored) {
    goOn(hand.sheet);
    return;
  }
  if (stored.state === "waiting") {
    // The entry handles the event by clearing its form for the next hand.
    const waits = new CustomEvent("hand-waits", { bubbles: true, cancelable: true });
    const isHandled = !form.dispatchEvent(waits);
    if (!isHandled && navigator.serviceWorker?.controller) goOn(hand.sheet);
    else await drawList();
    return;
  }
  // An invalid new hand is still on screen and need not wait; one stored earlier stays.
  const isInvalid = stored.state === "refused" && stored.status === 422;
  if (!wasStored && isInvalid) await outbox.remove(hand.key);
  form.submit();
}
