// The entry of a hand works without this; here taps become shorter, amounts live, nothing is lost.
"use strict";
(() => {
const form = document.getElementById("entry");
const foot = document.querySelector(".foot");
const say = document.getElementById("say");
const other = document.getElementById("other");
const { preview: previewUrl, draft: draftUrl, take: takeUrl, session, number } = form.dataset;
const store = session && `entry:${session}`;
// A hand begun without a network: who deals, its number and its amounts are the book's to say.
let ahead = Boolean(store && document.documentElement.dataset.kept);
const NUMBER = "input[inputmode=numeric]";
const PREVIEW_AFTER = 40, DRAFT_AFTER = 600, RETRY_AFTER = 5000, SAY_FOR = 4000;

// --- what is chosen
// Looked up once: a tap asks for many of them, and the fields of a page stay.
const fields = new Map();
for (const one of form.elements) fields.set(one.name, [...(fields.get(one.name) || []), one]);
const all = (name) => fields.get(name) || [];
const chosen = (name) => all(name).find((input) => input.checked)?.value || "";
const hidden = (name) => form.elements[name];

function choose(name, value) {
  all(name).forEach((input) => { input.checked = input.value === value; });
}

function holds(choice) {
  const cut = choice.indexOf("=");
  return chosen(choice.slice(0, cut)) === choice.slice(cut + 1);
}

// --- the sides, as far as they are known
function sideOf(player) {
  const declarer = chosen("declarer"), partner = chosen("partner");
  if (!declarer || !player) return "";
  if (player === declarer || player === partner) return "ours";
  return "theirs";
}

// Where nobody is called, the declarer is alone from the start.
const sidesKnown = () => Boolean(chosen("partner")) || !all("partner").length;

function against(name) {
  const side = sidesKnown() && sideOf(chosen(name));
  return side && (side === "ours" ? "theirs" : "ours");
}

function nameOf(input) { return input.closest("label").querySelector("bdi")?.textContent ?? ""; }

function drawSides() {
  const seats = all("declarer").filter((input) => !input.disabled);
  form.querySelectorAll("[data-names]").forEach((head) => {
    head.dataset.usual ??= head.textContent;
    const known = sidesKnown();
    const names = seats.filter((input) => sideOf(input.value) === head.dataset.names).map(nameOf);
    const text = known && names.length ? names.join(" · ") : head.dataset.usual;
    if (head.textContent !== text) head.textContent = text;
  });
  form.querySelectorAll("[data-side], [data-against]").forEach((group) => {
    let side = group.dataset.against ? against(group.dataset.against) : group.dataset.side;
    if (side !== "ours" && side !== "theirs") side = chosen(side).split("_")[0];
    group.querySelectorAll("input").forEach((input) => {
      const away = Boolean(side) && sideOf(input.value) !== side;
      input.closest("label").hidden = away;
      if (away) input.checked = false;
    });
  });
  form.querySelectorAll("[data-who]").forEach((part) => {
    const name = part.dataset.who;
    part.hidden = !all(name).some((input) => input.checked && input.value);
  });
  form.querySelectorAll(".who").forEach((fold) => { fold.hidden = !fold.querySelector("[data-who]:not([hidden])"); });
  // Who caught the XXI follows when only one could, or when the side announced it.
  const side = against("catch_from");
  form.querySelectorAll("[data-against]").forEach((group) => {
    const open = [...group.querySelectorAll("label:not([hidden])")];
    const told = side && all(`${group.dataset.figure}_${side}`).some((input) => input.checked);
    group.parentElement.hidden = told || (Boolean(side) && open.length < 2);
  });
}

// --- what cannot be is greyed; a tap on it says why
function bar() {
  form.querySelectorAll("[data-bars]").forEach((input) => {
    const found = JSON.parse(input.dataset.bars).find(([choice]) => holds(choice));
    mark(input, found ? found[1] : "");
  });
  form.querySelectorAll("[data-needs]").forEach((part) => {
    const missing = !chosen(part.dataset.needs);
    part.querySelectorAll(".mark input:not([data-bars]), .catch input").forEach((input) => {
      mark(input, missing ? part.dataset.why : "");
    });
    if (missing) part.querySelectorAll(".horn [data-bars]").forEach((input) => mark(input, part.dataset.why));
  });
}

// What stays as it is is left alone: a large screen would be laid out anew at every tap.
function mark(input, why) {
  if (input.dataset.why === why) return;
  input.dataset.why = why;
  input.closest("label").classList.toggle("barred", Boolean(why));
  if (why) input.setAttribute("aria-disabled", "true"); else input.removeAttribute("aria-disabled");
}

let quiet = 0;
function tell(text) {
  clearTimeout(quiet);
  say.textContent = text;
  say.hidden = !text;
  if (text) quiet = setTimeout(() => { say.hidden = true; }, SAY_FOR);
}

// --- steppers, and the word on the called card
function drawSteps() {
  form.querySelectorAll(".kontra").forEach((kontra) => {
    const radios = [...kontra.querySelectorAll("input")];
    const now = Math.max(0, radios.findIndex((input) => input.checked));
    const words = radios[now]?.closest("label").querySelector("span");
    const output = kontra.querySelector("output");
    if (words && output.innerHTML !== words.innerHTML) output.innerHTML = words.innerHTML;
    const [less, further] = kontra.querySelectorAll("button");
    less.disabled = now === 0;
    further.disabled = now >= radios.length - 1;
  });
  const card = form.querySelector("[data-called]");
  if (card) card.textContent = chosen("called") || "–";
}

form.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (!button) return;
  const radios = [...button.closest(".kontra").querySelectorAll("input")];
  const now = Math.max(0, radios.findIndex((input) => input.checked));
  const next = radios[now + Number(button.dataset.step)];
  if (next?.dataset.why) tell(next.dataset.why);
  else if (next) { next.checked = true; changed(next); }
});

