"""A trial with two nodes behind nginx, PostgreSQL and a shared cache.

First today's program replaces the old one, node by node; then each part is killed in turn.
"""

import math
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random

from tarokk_club.env import ROOT
from tools.dev import cache_server, nginx, postgres
from tools.lab.torture import previous_version
from tools.lab.torture.book import read_server_book
from tools.lab.torture.club import Club, found_club, sign_in, start_session
from tools.lab.torture.notebook import SentHand
from tools.lab.torture.phone import NoResponseError, Phone, Response, UnexpectedPageError
from tools.lab.torture.plan import Plan, Trial
from tools.lab.torture.players import Party, resend_unacknowledged, run_together
from tools.lab.torture.served import NotServedError, Site, find_free_port

UNIT = ROOT / "deploy" / "tarokk-club@.service"
NODES, TABLES, FOLLOWERS, FOLLOWER_THREADS = 2, (6, 40), (20, 400), 4
SECRET = "for-the-storm-alone-" + "x" * 40
# Status codes of a site that cannot reach the database or cache, and of nginx without any node.
UNAVAILABLE = {502, 503, 504, 507}
FAULTS_PRINTED = 10
PAUSE_SECONDS, CALM_SECONDS, RECOVERY_LIMIT = 0.2, 3.0, 60.0


@dataclass(slots=True)
class Cluster:
    """A running cluster.

    port: port of nginx, to which the phones connect.
    """

    nodes: list[Site]
    cache: cache_server.CacheServer
    book: postgres.Server
    proxy: nginx.Proxy
    port: int
    club: Club = field(default_factory=lambda: Club("", []))


@contextmanager
def run_cluster(plan: Plan) -> Iterator[Cluster]:
    """Start a cluster with a newly founded club; kill it at the end of the block."""
    for ensure in (postgres.ensure_server, cache_server.ensure_server, nginx.ensure_nginx):
        if not ensure():
            raise NotServedError(f"{ensure.__module__.rpartition('.')[2]} is missing here.")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tarokk-book-")))
        book = postgres.Server(folder, safe=True)
        book.start()
        stack.callback(book.kill)
        cache = stack.enter_context(cache_server.run_private_cache())
        variables = {
            "DATABASE_URL": book.url,
            "CACHE_URL": cache.url,
            "SECRET_KEY": SECRET,
            "BEHIND_PROXY": "1",
            "WORKERS": "2",
        }
        nodes = [_create_node(plan, number, variables) for number in range(NODES)]
        old = previous_version.unpack_old_program(plan.folder / "before")
        for node in nodes:
            if old:
                node.command = previous_version.build_old_serve_command()
                node.variables |= previous_version.build_old_environment(old)
            stack.callback(node.kill)
            node.start()
        port = find_free_port()
        proxy = stack.enter_context(
            nginx.run_private_nginx(
                port, [node.port for node in nodes], error_log=plan.folder / "nginx.log"
            )
        )
        cluster = Cluster(nodes, cache, book, proxy, port)
        _wait_until(lambda: _is_site_up(cluster), "the cluster answers")
        cluster.club = _found_club_with_code(cluster)
        yield cluster


def _create_node(plan: Plan, number: int, variables: dict[str, str]) -> Site:
    name = f"node{number}"
    log = plan.folder / f"{name}.log"
    return Site(plan.folder / name, log, command=_read_unit_command(), variables=dict(variables))


def _read_unit_command() -> list[str]:
    """Return the command of the systemd unit, with the current Python."""
    (line,) = re.findall(r"^ExecStart=(.+)$", UNIT.read_text(), flags=re.MULTILINE)
    _python, program, *arguments = line.split()
    return [sys.executable, str(ROOT / program), *arguments]


def _found_club_with_code(cluster: Cluster) -> Club:
    """Found the club with the code from the terminal, which is required behind a proxy."""
    log = cluster.nodes[0].log.read_text()
    code = next(line.rpartition(": ")[2] for line in log.splitlines() if "one-time code" in line)
    # With the old program each node has its own code.
    return found_club(Phone(cluster.nodes[0].port), code=code.strip())


def _is_site_up(cluster: Cluster) -> bool:
    """Return whether a page that needs the database is served."""
    try:
        return Phone(cluster.port).get("/accounts/login/").status == 200
    except NoResponseError:
        return False


def _wait_until(condition: Callable[[], bool], description: str) -> float:
    """Wait until the condition is true; return the seconds that this took.

    description: condition as the end of a sentence, for the error.
    Raise NotServedError after `RECOVERY_LIMIT` seconds.
    """
    started = time.monotonic()
    while not condition():
        if time.monotonic() - started > RECOVERY_LIMIT:
            raise NotServedError(f"In {RECOVERY_LIMIT:.0f} s it did not come that {description}.")
        time.sleep(0.05)
    return time.monotonic() - started


