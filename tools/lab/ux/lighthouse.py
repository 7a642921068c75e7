"""manage.py ux lighthouse: score pages with Google's Lighthouse, as the median of five runs."""

import json
import os
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from tarokk_club.system import print_message
from tools.dev import chromium
from tools.lab.bench import describe_machine
from tools.lab.ux import npm
from tools.lab.ux.browser import build_trust_flag
from tools.lab.ux.pages import build_cookie_header
from tools.lab.ux.site import Site, running_site

PACKAGE, VERSION = "lighthouse", "12.8.2"
RUNS, GOAL = 5, 99
TIMEOUT_SECONDS = 180
CATEGORIES = ("performance", "accessibility", "best-practices")
# Only for the public front page, because pages of a club are not indexed.
SEO = "seo"
PAGES = {
    "sheet": "club:sheet",
    "hand entry": "club:hand_new",
    "leaderboard": "club:season",
    "front page": "club:home",
}
FRONT = "front page"


@dataclass(frozen=True, slots=True)
class Scores:
    """The median score of each category of a page, 0 to 100.

    faults: audits for which a run lost points.
    """

    page: str
    points: dict[str, float]
    faults: tuple[str, ...] = ()

    @property
    def is_low(self) -> bool:
        """Whether the score of a category is below the goal, or missing."""
        categories = [*CATEGORIES, *([SEO] if self.page == FRONT else [])]
        return any(self.points.get(name, 0) < GOAL for name in categories)

    def format_line(self) -> str:
        """Return the line for the terminal, with the reasons if a score is below the goal."""
        points = "  ".join(f"{name} {value:g}" for name, value in self.points.items())
        reasons = "".join(f"\n      {fault}" for fault in self.faults) if self.is_low else ""
        return f"  {self.page:<14}{points}{'  LOW' if self.is_low else ''}{reasons}"


def main() -> int:
    """Run Lighthouse on every page; return 1 if a score is below the goal."""
    tool = npm.ensure_package(PACKAGE, VERSION)
    if tool is None or not chromium.ensure_browser():
        return 1
    with running_site(founded=True) as site:
        cookies = build_cookie_header(site)
        scores = [_measure_page(tool, site, page, cookies=cookies) for page in PAGES]
    return print_verdict(scores)


def print_verdict(all_scores: Iterable[Scores]) -> int:
    """Print the scores; return 1 if any is below the goal."""
    all_scores = list(all_scores)
    print(f"{describe_machine()}; {PACKAGE} {VERSION}, phone profile, median of {RUNS}")
    for scores in all_scores:
        print(scores.format_line())
    return int(any(scores.is_low for scores in all_scores) or not all_scores)


def read_report(report: dict[str, Any]) -> tuple[dict[str, float], list[str]]:
    """Return the points of each category in a report, and the audits that lost points."""
    points: dict[str, float] = {}
    faults: list[str] = []
    for name, category in report["categories"].items():
        points[name] = round((category["score"] or 0) * 100)
        for reference in category["auditRefs"]:
            audit = report["audits"][reference["id"]]
            if reference["weight"] and audit["score"] not in (1, None):
                fault = f"{name}: {audit['title']} {audit.get('displayValue', '')}".strip()
                faults.append(f"{fault}{_format_places(audit)}")
    return points, faults


def _format_places(audit: dict[str, Any]) -> str:
    """Return the selectors of an audit's faults in brackets, or ""."""
    items = (audit.get("details") or {}).get("items") or []
    selectors = [item["node"]["selector"] for item in items if "selector" in item.get("node", {})]
    return f" [{', '.join(selectors[:4])}]" if selectors else ""


def _measure_page(tool: Path, site: Site, page: str, *, cookies: str) -> Scores:
    """Return the median scores of a page; a failed run counts as 0 points and is reported."""
    headers = {} if page == FRONT else {"Cookie": cookies}
    runs = [_run_lighthouse(tool, site, page, headers) for _number in range(RUNS)]
    categories = [*CATEGORIES, SEO] if page == FRONT else [*CATEGORIES]
    points = {name: median(run.get(name, 0) for run, _faults in runs) for name in categories}
    faults = sorted({fault for _points, faults in runs for fault in faults})
    return Scores(page, points, tuple(faults))


def _run_lighthouse(
    tool: Path, site: Site, page: str, headers: dict[str, str]
) -> tuple[dict[str, float], list[str]]:
    url = f"https://localhost:{site.port}{site.path(PAGES[page])}"
    flags = ["--headless=new", *chromium.FLAGS, build_trust_flag(site)]
    categories = [*CATEGORIES, *([SEO] if page == FRONT else [])]
    command = ["node", str(tool / "cli" / "index.js"), url, "--output=json", "--quiet"]
    command += [f"--chrome-flags={' '.join(flags)}", f"--only-categories={','.join(categories)}"]
    command.append(f"--extra-headers={json.dumps(headers)}")
    # These runs send no reports.
    variables = os.environ | {"CHROME_PATH": chromium.find_browser(), "CI": "1"}
    result = subprocess.run(
        [*command, "--no-enable-error-reporting"],
        check=False,
        capture_output=True,
        text=True,
        env=variables,
        timeout=TIMEOUT_SECONDS,
    )
    if result.returncode or not result.stdout:
        print_message(result.stderr.strip()[-800:])
        return {}, [f"a run ended with {result.returncode}"]
    return read_report(json.loads(result.stdout))
