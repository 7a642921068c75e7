// Fields that a phone helps with, in the page and in each part of it that is drawn anew.
function help(part) {
  for (const input of part.querySelectorAll("input[data-sign]")) addSign(input);
  // The phone knows where it is.
  for (const input of part.querySelectorAll("[data-time-zone]")) {
    input.value = Intl.DateTimeFormat().resolvedOptions().timeZone || input.value;
  }
}
help(document);
document.addEventListener("drawn", ({ detail: { part } }) => help(part));

// The keys for digits of most phones have no minus.
function addSign(input) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "btn sign";
  button.textContent = "±";
  button.setAttribute("aria-label", input.dataset.sign);
  button.setAttribute("aria-controls", input.id);
  const [label] = input.labels;
  if (label) {
    label.id ||= `${input.id}_label`;
    button.setAttribute("aria-describedby", label.id);
  }
  button.addEventListener("click", () => {
    const typed = input.value.replaceAll(" ", "");
    const size = typed.replace(/[-+−]/g, "");
    input.value = /[-−]/.test(typed) ? size : `−${size}`;
  });
  input.inputMode = "numeric";
  input.before(button);
}

// A look is seen before it is saved.
addEventListener("change", ({ target }) => {
  if (target.name !== "theme") return;
  const { classList } = document.documentElement;
  for (const { value } of target.form.querySelectorAll("[name=theme]")) {
    classList.toggle(value, value === target.value);
  }
});
