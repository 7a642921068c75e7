// What waits on this phone, for the eye and the thumb; and the forms whose hands go through the outbox.
"use strict";
(() => {
const box = document.getElementById("waiting");
const lines = box.querySelector("ol"), pattern = box.querySelector("template");
// The hand that the page itself asks about is not listed once more.
const front = document.querySelector("form[data-box]");
const inFront = (hand) => front && [front.elements.key.value, front.dataset.replaces].includes(hand.key);
const SOONEST = 3000, LATEST = 60000;

// --- the list
let drawn = "";
async function draw() {
  const every = await outbox.all().catch(() => []), hands = every.filter((hand) => !inFront(hand));
  plan(every.length > 0);
  box.hidden = !hands.length;
  box.querySelectorAll("[data-count]").forEach((place) => { place.textContent = hands.length; });
  const deciding = every.some((one) => one.state !== "waiting");
  const now = outbox.state || (deciding ? "deciding" : "offline");
  box.querySelectorAll("[data-when]").forEach((part) => { part.hidden = part.dataset.when !== now; });
  // What says the same stays: nobody's tap may fall between an old button and a new one.
  const says = JSON.stringify(hands.map((hand) => [hand.key, hand.state, hand.say, hand.status]));
  if (says === drawn) return;
  drawn = says;
  lines.replaceChildren(...hands.map(lineOf));
  if (deciding) box.open = true;
}

function lineOf(hand) {
  const line = pattern.content.cloneNode(true), part = (name) => line.querySelector(`[data-${name}]`);
  part("words").textContent = hand.words.join(" · ");
  part("at").textContent = `${hand.title} · ${timeOf(hand.at)}`;
  line.querySelectorAll("[data-state]").forEach((each) => { each.hidden = !each.dataset.state.split(" ").includes(hand.state); });
  const why = hand.state === "refused" ? hand.say || box.dataset[`s${hand.status}`] || box.dataset.other : "";
  part("why").textContent = why;
  part("decide").addEventListener("click", () => post(hand, {}));
  part("edit").addEventListener("click", () => post(hand, { edit: "1" }));
  part("delete").addEventListener("click", async () => { await outbox.remove(hand.key); await outbox.send(); });
  const text = () => [`${hand.title} · ${timeOf(hand.at)}`, ...hand.words, why].filter(Boolean).join("\n");
  offer(part("copy"), navigator.clipboard, () => navigator.clipboard.writeText(text()));
  offer(part("share"), navigator.share, () => navigator.share({ text: text() }));
  return line;
}

const timeOf = (at) => new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "short", timeStyle: "short" }).format(at);

function offer(button, able, act) {
  button.hidden = !able;
  button.addEventListener("click", async () => {
    try { await act(); button.setAttribute("aria-pressed", "true"); } catch { /* the person closed the list of ways */ }
  });
}

// The server's own pages ask, and show the form: the hand is sent there as a form would send it.
async function post(hand, more) {
  const answer = await fetch(hand.box, { cache: "no-store", redirect: "manual" }).catch(() => null);
  if (!answer?.ok) { outbox.again(); return; }
  const form = document.createElement("form");
  const { token } = await answer.json();
  const fields = [...hand.fields, ["key", hand.key], ["version", hand.version], ["csrfmiddlewaretoken", token], ...Object.entries(more)];
  form.method = "post";
  form.action = hand.page;
  form.hidden = true;
  form.append(...fields.map(([name, value]) => Object.assign(document.createElement("input"), { type: "hidden", name, value })));
  document.body.append(form);
  form.submit();
}

box.querySelector("[data-adopt]").addEventListener("click", () => outbox.adopt());

// --- when to send: at once when something tells of a network, else at longer and longer intervals
let timer = 0, wait = SOONEST;
function plan(waits) {
  clearTimeout(timer);
  if (outbox.state !== "offline") wait = SOONEST;
  else if (waits && !document.hidden) timer = setTimeout(() => { wait = Math.min(wait * 2, LATEST); outbox.send(); }, wait);
}
document.addEventListener("outbox", draw);
async function now() {
  if ((await outbox.all().catch(() => [])).length) outbox.send();
}
addEventListener("online", now);
document.addEventListener("visibilitychange", () => { if (!document.hidden) now(); });
addEventListener("pageshow", (event) => { if (event.persisted) now(); });