// A step that cannot be any more falls back to the first one.
function settle() {
  form.querySelectorAll(".kontra :checked[aria-disabled]").forEach((input) => {
    input.closest(".kontra").querySelector("input").checked = true;
  });
}

// --- tricks counted player by player, which together reach a number
const counters = form.querySelector("[data-tricks]");
const told = () => [...counters.querySelectorAll("input:checked")].reduce((sum, input) => sum + Number(input.value), 0);

function drawTricks() {
  if (!counters) return;
  const left = Math.max(0, Number(counters.dataset.tricks) - told());
  counters.querySelector("[data-told]").textContent = told();
  counters.querySelectorAll(".kontra").forEach((counter) => {
    const now = Number(counter.querySelector(":checked")?.value || 0);
    counter.querySelectorAll("input").forEach((input) => mark(input, Number(input.value) > now + left ? counters.dataset.why : ""));
  });
  counters.querySelectorAll("[data-rest]").forEach((button) => { button.disabled = !left; });
}

form.addEventListener("click", (event) => {
  const button = event.target.closest("[data-rest]");
  if (!button) return;
  const radios = [...button.previousElementSibling.querySelectorAll("input")];
  const now = Number(radios.find((input) => input.checked)?.value || 0);
  const all = radios.find((input) => Number(input.value) === now + Number(counters.dataset.tricks) - told());
  if (all) { all.checked = true; changed(all); }
});

// --- the thumb feels that a tap was taken; never a sound
const still = matchMedia("(prefers-reduced-motion: reduce)");
const TAKEN = 10, REFUSED = [15, 50, 15], SAVED = 30;
function feel(pattern) { if (!still.matches) navigator.vibrate?.(pattern); }

// --- the same tap takes a choice back
let held = new Set();
const hold = () => { held = new Set(form.querySelectorAll("input[type=radio]:checked")); };

form.addEventListener("click", (event) => {
  const input = event.target;
  if (input.type !== "radio" && input.type !== "checkbox") return;
  if (input.dataset.why && !(input.type === "radio" && held.has(input))) {
    event.preventDefault();
    feel(REFUSED);
    tell(input.dataset.why);
  } else if (input.type === "radio" && held.has(input)) {
    input.checked = false;
    changed(input);
  }
});
form.addEventListener("change", (event) => changed(event.target));
form.addEventListener("input", (event) => { if (event.target.matches(NUMBER)) changed(event.target); });

function changed(input) {
  feel(TAKEN);
  if ("idle" in input.dataset) { hold(); return; }
  if (input.closest("[data-told]")) tellOrder(input);
  if (input.dataset.raises && input.checked) raise(...JSON.parse(input.dataset.raises));
  if (input.name === "outcome") outcomeChosen();
  if (input.name === "declarer" && chosen("partner") === chosen("declarer")) choose("partner", "");
  const opener = input.name === "called" && input.checked && form.querySelector(".opens-called");
  if (opener) opener.checked = false;
  if (input.name === "result" && input.checked) {
    const points = form.elements.declarer_points;
    if (points?.value) points.value = "";
    choose("tricks", "split");
  }
  if (input.name === "declarer_points" && input.value) choose("result", "");
  input.closest("fieldset, .field")?.querySelectorAll("[aria-invalid]").forEach((one) => one.removeAttribute("aria-invalid"));
  update();
  keep();
}