@dataclass(slots=True)
class Participants:
    """The players and the followers of the cluster.

    polls: number of the followers' requests.
    faults: error responses to requests that began while every part was running.
    calm_since: the time by the monotonic clock since which every part is running, infinity while
        one is not.
    """

    party: Party
    proxy: nginx.Proxy
    waiting: dict[str, list[SentHand]] = field(default_factory=dict)
    polls: int = 0
    faults: list[str] = field(default_factory=list)
    calm_since: float = math.inf

    def set_calm(self) -> None:
        """Note that from now on every part is running."""
        self.calm_since = time.monotonic()

    def end_calm(self) -> None:
        """Note that a part is about to be killed."""
        self.calm_since = math.inf

    def add_fault(self, fault: str, began: float) -> None:
        """Record a fault with nginx's last error, if every part was running at the request.

        began: the time of the request, by the monotonic clock.
        """
        now = time.monotonic()
        if began >= self.calm_since:
            self.faults.append(
                f"{fault}, asked {began - self.calm_since:.1f} s and answered "
                f"{now - self.calm_since:.1f} s after all were up ({self.proxy.read_last_error()})"
            )

    def play_until_stopped(self, phone: Phone, seed: str, seat: int) -> None:
        """Enter hand after hand until the time is over, and record faults in calm times."""
        rng, number = Random(seed), 0
        while not self.party.stop.is_set():
            number += 1
            fault_count = len(self.party.faults)
            began = time.monotonic()
            try:
                self.party.play_hand(phone, rng, f"{seed} hand {number}", seat=seat)
            except (NoResponseError, UnexpectedPageError) as error:
                self.add_fault(str(error), began)
                self.party.stop.wait(PAUSE_SECONDS)
            self._reclassify_faults(fault_count, began)

    def _reclassify_faults(self, first: int, began: float) -> None:
        """Remove responses of an unavailable site from the party's faults.

        Such a response is a fault only if every part is running.
        """
        for fault in self.party.faults[first:]:
            if int(fault.rpartition(" ")[2]) in UNAVAILABLE:
                self.party.faults.remove(fault)
                self.add_fault(fault, began)

    def poll_for_followers(self, phone: Phone, paths: list[str], rng: Random) -> None:
        """Poll for many followers in turn, each with the ETag of its latest page."""
        tags: dict[int, str] = {}
        while not self.party.stop.is_set():
            for follower, path in enumerate(paths):
                if self.party.stop.wait(rng.uniform(0, 0.02)):
                    return
                began = time.monotonic()
                try:
                    response = phone.get(path, etag=tags.get(follower, ""))
                except NoResponseError as error:
                    self.add_fault(str(error), began)
                    continue
                self._record_poll(response, tags, follower, began)

    def _record_poll(
        self, response: Response, tags: dict[int, str], follower: int, began: float
    ) -> None:
        self.polls += 1
        if response.status == 200:
            tags[follower] = response.etag
        elif response.status in UNAVAILABLE:
            self.add_fault(f"a poll was answered with {response.status}", began)
        elif response.status != 304:
            self.party.faults.append(f"a poll was answered with {response.status}")


def run_cluster_storm(plan: Plan) -> Trial:
    """Run R01 for several machines: kill node, cache and database, then do a rolling restart."""
    trial = Trial("cluster: node, cache, database, rolling")
    with run_cluster(plan) as cluster:
        tables = plan.choose_count(*TABLES)
        founder = sign_in(cluster.port)
        party = Party(cluster.club, [start_session(founder, cluster.club) for _ in range(tables)])
        participants = Participants(party, cluster.proxy)
        with run_together(_plan_work(plan, cluster, participants), party.stop):
            _upgrade_nodes(cluster, participants, trial)
            _kill_each_part(plan, cluster, participants, trial)
            _restart_nodes(cluster, participants, trial)
        resent = resend_unacknowledged(party, founder)
        trial.check_book(read_server_book(cluster.book.url), party.notebook)
        trial.run_audit(cluster.nodes[0])
        _add_results(trial, participants, resent)
    return trial


def _plan_work(
    plan: Plan, cluster: Cluster, participants: Participants
) -> list[Callable[[], object]]:
    party = participants.party
    work: list[Callable[[], object]] = [
        partial(participants.play_until_stopped, sign_in(cluster.port), f"table {seat}", seat)
        for seat in range(len(party.sessions))
    ]
    followers = plan.choose_count(*FOLLOWERS)
    paths = [
        party.club.build_path("sessions", party.sessions[n % len(party.sessions)])
        for n in range(followers)
    ]
    for lane in range(FOLLOWER_THREADS):
        rng = plan.make_rng(f"followers {lane}")
        lane_paths = paths[lane::FOLLOWER_THREADS]
        work.append(
            partial(participants.poll_for_followers, sign_in(cluster.port), lane_paths, rng)
        )
    return work


