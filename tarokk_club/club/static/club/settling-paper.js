// Opens the browser's own print dialogue. Without it the browser's menu does the same.
"use strict";
document.querySelector("[data-print]").addEventListener("click", () => print());
