"""People with phones: each plays hand after hand until the site is gone or the time is over."""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random

from tools.lab.torture.notebook import Notebook, Sent
from tools.lab.torture.page import form_for
from tools.lab.torture.phone import Answer, GoneError, OddAnswerError, Phone
from tools.lab.torture.table import Club, a_hand

# A hand that meets this many conflicts one after the other has met a fault.
MOST_TRIES = 200
CONFLICT = 409
TOKEN = "csrfmiddlewaretoken"  # noqa: S105 - the name of a field
TAPPED = ("declarer", "partner", "bid", "result")


@dataclass(slots=True)
class Party:
    """Who plays where; seconds: of each answer; wrong: answers that should not be."""

    club: Club
    sessions: Sequence[str]
    notebook: Notebook = field(default_factory=Notebook)
    seconds: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)

    def play(self, phone: Phone, rng: Random, note: str, *, seat: int = 0) -> None:
        """Enter one hand as a person does: open the page, tap, save, look again at a conflict.

        seat: tells at which table; who has the same one, modulo the tables, plays together.
        """
        session = self.sessions[seat % len(self.sessions)]
        form = phone.form(self.page(session))
        sent = self.notebook.open(session, note, a_hand(form, rng, note))
        self.deliver(phone, sent)

    def page(self, session: str) -> str:
        """The address at which a hand is entered."""
        return self.club.at("sessions", session, "hand")

    def deliver(self, phone: Phone, sent: Sent) -> None:
        """Send a hand until a page calls it saved, or the time is over after a conflict.

        Raises GoneError when nobody answers.
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
        """The page of a conflict: whether it holds what was typed, which is then sent once more."""
        self.notebook.conflict()
        form = form_for(answer.text, self.page(sent.session))
        if form is None or sent.note not in answer.text or form.fields.get("key") != sent.key:
            return False
        kept = all(form.fields.get(name) == sent.fields[name] for name in TAPPED)
        sent.fields = form.fields | {"note": sent.note}
        return kept


def send_again(party: Party, phone: Phone) -> int:
    """Every hand that is not acknowledged once more, under its own key; how many there were."""
    waiting = party.notebook.waiting
    party.over.clear()
    for sent in waiting:
        # As the outbox does: a token of the phone that sends, whoever wrote the form.
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
    """All of this begun at one moment, each in its own thread; at the end all are waited for."""
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
