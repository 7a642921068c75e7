// What stands below each figure comes as lists, short on their way. Here it becomes what is
// tapped: the steps of kontra drawn as those of the game, the players as those of the declarer.
const form = document.getElementById("entry");
const game = form.querySelector("[name=kontra_game]")?.closest(".kontra");

// A label that begins with a colon is about the figure of its row.
for (const one of form.querySelectorAll('[aria-label^=":"]')) {
  name(one, nameOf(one.closest(".figure, .told")) + nameOf(one));
}
for (const list of form.querySelectorAll("select.kontra")) list.replaceWith(steps(list));
for (const list of form.querySelectorAll("select.seats")) {
  list.parentElement.setAttribute("role", "group");
  name(list.parentElement, nameOf(list));
  list.replaceWith(seats(list));
}

function nameOf(element) {
  return element.getAttribute("aria-label");
}

function name(element, words) {
  element.setAttribute("aria-label", words);
}

function steps(list) {
  const drawn = game.cloneNode(true);
  name(drawn, nameOf(list));
  for (const button of drawn.querySelectorAll("button")) {
    name(button, nameOf(button).replace(nameOf(game), () => nameOf(list)));
  }
  for (const radio of drawn.querySelectorAll("input")) take(radio, list);
  return drawn;
}

function seats(list) {
  const drawn = document.createElement("div");
  drawn.className = "row seats";
  drawn.dataset.side = list.dataset.side;
  for (const { value, disabled } of list.options) {
    if (value) drawn.append(seat(list, value, disabled));
  }
  return drawn;
}

function seat(list, value, disabled) {
  const model = form.querySelector(`[name=declarer][value="${value}"]`);
  const drawn = model.parentElement.cloneNode(true);
  drawn.classList.remove("plain");
  const radio = document.createElement("input");
  radio.type = "radio";
  radio.value = value;
  radio.disabled = disabled;
  take(radio, list);
  drawn.querySelector("input").replaceWith(radio);
  return drawn;
}

function take(radio, list) {
  radio.name = list.name;
  radio.checked = radio.value === list.value;
}
