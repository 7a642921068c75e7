"""manage.py ux observatory: score every page with the MDN Observatory's own scanner."""

import json
import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tarokk_club.system import print_message
from tools.lab.ux import npm
from tools.lab.ux.site import Site, running_site

PACKAGE, VERSION = "@mdn/mdn-http-observatory", "1.4.8"
RUNNER = Path(__file__).with_suffix(".mjs")
GOAL = 140
# The last five points are for script integrity, so only a page can have them.
FILE_GOAL = 135
PAGE_TYPES = ("text/html", "application/xhtml+xml")


@dataclass(frozen=True, slots=True)
class Score:
    """The scanner's result for one path.

    kind: content type.
    at: path after redirects.
    marks: the scanner's findings with their points.
    """

    path: str
    status: int
    score: int
    grade: str
    kind: str = ""
    at: str = ""
    marks: dict[str, int] = field(default_factory=dict)

    @property
    def is_low(self) -> bool:
        """Whether the score is below what a response of this kind can reach."""
        is_file = (
            self.kind not in PAGE_TYPES or "sri-not-implemented-but-no-scripts-loaded" in self.marks
        )
        return self.score < (FILE_GOAL if is_file else GOAL)

    def format_line(self) -> str:
        """Return the line for the terminal, with the reasons if the score is low."""
        redirect = f" -> {self.at}" if self.at not in ("", self.path) else ""
        kind = "" if self.kind in PAGE_TYPES else f"  ({self.kind})"
        penalties = [name for name, points in self.marks.items() if points <= 0]
        reasons = f"  LOW: {', '.join(penalties)}" if self.is_low else ""
        return (
            f"{self.score:>4} {self.grade:<2} {self.status}  {self.path}{redirect}{kind}{reasons}"
        )


def main() -> int:
    """Scan every page; return 1 if a score is too low."""
    scanner = npm.ensure_package(PACKAGE, VERSION)
    if scanner is None:
        return 1
    # The HSTS preload list of browsers, which never contains a local host.
    (scanner / "conf" / "hsts-preload.json").write_text("{}")
    with running_site() as site:
        scores = _scan(scanner, site)
        requested = len(site.owner_paths) + len(site.public_paths)
    for score in scores:
        print(score.format_line())
    return print_verdict(scores, requested=requested)


def print_verdict(scores: Sequence[Score], *, requested: int) -> int:
    """Print a summary line; return 1 if a score is too low or a page was not scanned."""
    low = [score for score in scores if score.is_low]
    full = sum(score.score >= GOAL for score in scores)
    print(
        f"{len(scores)} of {requested} addresses scanned: {full} with {GOAL} or more, "
        f"{len(low)} too low; files and fragments have no scripts to seal and reach {FILE_GOAL}."
    )
    return int(bool(low) or len(scores) != requested or not scores)


def _scan(scanner: Path, site: Site) -> list[Score]:
    owner, visitor = site.cookies(signed_in=True), site.cookies(signed_in=False)
    requests = [{"path": path, "cookies": owner} for path in site.owner_paths]
    requests += [{"path": path, "cookies": visitor} for path in site.public_paths]
    result = subprocess.run(
        ["node", str(RUNNER), str(scanner), str(site.port)],
        check=False,
        input="\n".join(map(json.dumps, requests)),
        capture_output=True,
        text=True,
        env=os.environ | {"NODE_EXTRA_CA_CERTS": str(site.certificate)},
    )
    if result.returncode:
        print_message(result.stderr.strip()[-2000:])
    return [Score(**json.loads(line)) for line in result.stdout.splitlines()]
