// What the page knows beside its fields, and where this phone keeps it.
import { form } from "./fields.js";

const { session, who } = form.dataset;
export const store = session && `entry:${who}:${session}`;

// ahead: a hand begun without a network; who deals, its number and its amounts are the book's to say.
// kept: "", "kept" in the book or "waiting" on this phone. again: this page goes on with taps of the
// page before, whose last post may still be on its way. untouched: the taps of an empty hand.
export const now = {
  ahead: Boolean(store && document.documentElement.dataset.kept),
  kept: "",
  again: false,
  untouched: "",
};

export const forget = () => localStorage.removeItem(store);
export const left = () => JSON.parse(localStorage.getItem(store) || "null");
