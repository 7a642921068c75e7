"""Damages of the scorer tried without a new start: a process with its tests ready forks for each.

A damaged function takes the place of the whole one in the fork, and the tests that reach it run
there, the quickest first, until one fails. What a module does while it is read is not met this way:
such damages are `FRESH`, and get a fork that reads the scorer anew.
"""

import contextlib
import gc
import importlib.machinery
import json
import os
import resource
import signal
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import hypothesis
import pytest
from _pytest.runner import runtestprotocol

from tarokk_club.env import ROOT
from tarokk_club.system import say

KILLED, SURVIVED, LATE, STILLBORN = "killed", "survived", "out of time", "stillborn"
# To be tried another way.
FRESH = "fresh"
# Of Django and the browser the scorer's tests need nothing, and a fork of them would be dear.
BARE = [
    *("-c", os.devnull, "--rootdir", str(ROOT), "--import-mode=importlib"),
    *("-o", f"pythonpath={ROOT} {ROOT / 'tests'}"),
    *("--noconftest", "-q", "-q", "--no-header", "--no-summary", "--doctest-modules"),
    *("-p", "no:cacheprovider", "-p", "_hypothesis_pytestplugin", "--hypothesis-profile=mutants"),
    # Whether a test fails is asked, not why: to say that well would take most of the time.
    *("--assert=plain", "--tb=native"),
]
# Of the processor, as others may be at work: a loop without an end is noticed by whoever waits.
SECONDS = 240
# A first round lets each damage meet the quickest tests alone, for so many of these seconds.
PATIENCE = 0.7
BYTES = 4 * 2**30  # of what a damage makes ever larger, too
# So many examples find nearly all that more of them would find.
EXAMPLES = 15
OPTIMIZED = 1
COMPREHENSIONS = {"<listcomp>", "<setcomp>", "<dictcomp>"}
# What a fork that reads the scorer anew must not find.
READ = {"scoring", "support", "tests"}
Place = tuple[str, int, str]
# A file as the root sees it, and what makes what it would hold.
Damage = tuple[str, Callable[[], str]]


@dataclass(frozen=True, slots=True)
class Way:
    """How damages are tried: by which tests, how long, by how many processes, and who is told."""

    tests: Sequence[str]
    # Those nearest to a file, and those of what files hold: for what works while a file is read.
    near: Callable[[str], list[str]] = lambda _path: []
    read: Sequence[str] = ()
    patience: float | None = None
    processes: int = 1
    tell: Callable[[int, str], None] = lambda _at, _outcome: None


def try_all(damages: Sequence[Damage], way: Way) -> list[str]:
    """What became of each, in their order; raises ValueError where a test fails without damage.

    The tests are files or folders of the scorer, which need neither Django nor a book.
    """
    told = in_fork(lambda: _loop(damages, way), seconds=None)[1]
    if not told:
        raise ValueError("a test fails without any damage")
    found: list[str] = json.loads(told)
    for at, (path, damaged) in enumerate(damages):
        if found[at] == FRESH:
            found[at] = _fresh(path, damaged, way)
            way.tell(at, found[at])
    return found


def _loop(damages: Sequence[Damage], way: Way) -> str | None:
    trier = Trier(damages, way)
    _ready()
    done = pytest.main([*BARE, *way.tests], plugins=[trier, Fewer(way)])
    return json.dumps(trier.outcomes) if done == pytest.ExitCode.OK else None


