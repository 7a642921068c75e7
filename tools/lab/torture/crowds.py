"""Trials with many phones at once: all write, others read, two correct the same hand."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random

from tools.lab.torture.page import (
    Form,
    footer_hand_count,
    form_for,
    hands_shown,
    standings_of,
    totals_of,
)
from tools.lab.torture.phone import Answer, GoneError, Phone
from tools.lab.torture.plan import Plan, Stage, Trial, stage
from tools.lab.torture.players import CONFLICT, Party, crowd, hands_until, send_again

READERS, PAUSE = 2, 0.1
# Each occurrence in the log would be a lock error.
LOCKED = "locked"


@dataclass(slots=True)
class Reader:
    """A reader who requests sheet and standings all the time.

    wrong: descriptions of figures that did not add up.
    """

    phone: Phone
    party: Party
    looked: int = 0
    wrong: list[str] = field(default_factory=list)

    def look(self, dice: Random) -> None:
        """Request pages and check their sums until the time is over."""
        while not self.party.over.wait(PAUSE):
            session = dice.choice(self.party.sessions)
            sheet = self.phone.get(self.party.club.at("sessions", session))
            self._add_up("sheet", sheet, totals_of(sheet.text))
            if footer_hand_count(sheet.text) not in (None, hands_shown(sheet.text)):
                self.wrong.append(f"{footer_hand_count(sheet.text)} hands told of another moment")
            board = self.phone.get(self.party.club.at("standings"))
            self._add_up("standings", board, standings_of(board.text))

    def _add_up(self, what: str, answer: Answer, amounts: list[int]) -> None:
        self.looked += 1
        if answer.status != 200:
            self.wrong.append(f"{what} answered {answer.status}")
        elif sum(amounts):
            self.wrong.append(f"{what} comes to {sum(amounts)}")


def many_tables(plan: Plan) -> Trial:
    """Run R05 and R15: all phones write, each to its own session."""
    trial = Trial("crowd at many tables (R05, R15)")
    return write_together(plan, trial, "tables", tables=plan.phones)


def one_table(plan: Plan) -> Trial:
    """Run R05 and R15: all phones write to one session, so that most see a conflict."""
    return write_together(plan, Trial("crowd at one table (R05, R15)"), "table", tables=1)


def write_together(
    plan: Plan, trial: Trial, name: str, *, tables: int, more: dict[str, str] | None = None
) -> Trial:
    """Let all phones write for a while and some read.

    more: additional environment variables of the site.
    """
    dice, limit = plan.dice(name), 2.0 if more else 0.7
    with stage(plan, name, more=more) as on:
        party = Party(on.club, on.sessions(tables))
        readers = [Reader(phone, party) for phone in on.phones(READERS)]
        work: list[Callable[[], object]] = [
            partial(hands_until, party, phone, f"phone {place}", seat=place)
            for place, phone in enumerate(on.phones(plan.phones))
        ]
        work += [partial(reader.look, Random(dice.random())) for reader in readers]
        begin = time.monotonic()
        with crowd(work):
            time.sleep(plan.seconds)
            party.over.set()
        seconds, saved = time.monotonic() - begin, party.notebook.acknowledged
        send_again(party, on.phone)
        trial.hold(on, party.notebook)
        trial.audit(on.site)
        trial.want("no lock error in the log", kept=LOCKED not in on.site.log.read_text())
    wrong = party.wrong + [words for reader in readers for words in reader.wrong]
    trial.want(f"nobody meets an error: {wrong[:3]}", kept=not wrong)
    trial.want("every hand acknowledged", kept=not party.notebook.waiting)
    trial.conflicts = party.notebook.conflicts
    trial.tell(f"{plan.phones} phones, {tables} sessions, {seconds:.1f} s, {saved} hands")
    trial.tell(f"{saved / seconds:.1f} writes per second")
    trial.tell(f"forms: {spread(party.seconds)}")
    if not plan.quick and tables > 1:
        trial.aim(f"p99 <= {limit} s", met=percentile(party.seconds, 99) <= limit)
    trial.tell(f"{trial.verdict}, conflicts shown {trial.conflicts}")
    trial.tell(f"{sum(reader.looked for reader in readers)} pages read, each came to zero")
    return trial


def spread(seconds: Sequence[float]) -> str:
    """Return the median, the 99th percentile and the maximum of these times in words."""
    shown = {"p50": 50, "p99": 99, "max": 100}
    words = [f"{name} {percentile(seconds, share) * 1000:.0f} ms" for name, share in shown.items()]
    return f"answered in {', '.join(words)}"


def percentile(seconds: Sequence[float], share: int) -> float:
    """Return the percentile `share` of these times."""
    found = sorted(seconds) or [0.0]
    return found[min(len(found) - 1, len(found) * share // 100)]


def concurrent_corrections(plan: Plan) -> Trial:
    """Run R18: two secretaries correct the same hand, and the later one sees what changed."""
    trial, dice = Trial("two pens (R18)"), plan.dice("pens")
    with stage(plan, "pens") as on:
        party = Party(on.club, on.sessions(1))
        party.play(on.phone, dice, "the hand")
        page = on.club.at("sessions", party.sessions[0], "hands", party.notebook.sent[0].key)
        rounds = plan.few(5, 30)
        for number in range(rounds):
            _both_correct(on, trial, f"{page}correct/", number)
        trial.want("one conflict shown in each round", kept=trial.conflicts == rounds)
        trial.audit(on.site)
    trial.tell(f"{rounds} rounds, conflicts shown {trial.conflicts}, inputs kept {trial.conflicts}")
    return trial


def _both_correct(on: Stage, trial: Trial, page: str, number: int) -> None:
    """Open the page twice and save both; the refused secretary still sees their own input and saves
    again.
    """
    pens = on.phones(2)
    forms = [pen.form(page) for pen in pens]
    notes = [f"round {number} pen {place}" for place in range(2)]
    answers: list[Answer | None] = [None, None]

    def save(place: int, form: Form) -> None:
        answers[place] = pens[place].post(
            form.action, form.fields | {"note": notes[place], "confirm": "1"}
        )

    with crowd([partial(save, place, form) for place, form in enumerate(forms)]):
        pass
    told = [(place, answer) for place, answer in enumerate(answers) if answer and not answer.saved]
    for place, answer in told:
        form = form_for(answer.text, page)
        shown = answer.status == CONFLICT and notes[place] in answer.text
        trial.conflicts += shown
        trial.want(f"a conflict that keeps the input, not {answer.status}", kept=shown)
        if form:
            save(place, form)
            last = answers[place]
            trial.want("the second one is saved after a look", kept=bool(last and last.saved))
    trial.want("one of two is told", kept=len(told) == 1)


def double_taps(plan: Plan) -> Trial:
    """Run R12: send the same form twenty times at once, again later, and after a restart."""
    trial, dice = Trial("double taps (R12)"), plan.dice("taps")
    with stage(plan, "taps") as on:
        party = Party(on.club, on.sessions(2))
        # One user, twenty taps: the same sign-in session and token on every connection.
        first, answers = on.phones(1)[0], list[Answer]()
        phones = [first] + [Phone(first.port) for _ in range(plan.phones - 1)]
        for number in range(plan.few(3, 20)):
            party.play(first, dice, f"hand {number}")
            # One form that is already saved, and one that is new to the site.
            again = party.notebook.sent[-1]
            fresh = first.form(party.page(again.session))
            sent = party.notebook.open(
                again.session, f"tap {number}", fresh.fields | _taps(again.fields, number)
            )
            for phone in phones:
                phone.cookies = dict(first.cookies)
            for one in (sent, again):
                answers += _all_send(phones, party.page(one.session), one.fields)
            sent.acknowledged = True
        on.site.stop()
        on.site.start()
        answers += _all_send(phones[:2], party.page(sent.session), sent.fields)
        trial.hold(on, party.notebook)
        trial.audit(on.site)
    saved = sum(answer.saved for answer in answers)
    trial.want("every repetition is answered as saved", kept=saved == len(answers))
    trial.tell(f"{len(answers)} times sent, {saved} answered as saved")
    trial.tell(f"{len(party.notebook.sent)} hands, {trial.verdict}")
    return trial


def _taps(fields: dict[str, str], number: int) -> dict[str, str]:
    kept = ("declarer", "partner", "bid", "result")
    return {name: fields[name] for name in kept} | {"note": f"tap {number}"}


def _all_send(phones: Sequence[Phone], page: str, fields: dict[str, str]) -> list[Answer]:
    """Send the same form from all these phones at once and return the responses."""
    answers: list[Answer] = []

    def send(phone: Phone) -> None:
        try:
            answers.append(phone.post(page, fields))
        except GoneError:
            # The restart of the site had closed the connection.
            answers.append(phone.post(page, fields))

    with crowd([partial(send, phone) for phone in phones]):
        pass
    return answers
