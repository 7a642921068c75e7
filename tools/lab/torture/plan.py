"""The options of a `torture` run, the stage of each trial, and its results."""

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tools.lab.torture.book import Book, read_book
from tools.lab.torture.notebook import Notebook, Verdict, judge
from tools.lab.torture.phone import Phone
from tools.lab.torture.served import MANAGE, NotServedError, Site
from tools.lab.torture.table import Club, found, sign_in, start_session

SERVE = (*MANAGE, "serve")


@dataclass(frozen=True, slots=True)
class Plan:
    """The options and sizes of a run.

    folder: for all files it writes.
    serve: command that starts the site.
    """

    folder: Path
    kills: int
    seconds: float
    phones: int
    seed: int
    quick: bool
    serve: Sequence[str] = SERVE

    def dice(self, trial: str) -> Random:
        """Return a random generator for the trial, the same in every run with this seed."""
        return Random(f"{self.seed} {trial}")

    def few(self, quick: int, full: int) -> int:
        """Return the number of repetitions for a quick or a full run."""
        return quick if self.quick else full


@dataclass(slots=True)
class Trial:
    """The result of one trial.

    figures: for a human reader.
    broken: promises that were broken.
    """

    name: str
    figures: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    kills: int = 0
    conflicts: int = 0
    verdict: Verdict = field(default_factory=Verdict)

    def tell(self, figure: str) -> None:
        """Add a figure."""
        self.figures.append(figure)

    def want(self, promise: str, *, kept: bool) -> None:
        """Record a promise as broken unless it was kept."""
        if not kept:
            self.broken.append(promise)

    def aim(self, goal: str, *, met: bool) -> None:
        """Add a goal for a quiet machine to the figures; missing it breaks no promise."""
        self.figures.append(f"goal {'met' if met else 'MISSED'}: {goal}")

    def hold(self, stage: "Stage", notebook: Notebook) -> None:
        """Compare the database on disk with the sent hands and add the result."""
        self.judge(read_book(stage.site.book), notebook)

    def judge(self, book: Book, notebook: Notebook) -> None:
        """Compare a database with the sent hands and add the result."""
        verdict = judge(book, notebook)
        for name in ("lost", "duplicated", "half", "gaps"):
            setattr(self.verdict, name, getattr(self.verdict, name) + getattr(verdict, name))
        self.verdict.words += verdict.words
        self.broken += verdict.words

    def audit(self, site: Site) -> None:
        """Run the site's own audit and record whether it passed."""
        done = site.tell("audit_ledger")
        self.want(f"audit_ledger: {done.stdout}{done.stderr}"[:400], kept=done.returncode == 0)


@dataclass(slots=True)
class Stage:
    """A served site with a club; `phone` belongs to the founder."""

    site: Site
    club: Club
    phone: Phone

    def sessions(self, count: int) -> list[str]:
        """Start new sessions and return their ids."""
        return [start_session(self.phone, self.club) for _ in range(count)]

    def phones(self, count: int, *, port: int = 0) -> list[Phone]:
        """Return phones that are signed in separately.

        port: of a network in between, if any.
        """
        phones = [sign_in(self.site.port) for _ in range(count)]
        for phone in phones:
            phone.close()
            phone.port = port or self.site.port
        return phones


@contextmanager
def stage(
    plan: Plan, trial: str, *, folder: Path | None = None, more: dict[str, str] | None = None
) -> Iterator[Stage]:
    """Serve a separate site with a club for one trial; kill it at the end of the block."""
    var = folder or plan.folder / trial
    site = Site(var, plan.folder / f"{trial}.log", command=plan.serve, more=more or {})
    model = plan.folder / "model"
    if model.exists():
        # A copy, because migrating and collecting once is enough.
        shutil.copytree(model, var, dirs_exist_ok=True)
    try:
        site.start()
        phone = Phone(site.port)
        yield Stage(site, found(phone), phone)
    finally:
        site.kill()


def make_model(plan: Plan) -> float:
    """Create the empty site that the trials copy; return the seconds of its first start."""
    site = Site(plan.folder / "model", plan.folder / "model.log")
    try:
        seconds = site.start()
        site.stop()
    finally:
        site.kill()
    if not site.book.exists():
        raise NotServedError("The first start left no database behind.")
    return seconds
