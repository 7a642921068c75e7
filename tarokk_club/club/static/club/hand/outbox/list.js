// What waits on this phone, for the eye and the thumb.
import { outbox } from "../../base/outbox/outbox.js";

const box = document.getElementById("waiting");
const lines = box.querySelector("ol");
const pattern = box.querySelector("template");
// The hand that the page itself asks about is not listed once more.
const front = document.querySelector("form[data-box]");
const inFront = (hand) =>
  front && [front.elements.key.value, front.dataset.replaces].includes(hand.key);
const waiting = () => outbox.all().catch(() => []);

let drawn = "";
export async function draw() {
  const every = await waiting();
  const hands = every.filter((hand) => !inFront(hand));
  plan(every.length > 0);
  box.hidden = !hands.length;
  for (const place of box.querySelectorAll("[data-count]")) place.textContent = hands.length;
  const deciding = every.some((one) => one.state !== "waiting");
  const now = outbox.state || (deciding ? "deciding" : "offline");
  for (const part of box.querySelectorAll("[data-when]")) part.hidden = part.dataset.when !== now;
  // What says the same stays: nobody's tap may fall between an old button and a new one.
  const says = JSON.stringify(hands.map((hand) => [hand.key, hand.state, hand.say, hand.status]));
  if (says === drawn) return;
  drawn = says;
  lines.replaceChildren(...hands.map(lineOf));
  if (deciding) box.open = true;
}

export const isShown = () => !box.hidden;

function lineOf(hand) {
  const line = pattern.content.cloneNode(true);
  const part = (name) => line.querySelector(`[data-${name}]`);
  const titled = `${hand.title} · ${timeOf(hand.at)}`;
  part("words").textContent = hand.words.join(" · ");
  part("at").textContent = titled;
  for (const each of line.querySelectorAll("[data-state]")) {
    each.hidden = !each.dataset.state.split(" ").includes(hand.state);
  }
  const said = hand.say || box.dataset[`s${hand.status}`] || box.dataset.other;
  const why = hand.state === "refused" ? said : "";
  part("why").textContent = why;
  part("decide").addEventListener("click", () => post(hand, {}));
  part("edit").addEventListener("click", () => post(hand, { edit: "1" }));
  part("delete").addEventListener("click", async () => {
    await outbox.remove(hand.key);
    await outbox.send();
  });
  const text = () => [titled, ...hand.words, why].filter(Boolean).join("\n");
  offer(part("copy"), navigator.clipboard, () => navigator.clipboard.writeText(text()));
  offer(part("share"), navigator.share, () => navigator.share({ text: text() }));
  return line;
}

function timeOf(at) {
  const how = { dateStyle: "medium", timeStyle: "short" };
  // As the pages write it: in English day before month, and 24 hours.
  const language = document.documentElement.lang.replace(/^en$/, "en-GB");
  return new Intl.DateTimeFormat(language, how).format(at);
}

function offer(button, able, act) {
  button.hidden = !able;
  button.addEventListener("click", async () => {
    try {
      await act();
      button.setAttribute("aria-pressed", "true");
    } catch {
      // The person closed the list of ways.
    }
  });
}

// The server's own pages ask, and show the form: the hand is sent there as a form would send it.
async function post(hand, more) {
  const how = { cache: "no-store", redirect: "manual" };
  const answer = await fetch(hand.box, how).catch(() => null);
  if (!answer?.ok) {
    outbox.retry();
    return;
  }
  const { token } = await answer.json();
  const fields = [
    ...hand.fields,
    ["key", hand.key],
    ["version", hand.version],
    ["ago", Date.now() - hand.at],
    ["csrfmiddlewaretoken", token],
    ...Object.entries(more),
  ];
  const form = document.createElement("form");
  form.method = "post";
  form.action = hand.page;
  form.hidden = true;
  form.append(...fields.map(fieldOf));
  document.body.append(form);
  form.submit();
}

function fieldOf([name, value]) {
  return Object.assign(document.createElement("input"), { type: "hidden", name, value });
}

// When to send: at once when something tells of a network, else at longer and longer intervals.
const SOONEST = 3000;
const LATEST = 60000;
let timer = 0;
let wait = SOONEST;
function plan(waits) {
  clearTimeout(timer);
  if (outbox.state !== "offline") wait = SOONEST;
  else if (waits && !document.hidden) {
    timer = setTimeout(() => {
      wait = Math.min(wait * 2, LATEST);
      outbox.send();
    }, wait);
  }
}

async function sendNow() {
  if ((await waiting()).length) outbox.send();
}
// Somebody else is signed in by now: what stands here is not theirs to see.
document.addEventListener("outbox", () => {
  if (outbox.state === "other") location.reload();
  else draw();
});
addEventListener("online", sendNow);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) sendNow();
});
addEventListener("pageshow", (event) => {
  if (event.persisted) sendNow();
});
