// Every page's script, and where the network comes and goes: hands that wait on this phone, and the
// worker that keeps pages. One file: a further one would cost a first visit a thousand bytes.
import "../base/page.js";
import "../base/worker/registration.js";
import "./outbox/forms.js";
import { draw, isShown } from "./outbox/list.js";
import { outbox } from "../base/outbox/outbox.js";

draw().then(async () => {
  if (isShown()) await outbox.retry();
});