class Fewer:
    """A plugin: what is tried with examples takes fewer of them and comes last, or not at all."""

    def __init__(self, way: Way) -> None:
        """Who has no patience tries no examples."""
        self.way = way

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Before any runs."""
        slow = {item for item in items if _few_examples(item)}
        plain = [item for item in items if item not in slow]
        items[:] = plain if self.way.patience else [*plain, *filter(slow.__contains__, items)]


def _few_examples(item: pytest.Item) -> bool:
    function = getattr(item, "function", None)
    asked = getattr(function, "_hypothesis_internal_use_settings", None)
    if function is None or asked is None:
        return False
    few = hypothesis.settings(asked, max_examples=min(EXAMPLES, asked.max_examples))
    function._hypothesis_internal_use_settings = few
    return True


def _ready() -> None:
    """Like a process that has read nothing of ours yet."""
    os.chdir(ROOT)
    # Nothing of other plugins, which are dear to read, and everything is compiled but once.
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    sys.dont_write_bytecode, sys.pycache_prefix = False, str(ROOT / "var" / "mutants-compiled")
    for name in [one for one in sys.modules if one.partition(".")[0] in READ]:
        del sys.modules[name]
    # Whether a damage is found matters, not the smallest example of it.
    hypothesis.settings.register_profile(
        "mutants",
        deadline=None,
        derandomize=True,
        database=None,
        phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
    )


def _fresh(path: str, damaged: Callable[[], str], way: Way) -> str:
    """Whether a test notices a damage that works while its module is read."""
    near = way.near(path)
    tests = near if near and way.patience else [*near, *way.tests]

    def work() -> str | None:
        _ready()
        _read_instead(ROOT / path, compile(damaged(), str(ROOT / path), "exec"))
        with Path(os.devnull).open("w") as nowhere:
            os.dup2(nowhere.fileno(), sys.stdout.fileno())
            os.dup2(nowhere.fileno(), sys.stderr.fileno())
        suites = filter(None, (way.read, tests))
        ended = (pytest.main([*BARE, "-x", *some], plugins=[Fewer(way)]) for some in suites)
        return "" if all(code == pytest.ExitCode.OK for code in ended) else None

    return in_fork(work)[0]


def _read_instead(path: Path, code: CodeType) -> None:
    whole = importlib.machinery.SourceFileLoader.get_code

    def get_code(self: importlib.machinery.SourceFileLoader, name: str) -> CodeType | None:
        return code if Path(self.path) == path else whole(self, name)

    importlib.machinery.SourceFileLoader.get_code = get_code  # type: ignore[assignment,method-assign]


# --- what a damage changes


def pairs(whole: CodeType, damaged: CodeType) -> list[tuple[CodeType, CodeType]] | None:
    """The functions that differ, old and new; None where reading the module does."""
    found: list[tuple[CodeType, CodeType]] = []
    return found if _compare(whole, damaged, found, read=True) else None


def _compare(
    old: CodeType, new: CodeType, found: list[tuple[CodeType, CodeType]], *, read: bool
) -> bool:
    inside, inside_new = _nested(old), _nested(new)
    if len(inside) != len(inside_new) or (read and _own(old) != _own(new)):
        return False
    if not read and old != new:
        found.append((old, new))
    return all(
        _compare(one, other, found, read=read and _is_read(one))
        for one, other in zip(inside, inside_new, strict=True)
    )


def _is_read(code: CodeType) -> bool:
    """Whether it runs while its module is read: a class, or a comprehension at the top."""
    return not code.co_flags & OPTIMIZED or code.co_name in COMPREHENSIONS


def _nested(code: CodeType) -> list[CodeType]:
    return [one for one in code.co_consts if isinstance(one, CodeType)]


def _own(code: CodeType) -> tuple[object, ...]:
    consts = [(type(one), one) for one in code.co_consts if not isinstance(one, CodeType)]
    return code.co_code, code.co_names, consts, code.co_flags


def compiled(source: str, path: str) -> CodeType | None:
    """The code of a damaged module; None where it is none, or lint would refuse it at sight."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            return compile(source, path, "exec", dont_inherit=True)
        except (SyntaxError, SyntaxWarning):
            return None


# --- in the process that has the tests ready


