"""Two nodes behind nginx with PostgreSQL and a shared cache.

The old program is replaced by today's node by node; then each part is killed in turn.
"""

import re
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random

from tarokk_club.env import ROOT
from tools.dev import cache_server, nginx, postgres
from tools.lab.torture import before
from tools.lab.torture.book import read_server_book
from tools.lab.torture.notebook import Sent
from tools.lab.torture.phone import Answer, GoneError, OddAnswerError, Phone
from tools.lab.torture.plan import Plan, Trial
from tools.lab.torture.players import Party, crowd, send_again
from tools.lab.torture.served import NotServedError, Site, free_port
from tools.lab.torture.table import Club, found, sign_in, start_session

UNIT = ROOT / "deploy" / "tarokk-club@.service"
NODES, TABLES, FOLLOWERS, FOLLOWER_THREADS = 2, (6, 40), (20, 400), 4
SECRET = "for-the-storm-alone-" + "x" * 40
# Status codes of a site that cannot reach a part, and of nginx without any node.
AWAY = {502, 503, 504, 507}
PAUSE, CALM, BACK_WITHIN = 0.2, 3.0, 60.0


@dataclass(slots=True)
class Cluster:
    """A running cluster.

    port: of nginx, which receives the phones' requests.
    """

    nodes: list[Site]
    cache: cache_server.CacheServer
    book: postgres.Server
    port: int
    club: Club = field(default_factory=lambda: Club("", []))


@contextmanager
def run_cluster(plan: Plan) -> Iterator[Cluster]:
    """Start a cluster with a newly founded club; kill it at the end of the block."""
    for part in (postgres, cache_server, nginx):
        if not part.ensure():
            raise NotServedError(f"{part.__name__.rpartition('.')[2]} is missing on this machine.")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tarokk-book-")))
        book = postgres.Server(folder, safe=True)
        book.start()
        stack.callback(book.kill)
        cache = stack.enter_context(cache_server.private_cache())
        more = {
            "DATABASE_URL": book.url,
            "CACHE_URL": cache.url,
            "SECRET_KEY": SECRET,
            "BEHIND_PROXY": "1",
            "WORKERS": "2",
        }
        nodes = [_node(plan, number, more) for number in range(NODES)]
        old = before.unpack_old_program(plan.folder / "before")
        for node in nodes:
            if old:
                node.command = before.old_serve_command()
                node.more |= before.environment(old)
            stack.callback(node.kill)
            node.start()
        port = free_port()
        stack.enter_context(nginx.private_nginx(port, [node.port for node in nodes]))
        running = Cluster(nodes, cache, book, port)
        _until(lambda: _is_site_up(running), "the cluster answers")
        running.club = _founded(running)
        yield running


def _node(plan: Plan, number: int, more: dict[str, str]) -> Site:
    name = f"node{number}"
    log = plan.folder / f"{name}.log"
    return Site(plan.folder / name, log, command=_started(), more=dict(more))


def _started() -> list[str]:
    """Return the command that systemd would run, with this Python."""
    (line,) = re.findall(r"^ExecStart=(.+)$", UNIT.read_text(), flags=re.MULTILINE)
    _python, program, *rest = line.split()
    return [sys.executable, str(ROOT / program), *rest]


def _founded(running: Cluster) -> Club:
    """Found the club with the code from the terminal, which is required behind a proxy."""
    log = running.nodes[0].log.read_text()
    code = next(line.rpartition(": ")[2] for line in log.splitlines() if "one-time code" in line)
    # With the old program each node has its own code.
    return found(Phone(running.nodes[0].port), code=code.strip())


def _is_site_up(running: Cluster) -> bool:
    """Return whether a page that needs the database is served."""
    try:
        return Phone(running.port).get("/accounts/login/").status == 200
    except GoneError:
        return False


def _until(well: Callable[[], bool], what: str) -> float:
    """Wait until the condition is true and return the seconds it took.

    Raise NotServedError after `BACK_WITHIN` seconds.
    """
    begin = time.monotonic()
    while not well():
        if time.monotonic() - begin > BACK_WITHIN:
            raise NotServedError(f"In {BACK_WITHIN:.0f} s it did not come that {what}.")
        time.sleep(0.05)
    return time.monotonic() - begin


@dataclass(slots=True)
class Crowd:
    """The players and the followers.

    faults: error responses in times when every part was running.
    """

    party: Party
    waiting: dict[str, list[Sent]] = field(default_factory=dict)
    polls: int = 0
    faults: list[str] = field(default_factory=list)
    calm: threading.Event = field(default_factory=threading.Event)

    def note(self, what: str) -> None:
        """Record a fault if every part was running at the time."""
        if self.calm.is_set():
            self.faults.append(what)

    def play(self, phone: Phone, seed: str, seat: int) -> None:
        """Enter hand after hand; send an unacknowledged hand again before the next one."""
        dice, number = Random(seed), 0
        while not self.party.over.is_set():
            number += 1
            before = len(self.party.wrong)
            try:
                self.party.play(phone, dice, f"{seed} hand {number}", seat=seat)
            except (GoneError, OddAnswerError) as error:
                self.note(str(error))
                self.party.over.wait(PAUSE)
            self._forgive(before)

    def _forgive(self, before: int) -> None:
        """Remove responses for an unavailable part from the wrong ones, and record them as
        faults.
        """
        for words in self.party.wrong[before:]:
            if int(words.rpartition(" ")[2]) in AWAY:
                self.party.wrong.remove(words)
                self.note(words)

    def follow(self, phone: Phone, places: list[str], dice: Random) -> None:
        """Poll for many followers in turn, each with the ETag of its latest page."""
        tags: dict[int, str] = {}
        while not self.party.over.is_set():
            for follower, place in enumerate(places):
                if self.party.over.wait(dice.uniform(0, 0.02)):
                    return
                try:
                    answer = phone.get(place, tag=tags.get(follower, ""))
                except GoneError as error:
                    self.note(str(error))
                    continue
                self._followed(answer, tags, follower)

    def _followed(self, answer: Answer, tags: dict[int, str], follower: int) -> None:
        self.polls += 1
        if answer.status == 200:
            tags[follower] = answer.tag
        elif answer.status in AWAY:
            self.note(f"a poll was answered with {answer.status}")
        elif answer.status != 304:
            self.party.wrong.append(f"a poll was answered with {answer.status}")