// One tap says who played what with whom in the hand before; how this one ended is told anew.
const repeat = foot.querySelector("[data-again]");
repeat?.addEventListener("click", (event) => {
  event.preventDefault();
  Object.entries(JSON.parse(repeat.dataset.again)).forEach(([name, value]) => choose(name, value));
  feel(TAKEN);
  update();
  keep();
  // The link goes, and the focus with it: the result is what is missing.
  all("result")[0]?.focus({ preventScroll: true });
});

// Announced higher with the same card: only the higher counts.
function raise(name, say) {
  const lower = all(name).find((one) => one.checked);
  if (!lower) return;
  lower.checked = false;
  tell(say);
}

function outcomeChosen() {
  if (!all("outcome").some((input) => input.checked)) choose("outcome", "played");
  if (chosen("outcome") === "failed_trial" && !chosen("declarer")) {
    // Only the last to speak can be left with a trial three.
    choose("declarer", form.querySelector("[data-trial]").dataset.trial);
    if (!chosen("bid")) choose("bid", "three");
  }
}

// --- what was told first stands first: the names of the fields, in the order of the taps
function tellOrder(input) {
  const names = form.elements.order.value.split(" ").filter((name) => name && name !== input.name);
  if (chosen(input.name)) names.push(input.name);
  form.elements.order.value = names.join(" ");
}

// --- how many were told inside a closed part, and the number that follows from the others
function drawCounts() {
  form.querySelectorAll("[data-counts]").forEach((output) => {
    const inputs = document.getElementById(output.dataset.counts).querySelectorAll("input[type=radio]:checked");
    const told = [...inputs].filter((input) => input.value).length;
    output.textContent = told || "+";
    output.parentElement.classList.toggle("some", told > 0);
  });
  form.querySelectorAll("[data-total]").forEach((group) => {
    const piles = [...group.querySelectorAll(NUMBER)];
    const open = piles.filter((pile) => !/^\d+$/.test(pile.value.trim()));
    const rest = piles.reduce((left, pile) => left - (parseInt(pile.value, 10) || 0), Number(group.dataset.total));
    open.forEach((pile) => { pile.placeholder = open.length === 1 && rest >= 0 ? rest : " "; });
  });
}

function openAdded() {
  form.querySelectorAll(".added:has(.horn :checked)").forEach((fold) => { fold.open = true; });
}

function update() { drawSides(); bar(); drawTricks(); settle(); drawSteps(); drawCounts(); openAdded(); hold(); }

// The calculator keeps nothing, so it asks by address; a table's form is sent.
function call(url, fields, more) {
  const body = new URLSearchParams(fields);
  if (form.method === "get") return fetch(`${url}?${body}`, { redirect: "manual", ...more });
  return fetch(url, { method: "POST", body, redirect: "manual", ...more });
}

// --- the amounts: always the server's
let asked = 0, asking = null;
function data() {
  const sent = new FormData(form);
  sent.delete("reason");
  return sent;
}

// Each part of the answer takes the place of the one with its id.
function draw(text) {
  const drawn = document.createElement("template");
  drawn.innerHTML = text;
  [...drawn.content.children].forEach((part) => document.getElementById(part.id)?.replaceWith(part));
  document.dispatchEvent(new Event("drawn"));
}

function ask() {
  clearTimeout(asked);
  asked = setTimeout(async () => {
    asking?.abort();
    asking = new AbortController();
    try {
      const answer = await call(previewUrl, data(), { signal: asking.signal });
      if (answer.ok) draw(await answer.text());
      else if (answer.status < 500) location.reload();
    } catch (error) {
      if (error.name !== "AbortError") {
        tell(form.dataset.offline);
        document.dispatchEvent(new Event("no-amounts"));
      }
    }
    state();
  }, PREVIEW_AFTER);
}

// --- each tap is kept on the phone first and posted a moment later; ids only, no names, no notes
// again: this page goes on with taps of the page before, whose last post may still be on its way
let posting = 0, waiting = false, kept = "", again = false;
function state() {
  const place = foot.querySelector("[data-state]");
  if (place && draftUrl) place.textContent = kept && form.dataset[kept];
}

const taps = () => new URLSearchParams(data()).toString();

