// Return the layout faults of a page at its current width: too wide, cut off, or overlapping.
() => {
  const faults = [],
    contentWidth = document.documentElement.scrollWidth,
    available = document.documentElement.clientWidth;
  const describe = (element) =>
    `${element.tagName.toLowerCase()}${element.id ? `#${element.id}` : ""}${[...element.classList].map((name) => `.${name}`).join("")} “${element.textContent.trim().replace(/\s+/g, " ").slice(0, 30)}”`;
  const isVisible = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest(".vh, .skip");
  // The design allows an ellipsis for names that users typed, and tables that scroll sideways.
  const isContained = (element) => {
    for (let up = element; up && up !== document.body; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (/auto|scroll/.test(style.overflowX) || style.textOverflow === "ellipsis") return true;
    }
    return false;
  };
  const isClipped = (element) => {
    for (let up = element; up; up = up.parentElement)
      if (getComputedStyle(up).clipPath !== "none") return true;
    return false;
  };
  const locate = (node, index) => {
    const mark = document.createRange();
    mark.setStart(node, index);
    mark.setEnd(node, index + 1);
    return mark.getBoundingClientRect();
  };
  if (contentWidth > available) faults.push(`overflow: ${contentWidth} px instead of ${available}`);
  for (const element of document.body.querySelectorAll("*")) {
    if (element.closest("svg") || !element.textContent.trim() || !isVisible(element)) continue;
    const style = getComputedStyle(element),
      box = element.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    const isCutSideways =
      /hidden|clip/.test(style.overflowX) &&
      style.textOverflow !== "ellipsis" &&
      element.scrollWidth > element.clientWidth + 1;
    const isCutBelow =
      /hidden|clip/.test(style.overflowY) &&
      style.textOverflow !== "ellipsis" &&
      element.scrollHeight > element.clientHeight + 2;
    if (isCutSideways || isCutBelow) faults.push(`clipped: ${describe(element)}`);
    if ((box.right > available + 1 || box.left < -1) && !isContained(element))
      faults.push(`outside: ${describe(element)}`);
  }
  // A word must not be broken across lines, unless it is longer than a column.
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT),
    range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (
      !node.data.trim() ||
      /:\/\//.test(node.data) ||
      node.parentElement.closest("svg, option, script") ||
      !isVisible(node.parentElement) ||
      isClipped(node.parentElement)
    )
      continue;
    range.selectNodeContents(node);
    if (range.getClientRects().length < 2) continue;
    for (const word of node.data.matchAll(/[\p{L}\u00AD]+/gu)) {
      // Such words may break: they are longer than a column or have soft hyphens.
      if (word[0].length > 14 || word[0].includes("\u00AD")) continue;
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const lines = new Set(
        [...range.getClientRects()]
          .filter((box) => box.width > 1)
          .map((box) => Math.round(box.top)),
      );
      if (lines.size > 1) faults.push(`torn: “${word[0]}” in ${describe(node.parentElement)}`);
    }
  }
  // A dot between two words must be on the line of the word before it.
  const findBlock = (node) => {
    let block = node.parentElement;
    while (/^(inline|contents)$/.test(getComputedStyle(block).display)) block = block.parentElement;
    return block;
  };
  const dots = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let last = null;
  for (let node = dots.nextNode(); node; node = dots.nextNode()) {
    if (node.parentElement.closest("svg, option, script, .vh") || !isVisible(node.parentElement))
      continue;
    for (const mark of node.data.matchAll(/\S/gu)) {
      if (mark[0] === "·" && last && findBlock(last.node) === findBlock(node)) {
        const bottom = locate(last.node, last.index).bottom;
        if (bottom <= locate(node, mark.index).top + 1)
          faults.push(`dot: begins a line in ${describe(findBlock(node))}`);
      }
      last = { node, index: mark.index };
    }
  }
  // Names at a card table must be legible at arm's length, names of chips in the hand.
  for (const name of document.querySelectorAll(":is(.seat, .heads, .sum, .seats) bdi")) {
    const size = parseFloat(getComputedStyle(name).fontSize),
      least = name.closest(".seats") ? 9 : 9.5;
    if (isVisible(name) && size < least) faults.push(`tiny: ${describe(name)}, ${size} px`);
  }
  // Adjacent chips must have the same height.
  for (const row of document.querySelectorAll(".row")) {
    const boxes = [...row.children]
      .filter(isVisible)
      .map((chip) => (chip.querySelector(":scope > a") ?? chip).getBoundingClientRect());
    const apart = (a, b) => Math.abs(a.top - b.top) < 1 && Math.abs(a.height - b.height) > 1;
    if (boxes.some((a) => boxes.some((b) => apart(a, b)))) faults.push(`chips: ${describe(row)}`);
  }
  // Controls of adjacent fields must end on one line.
  for (const field of document.querySelectorAll(".field:has(> :is(select, input)) + .field")) {
    const [left, right] = [field.previousElementSibling, field].map((part) =>
      part.querySelector(":scope > :is(select, input)"),
    );
    if (!right || !isVisible(left) || !isVisible(right)) continue;
    const [a, b] = [left, right].map((control) => control.getBoundingClientRect()),
      beside = field.getBoundingClientRect().left >= a.right;
    if (beside && Math.abs(a.bottom - b.bottom) > 1) faults.push(`steps: ${describe(field)}`);
  }
  for (const element of document.querySelectorAll("label.chip, .btn, .go, .badge, td, th, .seat")) {
    if (
      isVisible(element) &&
      element.scrollWidth > element.clientWidth + 1 &&
      !isContained(element)
    )
      faults.push(`spills: ${describe(element)}`);
  }
  // A label must be nearer to the control below it than to the element above.
  for (const part of document.querySelectorAll("fieldset, .field")) {
    const label = part.querySelector(":scope > :is(legend, label:not(.tick), .label)");
    if (!label || !isVisible(label) || getComputedStyle(label).position === "absolute") continue;
    const after = [...part.children].find(
      (element) => element !== label && isVisible(element) && element.offsetHeight,
    );
    let before = part.previousElementSibling;
    while (before && (!isVisible(before) || !before.offsetHeight))
      before = before.previousElementSibling;
    if (!after || !before) continue;
    const box = label.getBoundingClientRect(),
      gapAbove = box.top - before.getBoundingClientRect().bottom,
      gapBelow = after.getBoundingClientRect().top - box.bottom;
    // The elements are side by side or in different columns.
    if (gapAbove < -2 || gapBelow < -2 || before.getBoundingClientRect().left > box.right) continue;
    if (gapAbove < 2 * gapBelow - 1)
      faults.push(`label: ${describe(label)} nearer to what is above`);
  }
  // The footer must be a row of equal columns, each with a name above a number.
  for (const row of document.querySelectorAll(".foot .sum")) {
    const boxes = [...row.children].map((element) => element.getBoundingClientRect()),
      spread = (side) => Math.max(...boxes.map(side)) - Math.min(...boxes.map(side));
    if (isVisible(row) && (spread((box) => box.top) > 1 || spread((box) => box.width) > 1))
      faults.push(`columns: ${describe(row)}`);
  }
  // Elements that float above a scrolling page must be opaque.
  for (const element of document.querySelectorAll(".foot, .places, .bar, .heads")) {
    const style = getComputedStyle(element),
      alpha = style.backgroundColor.match(/[\d.]+(?=\)$)/g);
    if (!/fixed|sticky/.test(style.position) || !isVisible(element)) continue;
    if (/rgba|\//.test(style.backgroundColor) && Number(alpha?.[0] ?? 1) < 1)
      faults.push(`ghost: ${describe(element)}`);
  }
  // What receives the focus scrolls into view above the bars at the bottom, not below them.
  const bars = [...document.querySelectorAll(".foot, .places")].filter((element) => {
    const { position, bottom } = getComputedStyle(element);
    return /fixed|sticky/.test(position) && bottom !== "auto" && isVisible(element);
  });
  const covered = bars.reduce((sum, bar) => {
      const box = bar.getBoundingClientRect();
      return box.width < available / 2 ? sum : sum + box.height;
    }, 0),
    padding = parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom) || 0;
  if (covered > padding)
    faults.push(`under: bars of ${Math.round(covered)} px above a scroll padding of ${padding}`);
  // Elements with a fixed position are compared only with elements of the same layer.
  const findLayer = (element) => {
    for (let up = element; up; up = up.parentElement)
      if (/fixed|sticky/.test(getComputedStyle(up).position)) return up;
    return null;
  };
  // A summary line may have a button at its end, which must not cover the words.
  const rangeOf = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range;
  };
  const controls = [
    ...document.querySelectorAll(
      "a, button, summary, select, textarea, input, label.chip, label.mark",
    ),
  ]
    .filter(
      (element) => isVisible(element) && !(element.tagName === "INPUT" && element.closest("label")),
    )
    .map((element) => ({
      element,
      layer: findLayer(element),
      boxes: [
        ...(element.tagName === "SUMMARY" ? rangeOf(element) : element).getClientRects(),
      ].filter((box) => box.width > 2 && box.height > 2),
    }));
  for (const [place, first] of controls.entries()) {
    for (const second of controls.slice(place + 1)) {
      if (
        first.layer !== second.layer ||
        first.element.contains(second.element) ||
        second.element.contains(first.element)
      )
        continue;
      const doesOverlap = first.boxes.some((a) =>
        second.boxes.some(
          (b) =>
            Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
            Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2,
        ),
      );
      if (doesOverlap)
        faults.push(`overlap: ${describe(first.element)} and ${describe(second.element)}`);
    }
  }
  return [...new Set(faults)];
};
