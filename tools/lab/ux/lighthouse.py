"""manage.py ux lighthouse: run Google's Lighthouse with a phone profile and take the median of five
runs.
"""

import json
import os
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from tarokk_club.system import say
from tools.dev import chromium
from tools.lab.bench import describe_machine
from tools.lab.ux import npm
from tools.lab.ux.browser import trust_flag
from tools.lab.ux.pages import cookie_line
from tools.lab.ux.site import Site, running_site

PACKAGE, VERSION = "lighthouse", "12.8.2"
RUNS, WANTED = 5, 99
PATIENCE = 180
CATEGORIES = ("performance", "accessibility", "best-practices")
# Only for the public front page: pages of a club ask search engines not to index them.
SEARCHED = "seo"
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
    def low(self) -> bool:
        """Whether the score of a category is below the goal, or missing."""
        wanted = [*CATEGORIES, *([SEARCHED] if self.page == FRONT else [])]
        return any(self.points.get(name, 0) < WANTED for name in wanted)

    def line(self) -> str:
        """Return the line for the terminal, with the reasons for lost points if the score is
        low.
        """
        told = "  ".join(f"{name} {points:g}" for name, points in self.points.items())
        why = "".join(f"\n      {one}" for one in self.faults) if self.low else ""
        return f"  {self.page:<14}{told}{'  LOW' if self.low else ''}{why}"


def main() -> int:
    """Run Lighthouse on every page; return 1 if a score is below the goal."""
    tool = npm.ensure(PACKAGE, VERSION)
    if tool is None or not chromium.ensure():
        return 1
    with running_site(founded=True) as site:
        cookies = cookie_line(site)
        found = [_scores(tool, site, page, cookies=cookies) for page in PAGES]
    return verdict(found)


def verdict(found: Iterable[Scores]) -> int:
    """Print the scores; return 1 if one is below the goal."""
    found = list(found)
    print(f"{describe_machine()}; {PACKAGE} {VERSION}, phone profile, median of {RUNS}")
    for scores in found:
        print(scores.line())
    return int(any(scores.low for scores in found) or not found)


def read_report(report: dict[str, Any]) -> tuple[dict[str, float], list[str]]:
    """Return the points of each category in a report, and the audits that lost points."""
    points: dict[str, float] = {}
    faults: list[str] = []
    for name, category in report["categories"].items():
        points[name] = round((category["score"] or 0) * 100)
        for part in category["auditRefs"]:
            audit = report["audits"][part["id"]]
            if part["weight"] and audit["score"] not in (1, None):
                said = f"{name}: {audit['title']} {audit.get('displayValue', '')}".strip()
                faults.append(f"{said}{_places(audit)}")
    return points, faults


def _places(audit: dict[str, Any]) -> str:
    """Return the places of an audit's faults in brackets, or ""."""
    items = (audit.get("details") or {}).get("items") or []
    found = [item["node"]["selector"] for item in items if "selector" in item.get("node", {})]
    return f" [{', '.join(found[:4])}]" if found else ""


def _scores(tool: Path, site: Site, page: str, *, cookies: str) -> Scores:
    """Return the median scores of a page; a failed run counts as 0 points and is reported."""
    told = {} if page == FRONT else {"Cookie": cookies}
    runs = [_run(tool, site, page, told) for _time in range(RUNS)]
    names = [*CATEGORIES, SEARCHED] if page == FRONT else [*CATEGORIES]
    points = {name: median(run.get(name, 0) for run, _faults in runs) for name in names}
    faults = sorted({fault for _points, faults in runs for fault in faults})
    return Scores(page, points, tuple(faults))


def _run(
    tool: Path, site: Site, page: str, headers: dict[str, str]
) -> tuple[dict[str, float], list[str]]:
    url = f"https://localhost:{site.port}{site.path(PAGES[page])}"
    flags = ["--headless=new", *chromium.FLAGS, trust_flag(site)]
    names = [*CATEGORIES, *([SEARCHED] if page == FRONT else [])]
    command = ["node", str(tool / "cli" / "index.js"), url, "--output=json", "--quiet"]
    command += [f"--chrome-flags={' '.join(flags)}", f"--only-categories={','.join(names)}"]
    command.append(f"--extra-headers={json.dumps(headers)}")
    # These runs send no reports.
    told = os.environ | {"CHROME_PATH": chromium.find(), "CI": "1"}
    done = subprocess.run(
        [*command, "--no-enable-error-reporting"],
        check=False,
        capture_output=True,
        text=True,
        env=told,
        timeout=PATIENCE,
    )
    if done.returncode or not done.stdout:
        say(done.stderr.strip()[-800:])
        return {}, [f"a run ended with {done.returncode}"]
    return read_report(json.loads(done.stdout))
