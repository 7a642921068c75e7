// A screen that everybody at the table looks at, and nobody touches.
import "../base/page/awake.js";
