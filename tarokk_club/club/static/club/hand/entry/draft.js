// Store each tap in localStorage at once and post it to the draft on the server a moment later.
// localStorage receives ids only, no names and no note.
import { requestAmounts } from "./amounts.js";
import { collectData, footer, form, getField, serializeTaps } from "./fields.js";
import { showMessage } from "./feedback.js";
import { clearStored, entryState, storageKey } from "./state.js";

const conflictBox = document.getElementById("other");
const { draft: draftUrl, take: takeOverUrl, number } = form.dataset;
const POST_DELAY = 600;
const RETRY_DELAY = 5000;

let timer = 0;
let isPosting = false;

export function drawStatus() {
  const output = footer.querySelector("[data-state]");
  if (!output || !draftUrl) return;
  output.textContent = entryState.status && form.dataset[entryState.status];
  output.dataset.state = entryState.status;
}
document.addEventListener("drawn", drawStatus);

export function storeTaps(flags) {
  if (!storageKey) return;
  const data = collectData();
  for (const name of ["csrfmiddlewaretoken", "note"]) data.delete(name);
  const stored = {
    number,
    key: getField("key").value,
    revision: Number(getField("revision").value),
    taps: data.toString(),
    ahead: entryState.ahead,
    ...flags,
  };
  // localStorage may be full or disabled; the hand can be saved all the same.
  try {
    localStorage.setItem(storageKey, JSON.stringify(stored));
  } catch {
    entryState.status = "waiting";
  }
}

export function saveDraft() {
  requestAmounts();
  if (!draftUrl) return;
  storeTaps({ waiting: true });
  entryState.status = "waiting";
  drawStatus();
  // While the hand before this one waits, the draft on the server is still that hand's.
  if (!entryState.ahead) schedulePost(POST_DELAY);
}

export function schedulePost(delay) {
  clearTimeout(timer);
  timer = setTimeout(postDraft, delay);
}

export const cancelPost = () => clearTimeout(timer);

async function postDraft() {
  if (isPosting) {
    schedulePost(POST_DELAY);
    return;
  }
  isPosting = true;
  const before = serializeTaps();
  try {
    const response = await fetch(draftUrl, {
      method: "POST",
      body: collectData(),
      redirect: "manual",
    });
    const isJson = response.headers.get("Content-Type")?.includes("json");
    handleResponse(response, isJson ? await response.json() : null, serializeTaps() === before);
  } catch {
    schedulePost(RETRY_DELAY);
  }
  isPosting = false;
  drawStatus();
}

// isCurrent: nothing was tapped while the request was under way.
function handleResponse(response, data, isCurrent) {
  if (response.ok) {
    getField("revision").value = data.revision;
    entryState.resumed = false;
    storeTaps({ waiting: !isCurrent });
    entryState.status = isCurrent ? "kept" : "waiting";
    if (!isCurrent) schedulePost(POST_DELAY);
  } else if (response.status === 409 && entryState.resumed && data?.key === getField("key").value) {
    entryState.resumed = false;
    getField("revision").value = data.revision;
    schedulePost(0);
  } else if (response.status === 409 && data) showConflict(data);
  else if (data) showMessage(data.say);
  else if (response.type === "opaqueredirect") submitToSignIn();
}

// The session has expired: submit the whole form, which comes back after signing in.
function submitToSignIn() {
  const edit = Object.assign(document.createElement("input"), { type: "hidden", name: "edit" });
  edit.value = "1";
  form.append(edit);
  form.submit();
}

function showConflict(data) {
  conflictBox.querySelector("span").textContent = data.say;
  conflictBox.querySelector("[data-over]").hidden = !data.revision;
  conflictBox.dataset.revision = data.revision;
  conflictBox.hidden = false;
}

async function takeOver() {
  const token = form.elements.csrfmiddlewaretoken.value;
  const body = new URLSearchParams({
    revision: conflictBox.dataset.revision,
    csrfmiddlewaretoken: token,
  });
  const headers = { Accept: "application/json" };
  const response = await fetch(takeOverUrl, { method: "POST", body, headers });
  const data = await response.json();
  if (!response.ok) {
    showConflict(data);
    return;
  }
  getField("revision").value = data.revision;
  getField("key").value = data.key;
  conflictBox.hidden = true;
  saveDraft();
}

conflictBox?.addEventListener("click", (event) => {
  if (event.target.closest("[data-load]")) {
    clearStored();
    location.reload();
  } else if (event.target.closest("[data-over]")) takeOver();
});

const canPost = () => entryState.status === "waiting" && !entryState.ahead;
addEventListener("online", () => {
  if (canPost()) schedulePost(0);
  requestAmounts();
});
addEventListener("visibilitychange", () => {
  if (document.hidden && canPost()) schedulePost(0);
});
