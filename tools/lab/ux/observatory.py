"""manage.py ux observatory: every page's score by the MDN Observatory's own scanner."""

import json
import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tarokk_club.system import say
from tools.lab.ux import npm
from tools.lab.ux.site import Site, running_site

PACKAGE, VERSION = "@mdn/mdn-http-observatory", "1.4.8"
RUNNER = Path(__file__).with_suffix(".mjs")
WANTED = 140
# The last five points are for sealed scripts, which a page has and a file has not.
OF_A_FILE = 135
PAGES = ("text/html", "application/xhtml+xml")


@dataclass(frozen=True, slots=True)
class Score:
    """What the scanner says of one address; marks: its findings with the points of each."""

    path: str
    status: int
    score: int
    grade: str
    kind: str = ""
    at: str = ""
    marks: dict[str, int] = field(default_factory=dict)

    @property
    def low(self) -> bool:
        """Whether something is missing that an answer of this kind can have."""
        without = (
            self.kind not in PAGES or "sri-not-implemented-but-no-scripts-loaded" in self.marks
        )
        return self.score < (OF_A_FILE if without else WANTED)

    def line(self) -> str:
        """One line for the terminal, with the reasons where something is missing."""
        went = f" -> {self.at}" if self.at not in ("", self.path) else ""
        kind = "" if self.kind in PAGES else f"  ({self.kind})"
        given = [name for name, points in self.marks.items() if points <= 0]
        why = f"  LOW: {', '.join(given)}" if self.low else ""
        return f"{self.score:>4} {self.grade:<2} {self.status}  {self.path}{went}{kind}{why}"


def main() -> int:
    """Scan every page; 1 when one of them is too low."""
    scanner = npm.ensure(PACKAGE, VERSION)
    if scanner is None:
        return 1
    # The list of hosts that browsers know as https: a machine of our own never stands in it.
    (scanner / "conf" / "hsts-preload.json").write_text("{}")
    with running_site() as site:
        scores = _scan(scanner, site)
        asked = len(site.owned) + len(site.open)
    for score in scores:
        print(score.line())
    return verdict(scores, asked=asked)


def verdict(scores: Sequence[Score], *, asked: int) -> int:
    """Say in one line how it went; 1 when a page is under 140 or was not scanned."""
    low = [score for score in scores if score.low]
    full = sum(score.score >= WANTED for score in scores)
    print(
        f"{len(scores)} of {asked} addresses scanned: {full} with {WANTED} or more, {len(low)} too"
        f" low; files and fragments have no scripts to seal and reach {OF_A_FILE}."
    )
    return int(bool(low) or len(scores) != asked or not scores)


def _scan(scanner: Path, site: Site) -> list[Score]:
    owner, visitor = site.cookies(signed_in=True), site.cookies(signed_in=False)
    wanted = [{"path": path, "cookies": owner} for path in site.owned]
    wanted += [{"path": path, "cookies": visitor} for path in site.open]
    done = subprocess.run(
        ["node", str(RUNNER), str(scanner), str(site.port)],
        check=False,
        input="\n".join(map(json.dumps, wanted)),
        capture_output=True,
        text=True,
        env=os.environ | {"NODE_EXTRA_CA_CERTS": str(site.certificate)},
    )
    if done.returncode:
        say(done.stderr.strip()[-2000:])
    return [Score(**json.loads(line)) for line in done.stdout.splitlines()]
