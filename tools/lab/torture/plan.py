"""The options of a `torture` run, the stage of each trial, and its results."""

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tools.lab.torture.book import Book, read_book
from tools.lab.torture.club import Club, found_club, sign_in, start_session
from tools.lab.torture.notebook import Notebook, Verdict, compare_with_notebook
from tools.lab.torture.phone import Phone
from tools.lab.torture.served import MANAGE, NotServedError, Site

SERVE_COMMAND = (*MANAGE, "serve")


@dataclass(frozen=True, slots=True)
class Plan:
    """The options and sizes of a run.

    folder: folder for all files that the run writes.
    serve: command that starts the site.
    """

    folder: Path
    kills: int
    seconds: float
    phones: int
    seed: int
    quick: bool
    serve: Sequence[str] = SERVE_COMMAND

    def make_rng(self, trial: str) -> Random:
        """Return a random generator for the trial, the same in every run with this seed."""
        return Random(f"{self.seed} {trial}")

    def choose_count(self, quick: int, full: int) -> int:
        """Return the number of repetitions for a quick or a full run."""
        return quick if self.quick else full


@dataclass(slots=True)
class Trial:
    """The result of a trial.

    figures: measurements, as lines of text.
    broken: descriptions of broken promises.
    kills: number of power cuts.
    conflicts: number of conflicts shown to phones.
    verdict: faults found by comparing the database with the sent hands.
    """

    name: str
    figures: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    kills: int = 0
    conflicts: int = 0
    verdict: Verdict = field(default_factory=Verdict)

    def add_figure(self, figure: str) -> None:
        """Add a line of text with a measurement."""
        self.figures.append(figure)

    def check(self, promise: str, *, held: bool) -> None:
        """Record the promise as broken if it did not hold."""
        if not held:
            self.broken.append(promise)

    def add_goal(self, goal: str, *, met: bool) -> None:
        """Add a goal to the figures; missing it breaks no promise, as the machine may be busy."""
        self.figures.append(f"goal {'met' if met else 'MISSED'}: {goal}")

    def check_database(self, stage: "Stage", notebook: Notebook) -> None:
        """Compare the site's database on disk with the sent hands and record the faults."""
        self.check_book(read_book(stage.site.database_file), notebook)

    def check_book(self, book: Book, notebook: Notebook) -> None:
        """Compare the content of a database with the sent hands and record the faults."""
        verdict = compare_with_notebook(book, notebook)
        for name in ("lost", "duplicated", "half", "gaps"):
            setattr(self.verdict, name, getattr(self.verdict, name) + getattr(verdict, name))
        self.verdict.descriptions += verdict.descriptions
        self.broken += verdict.descriptions

    def run_audit(self, site: Site) -> None:
        """Run the site's own audit and record whether it passed."""
        result = site.run_command("audit_ledger")
        self.check(
            f"audit_ledger: {result.stdout}{result.stderr}"[:400], held=result.returncode == 0
        )


@dataclass(slots=True)
class Stage:
    """A served site with a club; `phone` belongs to the founder."""

    site: Site
    club: Club
    phone: Phone

    def start_sessions(self, count: int) -> list[str]:
        """Start new sessions and return their ids."""
        return [start_session(self.phone, self.club) for _ in range(count)]

    def sign_in_phones(self, count: int, *, port: int = 0) -> list[Phone]:
        """Return phones, each with a sign-in session of its own.

        port: port of a network in front of the site, or 0.
        """
        phones = [sign_in(self.site.port) for _ in range(count)]
        for phone in phones:
            phone.close()
            phone.port = port or self.site.port
        return phones


@contextmanager
def set_stage(
    plan: Plan, trial: str, *, folder: Path | None = None, variables: dict[str, str] | None = None
) -> Iterator[Stage]:
    """Serve a separate site with a club for one trial; kill it at the end of the block."""
    var = folder or plan.folder / trial
    site = Site(var, plan.folder / f"{trial}.log", command=plan.serve, variables=variables or {})
    model = plan.folder / "model"
    if model.exists():
        # A copy starts faster than a new site, which must migrate first.
        shutil.copytree(model, var, dirs_exist_ok=True)
    try:
        site.start()
        phone = Phone(site.port)
        yield Stage(site, found_club(phone), phone)
    finally:
        site.kill()


def create_model_site(plan: Plan) -> float:
    """Create the empty site that the trials copy; return the seconds of its first start."""
    site = Site(plan.folder / "model", plan.folder / "model.log")
    try:
        seconds = site.start()
        site.stop()
    finally:
        site.kill()
    if not site.database_file.exists():
        raise NotServedError("The first start left no database behind.")
    return seconds
