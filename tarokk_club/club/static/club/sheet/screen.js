// Prevent a screen on the wall, which nobody touches, from going to sleep.
import "../base/page/wake-lock.js";
