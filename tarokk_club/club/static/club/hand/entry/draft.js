// Each tap is kept on the phone first and posted a moment later; ids only, no names, no notes.
import { ask } from "./amounts.js";
import { data, foot, form, hidden, taps } from "./fields.js";
import { tell } from "./saying.js";
import { forget, now, store } from "./state.js";

const other = document.getElementById("other");
const { draft: draftUrl, take: takeUrl, number } = form.dataset;
const DRAFT_AFTER = 600;
const RETRY_AFTER = 5000;

let planned = 0;
let posting = false;

export function state() {
  const place = foot.querySelector("[data-state]");
  if (!place || !draftUrl) return;
  place.textContent = now.kept && form.dataset[now.kept];
  place.dataset.state = now.kept;
}
document.addEventListener("drawn", state);

export function local(more) {
  if (!store) return;
  const sent = data();
  for (const name of ["csrfmiddlewaretoken", "note"]) sent.delete(name);
  const kept = {
    number,
    key: hidden("key").value,
    revision: Number(hidden("revision").value),
    taps: sent.toString(),
    ahead: now.ahead,
    ...more,
  };
  // A full or forbidden store must not stop the hand.
  try {
    localStorage.setItem(store, JSON.stringify(kept));
  } catch {
    now.kept = "waiting";
  }
}

export function saveDraft() {
  ask();
  if (!draftUrl) return;
  local({ waiting: true });
  now.kept = "waiting";
  state();
  // The draft in the book is the hand before this one, as long as that one waits.
  if (!now.ahead) post(DRAFT_AFTER);
}

export function post(after) {
  clearTimeout(planned);
  planned = setTimeout(send, after);
}

export const postNothing = () => clearTimeout(planned);

async function send() {
  if (posting) {
    post(DRAFT_AFTER);
    return;
  }
  posting = true;
  const before = taps();
  try {
    const answer = await fetch(draftUrl, { method: "POST", body: data(), redirect: "manual" });
    const json = answer.headers.get("Content-Type")?.includes("json");
    heard(answer, json ? await answer.json() : null, taps() === before);
  } catch {
    post(RETRY_AFTER);
  }
  posting = false;
  state();
}

// done: nothing was tapped since it was sent.
function heard(answer, said, done) {
  if (answer.ok) {
    hidden("revision").value = said.revision;
    now.again = false;
    local({ waiting: !done });
    now.kept = done ? "kept" : "waiting";
    if (!done) post(DRAFT_AFTER);
  } else if (answer.status === 409 && now.again && said?.key === hidden("key").value) {
    now.again = false;
    hidden("revision").value = said.revision;
    post(0);
  } else if (answer.status === 409 && said) takenOver(said);
  else if (said) tell(said.say);
  else if (answer.type === "opaqueredirect") askToSignIn();
}

// The sign-in ran out: the whole form goes along, the note too, and is there again afterwards.
function askToSignIn() {
  const edit = Object.assign(document.createElement("input"), { type: "hidden", name: "edit" });
  edit.value = "1";
  form.append(edit);
  form.submit();
}

function takenOver(said) {
  other.querySelector("span").textContent = said.say;
  other.querySelector("[data-over]").hidden = !said.revision;
  other.dataset.revision = said.revision;
  other.hidden = false;
}

async function takeOver() {
  const token = form.elements.csrfmiddlewaretoken.value;
  const body = new URLSearchParams({
    revision: other.dataset.revision,
    csrfmiddlewaretoken: token,
  });
  const headers = { Accept: "application/json" };
  const answer = await fetch(takeUrl, { method: "POST", body, headers });
  const said = await answer.json();
  if (!answer.ok) {
    takenOver(said);
    return;
  }
  hidden("revision").value = said.revision;
  hidden("key").value = said.key;
  other.hidden = true;
  saveDraft();
}

other?.addEventListener("click", (event) => {
  if (event.target.closest("[data-load]")) {
    forget();
    location.reload();
  } else if (event.target.closest("[data-over]")) takeOver();
});

const hurry = () => now.kept === "waiting" && !now.ahead;
addEventListener("online", () => {
  if (hurry()) post(0);
  ask();
});
addEventListener("visibilitychange", () => {
  if (document.hidden && hurry()) post(0);
});
