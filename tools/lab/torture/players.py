"""Simulated players with phones, who enter hands until the site is gone or the time is over."""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random

from tools.lab.torture.club import Club, choose_random_hand_fields
from tools.lab.torture.notebook import Notebook, SentHand
from tools.lab.torture.page import find_form
from tools.lab.torture.phone import NoResponseError, Phone, Response, UnexpectedPageError

# More conflicts in a row for a hand are a bug.
MAX_ATTEMPTS = 200
CONFLICT = 409
TOKEN = "csrfmiddlewaretoken"  # noqa: S105 - the name of a field
CHOICE_FIELDS = ("declarer", "partner", "bid", "result")


@dataclass(slots=True)
class Party:
    """The players and their sessions.

    seconds: time of each response.
    faults: descriptions of unexpected responses.
    stop: set when the time is over.
    """

    club: Club
    sessions: Sequence[str]
    notebook: Notebook = field(default_factory=Notebook)
    seconds: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    stop: threading.Event = field(default_factory=threading.Event)

    def play_hand(self, phone: Phone, rng: Random, note: str, *, seat: int = 0) -> None:
        """Enter a hand through the page, as a person would; retry after a conflict.

        seat: number that decides the session, modulo the number of sessions.
        """
        session = self.sessions[seat % len(self.sessions)]
        form = phone.load_form(self.build_entry_path(session))
        sent = self.notebook.record(session, note, choose_random_hand_fields(form, rng, note))
        self.send_until_saved(phone, sent)

    def build_entry_path(self, session: str) -> str:
        """Return the path of the page that enters a hand."""
        return self.club.build_path("sessions", session, "hand")

    def send_until_saved(self, phone: Phone, sent: SentHand) -> None:
        """Send a hand until the site has saved it; give up when the time is over.

        Raise NoResponseError if no response arrives.
        """
        for _attempt in range(MAX_ATTEMPTS):
            response = phone.post(self.build_entry_path(sent.session), sent.fields)
            self.seconds.append(response.seconds)
            if response.saved:
                sent.acknowledged = True
                return
            if response.status != CONFLICT or not self._prepare_retry(response, sent):
                break
            if self.stop.is_set():
                return
        self.faults.append(f"a hand was answered with {response.status}")

    def _prepare_retry(self, response: Response, sent: SentHand) -> bool:
        """Replace the fields by those of the form that the conflict page contains.

        Return whether the page still has the typed values.
        """
        self.notebook.count_conflict()
        form = find_form(response.text, self.build_entry_path(sent.session))
        if form is None or sent.note not in response.text or form.fields.get("key") != sent.key:
            return False
        choices_kept = all(form.fields.get(name) == sent.fields[name] for name in CHOICE_FIELDS)
        sent.fields = form.fields | {"note": sent.note}
        return choices_kept


def resend_unacknowledged(party: Party, phone: Phone) -> int:
    """Send every unacknowledged hand again under its own key; return their number."""
    hands = party.notebook.unacknowledged
    party.stop.clear()
    for sent in hands:
        # Like the outbox, use a token of the phone that sends, whoever filled in the form.
        sent.fields[TOKEN] = phone.load_form(party.build_entry_path(sent.session)).fields[TOKEN]
        party.send_until_saved(phone, sent)
    return len(hands)


def play_until_stopped(party: Party, phone: Phone, seed: str, *, seat: int) -> None:
    """Play until the time is over or the site is gone."""
    rng = Random(seed)
    number = 0
    while not party.stop.is_set():
        number += 1
        try:
            party.play_hand(phone, rng, f"{seed} hand {number}", seat=seat)
        except NoResponseError:
            return
        except UnexpectedPageError as error:
            party.faults.append(str(error))
            return


@contextmanager
def run_together(
    functions: Sequence[Callable[[], object]], stop: threading.Event | None = None
) -> Iterator[None]:
    """Start all functions at the same moment, each in its own thread; wait for them at the end.

    stop: event that ends the functions; set at the end of the block, also after an error, as the
        block would otherwise wait forever.
    """
    barrier = threading.Barrier(len(functions) + 1)

    def start(function: Callable[[], object]) -> None:
        barrier.wait(60)
        function()

    with ThreadPoolExecutor(len(functions)) as pool:
        jobs = [pool.submit(start, function) for function in functions]
        barrier.wait(60)
        try:
            yield
        finally:
            if stop:
                stop.set()
    for job in jobs:
        job.result()