// --- a form whose hand waits in the outbox until the book has it
const wordOf = (input) => {
  const label = input.closest("label"), said = input.getAttribute("aria-label") || label?.querySelector("bdi, span")?.childNodes[0]?.textContent;
  return said?.trim();
};

// What was chosen, in the form's own words; what stands there by itself is not told.
function wordsOf(form) {
  if (form.dataset.words) return [form.dataset.words];
  const usual = JSON.parse(form.dataset.usual);
  const chosen = [...form.querySelectorAll("input:checked")].filter((input) => !("idle" in input.dataset) && !["", "0", usual[input.name]].includes(input.value));
  const typed = [...form.querySelectorAll("input[inputmode=numeric], textarea")].filter((input) => input.value.trim());
  const steps = (input) => { const group = input.closest(".kontra"); return group && `${group.getAttribute("aria-label")} ${wordOf(input)}`; };
  return [
    ...chosen.map((input) => steps(input) || wordOf(input)),
    ...typed.map((input) => [input.labels[0]?.textContent.trim(), input.value.trim()].filter(Boolean).join(": ")),
  ].filter(Boolean);
}

function handOf(form) {
  const fields = [...new FormData(form)].filter(([name]) => !["csrfmiddlewaretoken", "key", "version"].includes(name));
  const version = Number(form.elements.version.value);
  return {
    key: form.elements.key.value, session: form.dataset.session, box: form.dataset.box, page: form.getAttribute("action"), sheet: form.dataset.sheet,
    who: form.dataset.who, title: form.dataset.title, version, shown: version, fields, words: wordsOf(form), at: Date.now(),
  };
}

const saves = (form, button) => form.dataset.box && !button?.name && !button?.hasAttribute("formaction");

document.addEventListener("submit", async (event) => {
  const { target: form, submitter: button } = event;
  if (event.defaultPrevented) return;
  if ("outboxDrop" in (button?.dataset ?? {})) {
    // Dropped by the person's own word: here first, then in the book's draft.
    event.preventDefault();
    await outbox.remove(form.elements.key.value).catch(() => {});
    delete button.dataset.outboxDrop;
    form.requestSubmit(button);
    return;
  }
  if (!saves(form, button)) return;
  event.preventDefault();
  if (form.getAttribute("aria-busy") === "true") return;
  form.setAttribute("aria-busy", "true");
  button?.setAttribute("aria-busy", "true");
  const hand = handOf(form);
  let waited = false;
  try {
    waited = (await outbox.all()).some((one) => one.key === hand.key);
    await outbox.put(hand, form.dataset.replaces);
  } catch { form.submit(); return; }
  await outbox.send({ key: hand.key, session: hand.session, who: hand.who, token: form.elements.csrfmiddlewaretoken.value });
  await settle(form, hand, waited);
  form.removeAttribute("aria-busy");
  button?.removeAttribute("aria-busy");
});

// Saved: on to the sheet. Asked or refused: the server's page says so. Else it waits, and the form is free.
async function settle(form, hand, waited) {
  const hands = await outbox.all(), mine = hands.find((one) => one.key === hand.key);
  if (!mine) { location.assign(hand.sheet); return; }
  if (mine.state === "waiting") {
    // The form is emptied for the next hand; then this one is no longer in front, but in the list.
    const taken = !form.dispatchEvent(new CustomEvent("hand-waits", { bubbles: true, cancelable: true }));
    if (!taken && navigator.serviceWorker?.controller) location.assign(hand.sheet);
    else await draw();
    return;
  }
  // A form that was refused is still in front of the person; what had waited before waits on.
  if (!waited && mine.state === "refused" && mine.status === 422) await outbox.remove(hand.key);
  form.submit();
}

draw().then(async () => { if (!box.hidden) await outbox.again(); });
})();