def cluster_storm(plan: Plan) -> Trial:
    """Run R01 for several machines: kill node, cache and database, then do a rolling restart."""
    trial = Trial("cluster: node, cache, database, rolling")
    with run_cluster(plan) as running:
        tables = plan.few(*TABLES)
        founder = sign_in(running.port)
        party = Party(running.club, [start_session(founder, running.club) for _ in range(tables)])
        people = Crowd(party)
        with crowd(_work(plan, running, people)):
            _upgrade(running, people, trial)
            _kill_each(plan, running, people, trial)
            _restart_nodes(running, people, trial)
            party.over.set()
        again = send_again(party, founder)
        trial.judge(read_server_book(running.book.url), party.notebook)
        trial.audit(running.nodes[0])
        _tell(trial, people, again)
    return trial


def _work(plan: Plan, running: Cluster, people: Crowd) -> list[Callable[[], object]]:
    party = people.party
    work: list[Callable[[], object]] = [
        partial(people.play, sign_in(running.port), f"table {place}", place)
        for place in range(len(party.sessions))
    ]
    followers = plan.few(*FOLLOWERS)
    places = [
        party.club.at("sessions", party.sessions[n % len(party.sessions)]) for n in range(followers)
    ]
    for lane in range(FOLLOWER_THREADS):
        dice = plan.dice(f"followers {lane}")
        mine = places[lane::FOLLOWER_THREADS]
        work.append(partial(people.follow, sign_in(running.port), mine, dice))
    return work


def _upgrade(running: Cluster, people: Crowd, trial: Trial) -> None:
    """Replace the old program by today's, node by node.

    The first new node migrates the database while the old one keeps running.
    """
    if running.nodes[0].command != before.old_serve_command():
        trial.tell(f"no upgrade: {before.MISSING}")
        return
    party = people.party
    _until(partial(_more, party, 1), "hands are saved by the program of before")
    mixed = 0
    for number, node in enumerate(running.nodes):
        node.stop()
        node.command = _started()
        del node.more["PYTHONPATH"]
        node.start()
        acknowledged = party.notebook.acknowledged
        time.sleep(CALM)
        _until(partial(_more, party, 1), "hands are saved in the middle of the upgrade")
        if number < len(running.nodes) - 1:
            mixed += party.notebook.acknowledged - acknowledged
    trial.want("hands are saved while both programs run", kept=mixed > 0)
    trial.tell(f"upgrade from {before.BEFORE}: {mixed} hands saved while both programs ran")


def _kill_each(plan: Plan, running: Cluster, people: Crowd, trial: Trial) -> None:
    first = running.nodes[0]
    kills: list[tuple[str, Callable[[], object], Callable[[], object]]] = [
        ("a node", first.kill, first.start),
        ("the cache", running.cache.stop, running.cache.start),
        ("the database", running.book.kill, running.book.start),
    ]
    for _round in range(plan.few(1, 3)):
        for what, kill, start in kills:
            _quiet(people)
            people.calm.clear()
            acknowledged = people.party.notebook.acknowledged
            begin = time.monotonic()
            kill()
            trial.kills += 1
            time.sleep(CALM)
            without = people.party.notebook.acknowledged - acknowledged
            start()
            back = _until(partial(_is_site_up, running), f"the site is back after {what}")
            _until(partial(_more, people.party, 1), f"hands are saved again after {what}")
            took = time.monotonic() - begin - CALM
            trial.tell(
                f"{what} killed: {without} hands saved in {CALM:.0f} s without it, pages back "
                f"after {back:.1f} s, hands after {took:.1f} s from its start on"
            )


def _restart_nodes(running: Cluster, people: Crowd, trial: Trial) -> None:
    """Stop and start each node in turn, as for a new version."""
    time.sleep(CALM)
    faults = len(people.faults)
    people.calm.set()
    slowest = 0.0
    for node in running.nodes:
        slowest = max(slowest, node.stop())
        node.start()
        time.sleep(CALM)
    people.calm.clear()
    seen = people.faults[faults:]
    trial.want(f"nobody sees a rolling restart: {seen[:3]}", kept=not seen)
    trial.tell(f"rolling restart: {len(seen)} faults seen, slowest end of a node {slowest:.1f} s")


def _quiet(people: Crowd) -> None:
    """Let all parts run for a while before the next one is killed."""
    people.calm.set()
    time.sleep(CALM)


def _more(party: Party, count: int) -> bool:
    before = party.notebook.acknowledged
    time.sleep(0.1)
    return party.notebook.acknowledged - before >= count


def _tell(trial: Trial, people: Crowd, again: int) -> None:
    party = people.party
    trial.conflicts += party.notebook.conflicts
    trial.want("every hand acknowledged in the end", kept=not party.notebook.waiting)
    trial.want(f"no wrong answer: {party.wrong[:2]}", kept=not party.wrong)
    trial.tell(f"{party.notebook.acknowledged} hands acknowledged, {again} of them sent again")
    trial.tell(f"{people.polls} polls of followers, {len(people.faults)} faults in calm times")
    trial.tell(str(trial.verdict))
