"""manage.py ux observatory: score every page with the MDN Observatory's own scanner."""

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
# The last five points are for script integrity, which only a page can have.
OF_A_FILE = 135
PAGES = ("text/html", "application/xhtml+xml")


@dataclass(frozen=True, slots=True)
class Score:
    """The scanner's result for one path.

    kind: content type.
    at: path after redirects.
    marks: findings with their points.
    """

    path: str
    status: int
    score: int
    grade: str
    kind: str = ""
    at: str = ""
    marks: dict[str, int] = field(default_factory=dict)

    @property
    def low(self) -> bool:
        """Whether the score is below what a response of this kind can reach."""
        without = (
            self.kind not in PAGES or "sri-not-implemented-but-no-scripts-loaded" in self.marks
        )
        return self.score < (OF_A_FILE if without else WANTED)

    def line(self) -> str:
        """Return the line for the terminal, with the reasons if the score is low."""
        went = f" -> {self.at}" if self.at not in ("", self.path) else ""
        kind = "" if self.kind in PAGES else f"  ({self.kind})"
        given = [name for name, points in self.marks.items() if points <= 0]
        why = f"  LOW: {', '.join(given)}" if self.low else ""
        return f"{self.score:>4} {self.grade:<2} {self.status}  {self.path}{went}{kind}{why}"


def main() -> int:
    """Scan every page; return 1 if a score is too low."""
    scanner = npm.ensure(PACKAGE, VERSION)
    if scanner is None:
        return 1
    # The HSTS preload list of browsers, which never contains a local host.
    (scanner / "conf" / "hsts-preload.json").write_text("{}")
    with running_site() as site:
        scores = _scan(scanner, site)
        asked = len(site.owned) + len(site.open)
    for score in scores:
        print(score.line())
    return verdict(scores, asked=asked)


def verdict(scores: Sequence[Score], *, asked: int) -> int:
    """Print a summary in one line; return 1 if a page is too low or was not scanned."""
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
