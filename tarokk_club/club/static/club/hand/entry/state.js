// The state of the entry beside its fields, and its copy in localStorage.
import { form } from "./fields.js";

const { session, who } = form.dataset;
export const storageKey = session && `entry:${who}:${session}`;

// ahead: the hand was begun without a network, so dealer and amounts are unknown.
// status: "", "kept" (the draft is on the server) or "waiting" (only on this device).
// resumed: taps came from localStorage, so a post of the page before may still arrive.
// emptyTaps: the serialized taps of an empty form.
export const entryState = {
  ahead: Boolean(storageKey && document.documentElement.dataset.kept),
  status: "",
  resumed: false,
  emptyTaps: "",
};

export const clearStored = () => localStorage.removeItem(storageKey);
export const readStored = () => JSON.parse(localStorage.getItem(storageKey) || "null");
