// A line of a hand opens to its rule; underneath is the link to all rules. htmx fetches the rule.
import { load, watch } from "../../base/page/fragments.js";

const told = new Map();
const open = new Set();

// The rule that another line of the same item told already; whether there was one.
function tell(fold) {
  const known = told.get(fold.dataset.rule);
  if (known && fold.open && !fold.querySelector(".ruling")) {
    fold.insertAdjacentHTML("beforeend", known);
  }
  return Boolean(known);
}

function foldOf(link) {
  const fold = document.createElement("details");
  const line = document.createElement("summary");
  const address = new URL(link.href);
  address.searchParams.set("item", address.hash.slice("#rule-".length));
  address.hash = "";
  fold.className = "ruled";
  fold.dataset.rule = link.href;
  fold.dataset.line = `${link.closest("[id]")?.id} ${link.textContent}`;
  fold.setAttribute("hx-get", address.pathname + address.search);
  fold.setAttribute("hx-trigger", "toggle");
  fold.setAttribute("hx-swap", "beforeend");
  line.append(...link.childNodes);
  fold.append(line);
  // What was open stays open when the page follows the table or the hand.
  fold.open = open.has(fold.dataset.line);
  tell(fold);
  return fold;
}

function watched(fold) {
  watch(fold, {
    may: () => {
      open[fold.open ? "add" : "delete"](fold.dataset.line);
      return fold.open && !tell(fold);
    },
    after: (_answer, status) => {
      const rule = fold.querySelector(".ruling");
      if (status === 200 && rule) told.set(fold.dataset.rule, rule.outerHTML);
      // Whatever is in the way is told by the page of all rules.
      else if (fold.open) location.assign(fold.dataset.rule);
    },
  });
  return fold;
}

// The lines of a closed hand wait until it is opened: a long session has hundreds of them.
function foldIn({ target: part }) {
  for (const link of part.querySelectorAll("a.ruled:not(details:not([open]) a)")) {
    const fold = watched(foldOf(link));
    link.replaceWith(fold);
    load(fold);
  }
}
document.addEventListener("drawn", foldIn);
document.addEventListener("toggle", foldIn, true);
foldIn({ target: document });