function local(more) {
  if (!store) return;
  const sent = data();
  ["csrfmiddlewaretoken", "note"].forEach((name) => sent.delete(name));
  const now = { number, key: hidden("key").value, revision: Number(hidden("revision").value), taps: new URLSearchParams(sent).toString(), ahead, ...more };
  // A full or forbidden store must not stop the hand.
  try { localStorage.setItem(store, JSON.stringify(now)); } catch { kept = "waiting"; }
}

function keep() {
  ask();
  if (!draftUrl) return;
  local({ waiting: true });
  kept = "waiting";
  state();
  // The draft in the book is the hand before this one, as long as that one waits.
  if (!ahead) post(DRAFT_AFTER);
}

function post(after) {
  clearTimeout(posting);
  posting = setTimeout(send, after);
}

async function send() {
  if (waiting) { post(DRAFT_AFTER); return; }
  waiting = true;
  const before = taps();
  try {
    const answer = await fetch(draftUrl, { method: "POST", body: new URLSearchParams(data()), redirect: "manual" });
    const said = answer.headers.get("Content-Type")?.includes("json") ? await answer.json() : null;
    if (answer.ok) {
      const done = taps() === before;
      hidden("revision").value = said.revision;
      again = false;
      local({ waiting: !done });
      kept = done ? "kept" : "waiting";
      if (!done) post(DRAFT_AFTER);
    } else if (answer.status === 409 && again && said?.key === hidden("key").value) {
      again = false;
      hidden("revision").value = said.revision;
      post(0);
    } else if (answer.status === 409 && said) takenOver(said);
    else if (said) tell(said.say);
    else if (answer.type === "opaqueredirect") location.reload();
  } catch { post(RETRY_AFTER); }
  waiting = false;
  state();
}

function takenOver(said) {
  other.querySelector("span").textContent = said.say;
  other.querySelector("[data-over]").hidden = !said.revision;
  other.dataset.revision = said.revision;
  other.hidden = false;
}

other?.addEventListener("click", async (event) => {
  if (event.target.closest("[data-load]")) {
    localStorage.removeItem(store);
    location.reload();
  } else if (event.target.closest("[data-over]")) {
    const body = new URLSearchParams({ revision: other.dataset.revision, csrfmiddlewaretoken: form.elements.csrfmiddlewaretoken.value });
    const answer = await fetch(takeUrl, { method: "POST", body, headers: { Accept: "application/json" } });
    const said = await answer.json();
    if (!answer.ok) { takenOver(said); return; }
    hidden("revision").value = said.revision;
    hidden("key").value = said.key;
    other.hidden = true;
    keep();
  }
});

// What was tapped while the network or the page was gone comes back.
function restore() {
  const left = JSON.parse(localStorage.getItem(store) || "null");
  const key = hidden("key").value, revision = Number(hidden("revision").value);
  if (revision) { kept = "kept"; state(); }
  if (!left) return;
  if (!left.waiting && left.number === number && left.revision > revision) {
    // The taps reached the book while this page was on its way: it is older than they are.
    localStorage.removeItem(store);
    location.reload();
    return;
  }
  // A hand that was sent and has no draft any more was most likely saved.
  const open = left.waiting && (!left.sent || revision);
  // One revision further is the last post of the page before, which reached the book unheard.
  const landed = left.revision === revision || (left.revision === revision - 1 && left.key === key);
  const mine = open && left.number === number && landed && (!revision || left.key === key);
  if (!mine && (left.sent || !(ahead || left.ahead))) { localStorage.removeItem(store); return; }
  const was = new URLSearchParams(left.taps);
  form.querySelectorAll("input[type=radio], input[type=checkbox]").forEach((input) => {
    if (!("idle" in input.dataset)) input.checked = was.getAll(input.name).includes(input.value);
  });
  const typed = [...form.querySelectorAll(NUMBER)].map((input) => input.name);
  ["key", "auction", "order", ...typed].forEach((name) => { if (form.elements[name] && was.has(name)) form.elements[name].value = was.get(name); });
  if (was.get("auction")) step(null);
  again = true;
  update();
  keep();
}

