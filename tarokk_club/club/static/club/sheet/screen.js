// A screen that everybody at the table looks at, and nobody touches.
import "../base/page/wake-lock.js";
