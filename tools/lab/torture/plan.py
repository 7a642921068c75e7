"""What a run of `torture` was asked for, the stages it plays on, and what each trial found."""

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
    """Sizes of a run. folder: for everything it writes; serve: what starts the site."""

    folder: Path
    kills: int
    seconds: float
    phones: int
    seed: int
    quick: bool
    serve: Sequence[str] = SERVE

    def dice(self, trial: str) -> Random:
        """Chance, the same in every run with this seed."""
        return Random(f"{self.seed} {trial}")

    def few(self, quick: int, full: int) -> int:
        """How often something is done."""
        return quick if self.quick else full


@dataclass(slots=True)
class Trial:
    """What one trial found. figures: for the person who reads; broken: promises that were not
    kept.
    """

    name: str
    figures: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    kills: int = 0
    conflicts: int = 0
    verdict: Verdict = field(default_factory=Verdict)

    def tell(self, figure: str) -> None:
        """A figure."""
        self.figures.append(figure)

    def want(self, promise: str, *, kept: bool) -> None:
        """A promise, and whether it was kept."""
        if not kept:
            self.broken.append(promise)

    def aim(self, goal: str, *, met: bool) -> None:
        """A goal for a quiet machine: told, and no promise."""
        self.figures.append(f"goal {'met' if met else 'MISSED'}: {goal}")

    def hold(self, stage: "Stage", notebook: Notebook) -> None:
        """Judge the book on the disk by what was sent, and add it up."""
        self.judge(read_book(stage.site.book), notebook)

    def judge(self, book: Book, notebook: Notebook) -> None:
        """Judge a book by what was sent, and add it up."""
        verdict = judge(book, notebook)
        for name in ("lost", "duplicated", "half", "gaps"):
            setattr(self.verdict, name, getattr(self.verdict, name) + getattr(verdict, name))
        self.verdict.words += verdict.words
        self.broken += verdict.words

    def audit(self, site: Site) -> None:
        """Let the book audit itself."""
        done = site.tell("audit_ledger")
        self.want(f"audit_ledger: {done.stdout}{done.stderr}"[:400], kept=done.returncode == 0)


@dataclass(slots=True)
class Stage:
    """A served site with a club in it; `phone` belongs to its founder."""

    site: Site
    club: Club
    phone: Phone

    def sessions(self, count: int) -> list[str]:
        """New sessions, by id."""
        return [start_session(self.phone, self.club) for _ in range(count)]

    def phones(self, count: int, *, port: int = 0) -> list[Phone]:
        """Phones that are signed in, each by itself. port: of a network between, if any."""
        phones = [sign_in(self.site.port) for _ in range(count)]
        for phone in phones:
            phone.close()
            phone.port = port or self.site.port
        return phones


@contextmanager
def stage(
    plan: Plan, trial: str, *, folder: Path | None = None, more: dict[str, str] | None = None
) -> Iterator[Stage]:
    """A site of its own for one trial, served and founded; ended by force at the end."""
    var = folder or plan.folder / trial
    site = Site(var, plan.folder / f"{trial}.log", command=plan.serve, more=more or {})
    model = plan.folder / "model"
    if model.exists():
        # Migrating and collecting once is enough.
        shutil.copytree(model, var, dirs_exist_ok=True)
    try:
        site.start()
        phone = Phone(site.port)
        yield Stage(site, found(phone), phone)
    finally:
        site.kill()


def make_model(plan: Plan) -> float:
    """An empty site that the trials start from; how long its first start took."""
    site = Site(plan.folder / "model", plan.folder / "model.log")
    try:
        seconds = site.start()
        site.stop()
    finally:
        site.kill()
    if not site.book.exists():
        raise NotServedError("The first start left no database behind.")
    return seconds
