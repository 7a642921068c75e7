// List the hands that wait in the outbox.
import { outbox } from "../../base/outbox/outbox.js";
import { loadHands, scheduleRetry } from "./retry.js";

const box = document.getElementById("waiting");
const list = box.querySelector("ol");
const template = box.querySelector("template");
// The hand in the form of the page is not listed.
const pageForm = document.querySelector("form[data-box]");
const isOnScreen = (hand) =>
  pageForm && [pageForm.elements.key.value, pageForm.dataset.replaces].includes(hand.key);

let drawnContent = "";
export async function drawList() {
  const allHands = await loadHands();
  const hands = allHands.filter((hand) => !isOnScreen(hand));
  scheduleRetry(allHands.length > 0);
  box.hidden = !hands.length;
  for (const output of box.querySelectorAll("[data-count]")) output.textContent = hands.length;
  const needsDecision = allHands.some((hand) => hand.state !== "waiting");
  const state = outbox.state || (needsDecision ? "deciding" : "offline");
  for (const part of box.querySelectorAll("[data-when]")) part.hidden = part.dataset.when !== state;
  // Do not replace lines that have not changed: a tap on a replaced button would be lost.
  const content = JSON.stringify(
    hands.map((hand) => [hand.key, hand.state, hand.say, hand.status]),
  );
  if (content === drawnContent) return;
  drawnContent = content;
  list.replaceChildren(...hands.map(buildLine));
  if (needsDecision) box.open = true;
}

export const isListShown = () => !box.hidden;

function buildLine(hand) {
  const line = template.content.cloneNode(true);
  const part = (name) => line.querySelector(`[data-${name}]`);
  const title = `${hand.title} · ${formatTime(hand.at)}`;
  part("words").textContent = hand.words.join(" · ");
  part("at").textContent = title;
  for (const element of line.querySelectorAll("[data-state]")) {
    element.hidden = !element.dataset.state.split(" ").includes(hand.state);
  }
  const reason = hand.say || box.dataset[`s${hand.status}`] || box.dataset.other;
  const shownReason = hand.state === "refused" ? reason : "";
  part("why").textContent = shownReason;
  part("decide").addEventListener("click", () => postHand(hand, {}));
  part("edit").addEventListener("click", () => postHand(hand, { edit: "1" }));
  part("delete").addEventListener("click", async () => {
    await outbox.remove(hand.key);
    await outbox.send();
  });
  const text = () => [title, ...hand.words, shownReason].filter(Boolean).join("\n");
  enableButton(part("copy"), navigator.clipboard, () => navigator.clipboard.writeText(text()));
  enableButton(part("share"), navigator.share, () => navigator.share({ text: text() }));
  return line;
}

function formatTime(at) {
  const options = { dateStyle: "medium", timeStyle: "short" };
  // The pages use British dates and a 24-hour clock in English.
  const language = document.documentElement.lang.replace(/^en$/, "en-GB");
  const time = new Date(at);
  // Browsers write 9.05 or 9:05 in some languages, the pages 09:05 in all.
  return time.toLocaleString(language, options).replace(/\S+$/, time.toTimeString().slice(0, 5));
}

function enableButton(button, isSupported, act) {
  button.hidden = !isSupported;
  button.addEventListener("click", async () => {
    try {
      await act();
      button.setAttribute("aria-pressed", "true");
    } catch {
      // The user closed the share sheet.
    }
  });
}

// Post the hand as its form would, to open the server's page with the question or the form.
async function postHand(hand, extraFields) {
  const options = { cache: "no-store", redirect: "manual" };
  const response = await fetch(hand.box, options).catch(() => null);
  if (!response?.ok) {
    outbox.retry();
    return;
  }
  const { token } = await response.json();
  const fields = [
    ...hand.fields,
    ["key", hand.key],
    ["version", hand.version],
    ["ago", Date.now() - hand.at],
    ["csrfmiddlewaretoken", token],
    ...Object.entries(extraFields),
  ];
  const form = document.createElement("form");
  form.method = "post";
  form.action = hand.page;
  form.hidden = true;
  form.append(...fields.map(buildHiddenInput));
  document.body.append(form);
  form.submit();
}

function buildHiddenInput([name, value]) {
  return Object.assign(document.createElement("input"), { type: "hidden", name, value });
}

// If another user is signed in by now, they must not see this page.
document.addEventListener("outbox", () => {
  if (outbox.state === "other") location.reload();
  else drawList();
});
