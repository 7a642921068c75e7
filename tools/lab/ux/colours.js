// What is hard to see on a page in its present theme: faint words, faint graphics, signs told by colour alone.
() => {
  const found = [],
    pen = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext(
      "2d",
      { willReadFrequently: true },
    ),
    known = new Map();
  const named = (one) =>
    `${one.tagName.toLowerCase()}${[...one.classList].map((name) => `.${name}`).join("")} “${(one.textContent || one.name || "").trim().replace(/\s+/g, " ").slice(0, 30)}”`;
  const read = (colour) => {
    if (!known.has(colour)) {
      pen.clearRect(0, 0, 1, 1);
      pen.fillStyle = colour;
      pen.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = pen.getImageData(0, 0, 1, 1).data;
      known.set(colour, [red, green, blue, alpha / 255]);
    }
    return known.get(colour);
  };
  const over = (top, below, share = 1) =>
    [0, 1, 2]
      .map((place) => top[place] * top[3] * share + below[place] * (1 - top[3] * share))
      .concat(1);
  const light = (colour) =>
    colour
      .slice(0, 3)
      .map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, place) => sum + part * [0.2126, 0.7152, 0.0722][place], 0);
  const contrast = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const ground = (one) => {
    const layers = [];
    for (let up = one; up; up = up.parentElement) {
      layers.push(read(getComputedStyle(up).backgroundColor));
      if (layers.at(-1)[3] === 1) break;
    }
    return layers.reduceRight(
      (below, layer) => over(layer, below),
      read(getComputedStyle(document.documentElement).backgroundColor),
    );
  };
  const opacity = (one) => {
    let share = 1;
    for (let up = one; up; up = up.parentElement) share *= Number(getComputedStyle(up).opacity);
    return share;
  };
  const shown = (one) =>
    one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !one.closest(".vh, .skip, .qr, .code, noscript, script, option");
  // What cannot be tapped at the moment is faint on purpose, as WCAG has it; so are empty lines of a chart.
  const idle = (one) =>
    one.closest(
      ":disabled, .barred, .away, .auto, label:has(:disabled), .grid, .scale:not(.row), .k0, .off",
    );
  const faint = (colour, one, least, what) => {
    const below = ground(one),
      share = opacity(one),
      seen = contrast(over(read(colour), below, share), below);
    if (seen < least - 0.005) found.push(`${what}: ${named(one)} has ${seen.toFixed(1)}:1`);
  };
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const words = new Set();
  while (walk.nextNode())
    if (/[\p{L}\p{N}]/u.test(walk.currentNode.data)) words.add(walk.currentNode.parentElement);
  for (const one of words) {
    if (!shown(one) || idle(one)) continue;
    const style = getComputedStyle(one);
    faint(one.closest("svg") ? style.fill : style.color, one, 7, "faint words");
  }
  for (const one of document.querySelectorAll("svg :is(path, polyline, rect, circle, line)")) {
    const style = getComputedStyle(one);
    if (!shown(one) || idle(one) || one.closest("defs, symbol")) continue;
    // Of a mark with an edge, one of both is enough.
    const colours = [style.stroke, style.fill].filter((colour) => colour !== "none"),
      below = ground(one);
    colours.sort(
      (first, second) =>
        contrast(over(read(second), below), below) - contrast(over(read(first), below), below),
    );
    if (colours.length) faint(colours[0], one, 3, "faint graphic");
  }
  for (const one of document.querySelectorAll(
    "input:not([type=radio], [type=checkbox], [type=hidden], [type=file]), select, textarea, .btn, .go, label.chip, label.mark",
  )) {
    if (!shown(one) || idle(one) || one.querySelector(":disabled")) continue;
    const style = getComputedStyle(one),
      below = ground(one.parentElement);
    const edge = style.borderTopStyle === "none" ? below : over(read(style.borderTopColor), below),
      seen = Math.max(contrast(edge, below), contrast(ground(one), below));
    if (seen < 2.995) found.push(`faint edge: ${named(one)} has ${seen.toFixed(1)}:1`);
  }
  for (const one of document.querySelectorAll(".plus, .minus")) {
    const told = one.parentElement.textContent.replace(one.textContent, "");
    const sign = one.classList.contains("plus") ? "+" : "−";
    if (
      shown(one) &&
      /\p{N}/u.test(one.textContent) &&
      !one.textContent.includes(sign) &&
      !/\p{L}{3}/u.test(told + one.textContent)
    )
      found.push(`colour alone: ${named(one)}`);
  }
  return [...new Set(found)];
};