def _upgrade_nodes(cluster: Cluster, participants: Participants, trial: Trial) -> None:
    """Replace the old program with today's, node by node.

    The first new node migrates the database while the old one keeps running.
    """
    if cluster.nodes[0].command != previous_version.build_old_serve_command():
        trial.add_figure(f"no upgrade: {previous_version.MISSING}")
        return
    party = participants.party
    _wait_until(partial(_are_hands_saved, party, 1), "hands are saved by the previous program")
    mixed = 0
    for number, node in enumerate(cluster.nodes):
        node.stop()
        node.command = _read_unit_command()
        del node.variables["PYTHONPATH"]
        node.start()
        acknowledged = party.notebook.acknowledged
        time.sleep(CALM_SECONDS)
        _wait_until(
            partial(_are_hands_saved, party, 1), "hands are saved in the middle of the upgrade"
        )
        if number < len(cluster.nodes) - 1:
            mixed += party.notebook.acknowledged - acknowledged
    trial.check("hands are saved while both programs run", held=mixed > 0)
    trial.add_figure(
        f"upgrade from {previous_version.BEFORE}: {mixed} hands saved while both programs ran"
    )


def _kill_each_part(plan: Plan, cluster: Cluster, participants: Participants, trial: Trial) -> None:
    first = cluster.nodes[0]
    kills: list[tuple[str, Callable[[], object], Callable[[], object]]] = [
        ("a node", first.kill, first.start),
        ("the cache", cluster.cache.stop, cluster.cache.start),
        ("the database", cluster.book.kill, cluster.book.start),
    ]
    for _round in range(plan.choose_count(1, 3)):
        for part, kill, start in kills:
            _wait_in_calm(participants)
            participants.end_calm()
            acknowledged = participants.party.notebook.acknowledged
            started = time.monotonic()
            kill()
            trial.kills += 1
            time.sleep(CALM_SECONDS)
            saved_meanwhile = participants.party.notebook.acknowledged - acknowledged
            start()
            pages_seconds = _wait_until(
                partial(_is_site_up, cluster), f"the site is back after {part}"
            )
            _wait_until(
                partial(_are_hands_saved, participants.party, 1),
                f"hands are saved again after {part}",
            )
            hands_seconds = time.monotonic() - started - CALM_SECONDS
            trial.add_figure(
                f"{part} killed: {saved_meanwhile} hands saved in {CALM_SECONDS:.0f} s without it, "
                f"pages back after {pages_seconds:.1f} s, hands after {hands_seconds:.1f} s "
                "from its start on"
            )


def _restart_nodes(cluster: Cluster, participants: Participants, trial: Trial) -> None:
    """Stop and start each node in turn, the next one as soon as the previous one responds."""
    time.sleep(CALM_SECONDS)
    fault_count, log_size = len(participants.faults), cluster.proxy.read_log_size()
    participants.set_calm()
    slowest = 0.0
    for node in cluster.nodes:
        slowest = max(slowest, node.stop())
        node.start()
    time.sleep(CALM_SECONDS)
    participants.end_calm()
    new_faults = participants.faults[fault_count:]
    trial.check(f"nobody sees a rolling restart: {new_faults[:3]}", held=not new_faults)
    trial.add_figure(
        f"rolling restart: {len(new_faults)} faults seen, slowest end of a node {slowest:.1f} s"
    )
    for error, count in cluster.proxy.count_errors(log_size).most_common(6):
        trial.add_figure(f"rolling restart: nginx logged {count} times {error}")


def _wait_in_calm(participants: Participants) -> None:
    """Let all parts run for a while before the next one is killed."""
    participants.set_calm()
    time.sleep(CALM_SECONDS)


def _are_hands_saved(party: Party, count: int) -> bool:
    before = party.notebook.acknowledged
    time.sleep(0.1)
    return party.notebook.acknowledged - before >= count


def _add_results(trial: Trial, participants: Participants, resent: int) -> None:
    party = participants.party
    trial.conflicts += party.notebook.conflicts
    trial.check("every hand acknowledged in the end", held=not party.notebook.unacknowledged)
    trial.check(f"no wrong answer: {party.faults[:2]}", held=not party.faults)
    trial.add_figure(
        f"{party.notebook.acknowledged} hands acknowledged, {resent} of them sent again"
    )
    trial.add_figure(
        f"{participants.polls} polls of followers, {len(participants.faults)} faults in calm times"
    )
    for fault in participants.faults[:FAULTS_PRINTED]:
        trial.add_figure(f"a fault in calm times: {fault}")
    trial.add_figure(str(trial.verdict))
