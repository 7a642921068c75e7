// Make each line of a hand a disclosure that loads its rule when it is opened.
import { load, watch } from "../../base/page/fragments.js";

const ruleCache = new Map();
const openLines = new Set();

// Lines of the same item share one rule. Return whether the rule is cached.
function addCachedRule(details) {
  const rule = ruleCache.get(details.dataset.rule);
  if (rule && details.open && !details.querySelector(".ruling")) {
    details.insertAdjacentHTML("beforeend", rule);
  }
  return Boolean(rule);
}

function buildDetails(link) {
  const details = document.createElement("details");
  const summary = document.createElement("summary");
  const url = new URL(link.href);
  url.searchParams.set("item", url.hash.slice("#rule-".length));
  url.hash = "";
  details.className = "ruled";
  details.dataset.rule = link.href;
  details.dataset.line = `${link.closest("[id]")?.id} ${link.textContent}`;
  details.setAttribute("hx-get", url.pathname + url.search);
  details.setAttribute("hx-trigger", "toggle");
  details.setAttribute("hx-swap", "beforeend");
  summary.append(...link.childNodes);
  details.append(summary);
  // An open line must not close when a new version of the page arrives.
  details.open = openLines.has(details.dataset.line);
  addCachedRule(details);
  return details;
}

function watchDetails(details) {
  watch(details, {
    mayRequest: () => {
      openLines[details.open ? "add" : "delete"](details.dataset.line);
      return details.open && !addCachedRule(details);
    },
    onEnd: (_answer, status) => {
      const rule = details.querySelector(".ruling");
      if (status === 200 && rule) ruleCache.set(details.dataset.rule, rule.outerHTML);
      // The page of all rules shows any error, such as a sign-in that is needed.
      else if (details.open) location.assign(details.dataset.rule);
    },
  });
  return details;
}

// Lines of a closed hand are left for when it opens: a long session has hundreds of them.
function replaceLinks({ target: root }) {
  for (const link of root.querySelectorAll("a.ruled:not(details:not([open]) a)")) {
    const details = watchDetails(buildDetails(link));
    link.replaceWith(details);
    load(details);
  }
}
document.addEventListener("drawn", replaceLinks);
document.addEventListener("toggle", replaceLinks, true);
replaceLinks({ target: document });
