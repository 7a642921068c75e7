// The script of every page: enhancements, the service worker and the outbox of hands.
// All in one bundle, because another file would cost a first visit a thousand bytes.
import "../base/page.js";
import "../base/worker/registration.js";
import "./outbox/forms.js";
import { drawList, isListShown } from "./outbox/list.js";
import { outbox } from "../base/outbox/outbox.js";

drawList().then(async () => {
  if (isListShown()) await outbox.retry();
});