// --- the auction, or whatever step the game has: its own part alone is drawn anew
async function step(button) {
  const sent = data();
  sent.append("step", button?.value ?? "");
  try {
    const answer = await call(form.action, sent, { headers: { "HX-Request": "true" } });
    if (!answer.ok) { location.reload(); return; }
    document.getElementById("step-panel").outerHTML = await answer.text();
    const panel = document.getElementById("step-panel");
    Object.entries(panel.dataset).forEach(([name, value]) => {
      if (name.startsWith("set") && value) choose(name.slice(3).toLowerCase(), value);
    });
    panel.querySelector("button")?.focus({ preventScroll: true });
    update();
    keep();
  } catch { tell(form.dataset.offline); }
}
form.addEventListener("click", (event) => {
  const button = event.target.closest("button[name=step]");
  if (!button) return;
  event.preventDefault();
  step(button);
});

form.addEventListener("submit", (event) => {
  feel(SAVED);
  clearTimeout(posting);
  if (!store) return;
  if (ahead && !event.submitter?.name && taps() === untouched) {
    event.preventDefault();
    tell(form.dataset.empty);
  } else if (event.submitter && "drop" in event.submitter.dataset) localStorage.removeItem(store);
  else local({ sent: true, waiting: kept === "waiting" });
});
addEventListener("online", () => { if (kept === "waiting" && !ahead) post(0); ask(); });
addEventListener("visibilitychange", () => { if (document.hidden && kept === "waiting" && !ahead) post(0); });

// --- the next hand while earlier ones wait on this phone
let untouched = "";
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

// Nothing that the page knew about its own hand holds for the next one.
function goAhead() {
  ahead = true;
  hidden("key").value = newKey();
  hidden("revision").value = 0;
  hidden("dealer").value = "";
  form.querySelectorAll(".seats input").forEach((input) => { input.disabled = false; });
  form.querySelectorAll(".seats small").forEach((who) => { if (!who.closest(".alone")) who.remove(); });
  const { aheadTitle, aheadDealer, aheadSave } = form.dataset;
  document.querySelector(".bar h1").textContent = aheadTitle;
  document.querySelector(".bar .soft").textContent = aheadDealer;
  document.querySelector(".foot .go").textContent = aheadSave;
  document.querySelector(".ends").hidden = true;
  // The auction is told call by call to the book, and who spoke last depends on who deals.
  document.getElementById("step-panel")?.closest("details")?.setAttribute("hidden", "");
  form.querySelector("[data-trial]")?.setAttribute("data-trial", "");
  form.querySelector("[data-drop]")?.setAttribute("hidden", "");
  repeat?.remove();
  document.getElementById("why").replaceChildren();
  foot.querySelectorAll(".sum b").forEach((amount) => { amount.textContent = "·"; amount.className = "zero"; amount.removeAttribute("aria-label"); });
  foot.querySelector(".outlook").textContent = form.dataset.offline;
  untouched = taps();
}

function empty() {
  const usual = JSON.parse(form.dataset.usual);
  form.querySelectorAll("input[type=radio], input[type=checkbox]").forEach((input) => { input.checked = String(usual[input.name]) === input.value; });
  form.querySelectorAll(".kontra").forEach((group) => { const first = group.querySelector("input"); if (first) first.checked = true; });
  form.querySelectorAll(`${NUMBER}, textarea`).forEach((field) => { field.value = ""; });
  ["order", "auction"].forEach((name) => { if (form.elements[name]) form.elements[name].value = ""; });
  form.querySelectorAll("details[open]").forEach((fold) => { fold.open = false; });
}

form.addEventListener("hand-waits", (event) => {
  event.preventDefault();
  localStorage.removeItem(store);
  kept = "";
  empty();
  goAhead();
  update();
  scrollTo(0, 0);
  tell(form.dataset.put);
});

// The book has taken an earlier hand of this phone: what it changed is no news to this form.
document.addEventListener("hand-sent", ({ detail: { hand, version } }) => {
  if (hand.session !== session) return;
  if (hand.key === hidden("key").value) localStorage.removeItem(store);
  if (Number(hidden("version").value) === hand.version && version === hand.version + 1) hidden("version").value = version;
});
document.addEventListener("outbox", async () => {
  // A note is kept nowhere but in its field.
  if (!ahead || outbox.state || form.elements.note.value || (await outbox.all()).some((hand) => hand.session === session)) return;
  // Nothing waits any more: the page of now knows the dealer, and the taps come back into it.
  location.reload();
});

// --- begin
form.querySelectorAll("[aria-invalid]").forEach((input) => { const fold = input.closest("details"); if (fold) fold.open = true; });
form.querySelector("[aria-invalid]")?.focus();
update();
if (ahead) { empty(); goAhead(); }
if (store && !document.querySelector("[role=alert]")) restore();
})();
