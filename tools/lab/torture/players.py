"""Simulated players with phones, who enter hands until the site is gone or the time is over."""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random

from tools.lab.torture.notebook import Notebook, Sent
from tools.lab.torture.page import form_for
from tools.lab.torture.phone import Answer, GoneError, OddAnswerError, Phone
from tools.lab.torture.table import Club, random_hand_fields

# This many conflicts in a row for one hand are a bug.
MOST_TRIES = 200
CONFLICT = 409
TOKEN = "csrfmiddlewaretoken"  # noqa: S105 - the name of a field
TAPPED = ("declarer", "partner", "bid", "result")


@dataclass(slots=True)
class Party:
    """The players and their sessions.

    seconds: time of each response.
    wrong: descriptions of unexpected responses.
    """

    club: Club
    sessions: Sequence[str]
    notebook: Notebook = field(default_factory=Notebook)
    seconds: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)

    def play(self, phone: Phone, rng: Random, note: str, *, seat: int = 0) -> None:
        """Enter a hand like a person: open the page, fill it in, save, and review a conflict.

        seat: number that decides the session, modulo the number of sessions.
        """
        session = self.sessions[seat % len(self.sessions)]
        form = phone.form(self.page(session))
        sent = self.notebook.open(session, note, random_hand_fields(form, rng, note))
        self.deliver(phone, sent)

    def page(self, session: str) -> str:
        """Return the path of the form for a hand."""
        return self.club.at("sessions", session, "hand")

    def deliver(self, phone: Phone, sent: Sent) -> None:
        """Send a hand until a page reports it as saved, or until the time is over after a conflict.

        Raise GoneError if no response arrives.
        """
        for _try in range(MOST_TRIES):
            answer = phone.post(self.page(sent.session), sent.fields)
            self.seconds.append(answer.seconds)
            if answer.saved:
                sent.acknowledged = True
                return
            if answer.status != CONFLICT or not self._look_again(answer, sent):
                break
            if self.over.is_set():
                return
        self.wrong.append(f"a hand was answered with {answer.status}")

    def _look_again(self, answer: Answer, sent: Sent) -> bool:
        """Prepare the hand for another attempt; return whether the page of the conflict still has
        the typed values.
        """
        self.notebook.conflict()
        form = form_for(answer.text, self.page(sent.session))
        if form is None or sent.note not in answer.text or form.fields.get("key") != sent.key:
            return False
        kept = all(form.fields.get(name) == sent.fields[name] for name in TAPPED)
        sent.fields = form.fields | {"note": sent.note}
        return kept


def send_again(party: Party, phone: Phone) -> int:
    """Send every unacknowledged hand again under its own key; return their number."""
    waiting = party.notebook.waiting
    party.over.clear()
    for sent in waiting:
        # Like the outbox, use a token of the sending phone, whoever filled in the form.
        sent.fields[TOKEN] = phone.form(party.page(sent.session)).fields[TOKEN]
        party.deliver(phone, sent)
    return len(waiting)


def hands_until(party: Party, phone: Phone, seed: str, *, seat: int) -> None:
    """Play until the time is over or the site is gone."""
    rng = Random(seed)
    number = 0
    while not party.over.is_set():
        number += 1
        try:
            party.play(phone, rng, f"{seed} hand {number}", seat=seat)
        except GoneError:
            return
        except OddAnswerError as odd:
            party.wrong.append(str(odd))
            return


@contextmanager
def crowd(work: Sequence[Callable[[], object]]) -> Iterator[None]:
    """Start all functions at the same moment, each in its own thread; wait for all of them at the
    end.
    """
    barrier = threading.Barrier(len(work) + 1)

    def begin(one: Callable[[], object]) -> None:
        barrier.wait(60)
        one()

    with ThreadPoolExecutor(len(work)) as pool:
        jobs = [pool.submit(begin, one) for one in work]
        barrier.wait(60)
        yield
    for job in jobs:
        job.result()