class Trier:
    """A plugin in the place of pytest's own loop: it tries damages on the tests collected."""

    def __init__(self, damages: Sequence[Damage], way: Way) -> None:
        """Of these damages; `outcomes` are in their order."""
        self.damages = damages
        self.way = way
        self.outcomes: list[str] = []
        self.whole = {path: _whole(path) for path in {path for path, _damaged in damages}}
        self.wanted = {code.co_filename for code in self.whole.values()}
        self.live: dict[Place, list[FunctionType]] = {}
        self.reaching: dict[Place, list[int]] = {}
        self.took: list[float] = []
        self.files: list[str] = []
        self.answers: list[Any] = []
        # The tests that noticed damages of a file, the last one first: they will notice more.
        self.noticed: dict[str, list[int]] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try all of them."""
        told = in_fork(lambda: self._undamaged(session.items), seconds=None)[1]
        if session.testsfailed or not told:
            raise session.Failed("a test fails without any damage")
        base = json.loads(told)
        self.took = base["took"]
        self.files = [item.path.relative_to(ROOT).as_posix() for item in session.items]
        for *place, tests in base["reached"]:
            self.reaching[tuple(place)] = tests
        self.live = _functions(self.wanted)
        self.answers = [
            one for one in gc.get_objects() if type(one).__name__ == "_lru_cache_wrapper"
        ]
        # Forks share what nobody collects.
        gc.freeze()
        many = self.way.processes
        forks = [Fork(self._part(session.items, part), seconds=None) for part in range(many)]
        parts = [json.loads(fork.ended()[1]) for fork in forks]
        self.outcomes = [parts[at % many][at // many] for at in range(len(self.damages))]
        return True

    def _part(self, items: list[pytest.Item], part: int) -> Callable[[], str]:
        def work() -> str:
            mine = range(part, len(self.damages), self.way.processes)
            return json.dumps([self._outcome(items, at) for at in mine])

        return work

    def _outcome(self, items: list[pytest.Item], at: int) -> str:
        path = self.damages[at][0]
        seconds = SECONDS if self.way.patience is None else int(10 * self.way.patience)
        ended, said = in_fork(lambda: self._tried(items, at), seconds=seconds)
        outcome, by = json.loads(said) if said else (ended, None)
        if by is not None:
            others = [one for one in self.noticed.get(path, []) if one != by]
            self.noticed[path] = [by, *others]
        if outcome != FRESH:
            self.way.tell(at, outcome)
        return str(outcome)

    def _tried(self, items: list[pytest.Item], at: int) -> str:
        path, damaged = self.damages[at]
        new = compiled(damaged(), str(ROOT / path))
        if new is None:
            return json.dumps((STILLBORN, None))
        swapped = pairs(self.whole[path], new)
        # What no test reaches may have been called while its module was read.
        if swapped is None or not any(_place(old) in self.reaching for old, _new in swapped):
            return json.dumps((FRESH, None))
        for old, damage in swapped:
            for function in self.live.get(_place(old), ()):
                function.__code__ = damage
        # What functions remembered before the damage is not what they would say now.
        for one in self.answers:
            one.cache_clear()
        for test in self._tests(path, [_place(old) for old, _new in swapped]):
            if not _passes(items[test]):
                return json.dumps((KILLED, test))
        return json.dumps((SURVIVED, None))

    def _tests(self, path: str, places: list[Place]) -> Iterator[int]:
        """Those that reach a place: the likely ones, the near ones, the others, quickest first."""
        every = {test for place in places for test in self.reaching.get(place, ())}
        likely = [test for test in self.noticed.get(path, ()) if test in every]
        near = {path, *self.way.near(path)}
        others = sorted(
            every - set(likely), key=lambda test: (self.files[test] not in near, self.took[test])
        )
        left = self.way.patience
        for test in [*likely, *others]:
            if left is not None:
                left -= self.took[test]
                if left < 0 and test not in likely:
                    return
            yield test

    def _undamaged(self, items: list[pytest.Item]) -> str | None:
        reached: dict[Place, set[int]] = {}
        took = []
        for number, item in enumerate(items):
            seen: set[CodeType] = set()
            began = time.process_time()
            with _watching(seen):
                if not _passes(item):
                    say(f"{item.nodeid} fails without any damage; mend it first.")
                    return None
            took.append(time.process_time() - began)
            for code in seen:
                if code.co_filename in self.wanted:
                    reached.setdefault(_place(code), set()).add(number)
        rows = [[*place, sorted(tests)] for place, tests in reached.items()]
        return json.dumps({"took": took, "reached": rows})


def _place(code: CodeType) -> Place:
    return code.co_filename, code.co_firstlineno, code.co_name


def _functions(wanted: set[str]) -> dict[Place, list[FunctionType]]:
    found: dict[Place, list[FunctionType]] = {}
    for one in gc.get_objects():
        if type(one) is FunctionType and one.__code__.co_filename in wanted:
            found.setdefault(_place(one.__code__), []).append(one)
    return found


def _whole(path: str) -> CodeType:
    return compile((ROOT / path).read_text("utf-8"), str(ROOT / path), "exec", dont_inherit=True)


def _passes(item: pytest.Item) -> bool:
    return not any(report.failed for report in runtestprotocol(item, nextitem=None, log=False))


@contextlib.contextmanager
def _watching(seen: set[CodeType]) -> Iterator[None]:
    # Asked at each call and, as it answers nothing, at no line: a profiler is asked far oftener.
    def note(frame: FrameType, _event: str, _argument: object) -> None:
        seen.add(frame.f_code)

    sys.settrace(note)
    try:
        yield
    finally:
        sys.settrace(None)


class Fork:
    """Work in a process of its own; what it answers is what it says, and None is a failure."""

    def __init__(self, work: Callable[[], str | None], *, seconds: int | None = SECONDS) -> None:
        """Begin; after so many seconds it is ended."""
        reading, writing = os.pipe()
        self._child = os.fork()
        if self._child == 0:
            os.close(reading)
            _work_and_end(work, writing, seconds or 0)
        os.close(writing)
        self._reading = reading

    def ended(self) -> tuple[str, str]:
        """What became of it, and what it said."""
        with os.fdopen(self._reading) as stream:
            said = stream.read()
        _pid, status = os.waitpid(self._child, 0)
        if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF:
            return LATE, ""
        return (SURVIVED if status == 0 else KILLED), said


def in_fork(work: Callable[[], str | None], *, seconds: int | None = SECONDS) -> tuple[str, str]:
    """Begin it and wait for it."""
    return Fork(work, seconds=seconds).ended()


def _work_and_end(work: Callable[[], str | None], writing: int, seconds: int) -> None:
    code = 1
    try:
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, seconds)
        resource.setrlimit(resource.RLIMIT_AS, (BYTES, resource.RLIM_INFINITY))
        said = work()
        if said is not None:
            with os.fdopen(writing, "w") as stream:
                stream.write(said)
            code = 0
    finally:
        os._exit(code)
