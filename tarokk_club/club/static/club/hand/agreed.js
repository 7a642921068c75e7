// What agreed points still lack to 0, and a button on each empty row that puts the rest there.
function follow(box) {
  const inputs = [...box.querySelectorAll("input.signed")];
  const told = document.createElement("p");
  const buttons = new Map(inputs.map((input) => [input, buttonFor(box, input)]));
  told.className = "rest-told";
  told.setAttribute("role", "status");
  box.append(told);

  function draw() {
    const numbers = inputs.map((input) => intOf(input.value));
    const readable = !numbers.some(Number.isNaN);
    const rest = -numbers.reduce((sum, one) => sum + one, 0);
    const empty = inputs.every((input) => !input.value.trim());
    for (const [input, button] of buttons) {
      button.dataset.rest = String(rest);
      button.classList.toggle("idle", !readable || rest === 0 || input.value.trim() !== "");
    }
    const { left, even } = box.dataset;
    const words = rest === 0 ? even : `${left} ${signed(rest)}`;
    told.textContent = empty || !readable ? "" : words;
  }
  box.addEventListener("input", draw);
  box.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-rest]");
    if (!button) return draw();
    button.previousElementSibling.value = signed(Number(button.dataset.rest));
    button.previousElementSibling.focus();
    draw();
  });
  draw();
}

function buttonFor(box, input) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "btn rest-here";
  button.textContent = box.dataset.here;
  const [label] = input.labels;
  label.id ||= `${input.id}_label`;
  button.setAttribute("aria-describedby", label.id);
  input.after(button);
  return button;
}

// As the server reads it: -12, −12, 12-, +3; nothing is 0.
function intOf(text) {
  const typed = text.replaceAll(" ", "").replaceAll("−", "-");
  const parts = /^([-+]?)(\d{0,7})([-+]?)$/.exec(typed);
  if (!parts || (parts[1] && parts[3])) return Number.NaN;
  return (parts[1] || parts[3]) === "-" ? -Number(parts[2]) : Number(parts[2]);
}

function signed(number) {
  return number < 0 ? `−${-number}` : `+${number}`;
}

for (const box of document.querySelectorAll("[data-left]")) follow(box);
