"""Trials with many phones at once: all write, others read, two correct the same hand."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random

from tools.lab.torture.page import (
    Form,
    find_form,
    read_footer_hand_count,
    read_hand_count,
    read_standings,
    read_totals,
)
from tools.lab.torture.phone import NoResponseError, Phone, Response
from tools.lab.torture.plan import Plan, Stage, Trial, set_stage
from tools.lab.torture.players import (
    CONFLICT,
    Party,
    play_until_stopped,
    resend_unacknowledged,
    run_together,
)

READER_COUNT, PAUSE_SECONDS = 2, 0.1
# The word that a lock error leaves in the log.
LOCK_ERROR = "locked"


@dataclass(slots=True)
class Reader:
    """A reader who continuously requests sheets and the standings.

    page_count: number of pages read.
    faults: descriptions of wrong pages.
    """

    phone: Phone
    party: Party
    page_count: int = 0
    faults: list[str] = field(default_factory=list)

    def read_until_stopped(self, rng: Random) -> None:
        """Request pages and check their sums until the time is over."""
        while not self.party.stop.wait(PAUSE_SECONDS):
            session = rng.choice(self.party.sessions)
            sheet = self.phone.get(self.party.club.build_path("sessions", session))
            self._check_sum("sheet", sheet, read_totals(sheet.text))
            count, total = read_hand_count(sheet.text), read_footer_hand_count(sheet.text)
            if total not in (None, count):
                self.faults.append(f"a sheet of {count} hands counts {total} at its foot")
            board = self.phone.get(self.party.club.build_path("standings"))
            self._check_sum("standings", board, read_standings(board.text))

    def _check_sum(self, page: str, answer: Response, amounts: list[int]) -> None:
        self.page_count += 1
        if answer.status != 200:
            self.faults.append(f"{page} answered {answer.status}")
        elif sum(amounts):
            self.faults.append(f"{page} comes to {sum(amounts)}")


def run_many_tables(plan: Plan) -> Trial:
    """Run R05 and R15: all phones write, each to its own session."""
    trial = Trial("crowd at many tables (R05, R15)")
    return write_together(plan, trial, "tables", tables=plan.phones)


def run_single_table(plan: Plan) -> Trial:
    """Run R05 and R15: all phones write to the same session, so that most see a conflict."""
    return write_together(plan, Trial("crowd at one table (R05, R15)"), "table", tables=1)


def write_together(
    plan: Plan, trial: Trial, name: str, *, tables: int, variables: dict[str, str] | None = None
) -> Trial:
    """Let all phones enter hands for a while, and further phones read.

    tables: number of sessions.
    variables: additional environment variables of the site.
    """
    rng, limit = plan.make_rng(name), 2.0 if variables else 0.7
    with set_stage(plan, name, variables=variables) as stage:
        party = Party(stage.club, stage.start_sessions(tables))
        readers = [Reader(phone, party) for phone in stage.sign_in_phones(READER_COUNT)]
        work: list[Callable[[], object]] = [
            partial(play_until_stopped, party, phone, f"phone {number}", seat=number)
            for number, phone in enumerate(stage.sign_in_phones(plan.phones))
        ]
        work += [partial(reader.read_until_stopped, Random(rng.random())) for reader in readers]
        begin = time.monotonic()
        with run_together(work, party.stop):
            time.sleep(plan.seconds)
        seconds, saved = time.monotonic() - begin, party.notebook.acknowledged
        resend_unacknowledged(party, stage.phone)
        trial.check_database(stage, party.notebook)
        trial.run_audit(stage.site)
        trial.check("no lock error in the log", held=LOCK_ERROR not in stage.site.log.read_text())
    faults = party.faults + [words for reader in readers for words in reader.faults]
    trial.check(f"nobody meets an error: {faults[:3]}", held=not faults)
    trial.check("every hand acknowledged", held=not party.notebook.unacknowledged)
    trial.conflicts = party.notebook.conflicts
    trial.add_figure(f"{plan.phones} phones, {tables} sessions, {seconds:.1f} s, {saved} hands")
    trial.add_figure(f"{saved / seconds:.1f} writes per second")
    trial.add_figure(f"forms: {format_spread(party.seconds)}")
    if not plan.quick and tables > 1:
        trial.add_goal(f"p99 <= {limit} s", met=compute_percentile(party.seconds, 99) <= limit)
    trial.add_figure(f"{trial.verdict}, conflicts shown {trial.conflicts}")
    trial.add_figure(
        f"{sum(reader.page_count for reader in readers)} pages read, each came to zero"
    )
    return trial


def format_spread(seconds: Sequence[float]) -> str:
    """Return the median, the 99th percentile and the maximum of these times as text."""
    shares = {"p50": 50, "p99": 99, "max": 100}
    figures = [
        f"{name} {compute_percentile(seconds, share) * 1000:.0f} ms"
        for name, share in shares.items()
    ]
    return f"answered in {', '.join(figures)}"


def compute_percentile(seconds: Sequence[float], share: int) -> float:
    """Return a percentile of these times, 0.0 if there are none."""
    ordered = sorted(seconds) or [0.0]
    return ordered[min(len(ordered) - 1, len(ordered) * share // 100)]


def run_concurrent_corrections(plan: Plan) -> Trial:
    """Run R18: two phones correct the same hand at once, and the later one sees a conflict."""
    trial, rng = Trial("two pens (R18)"), plan.make_rng("pens")
    with set_stage(plan, "pens") as stage:
        party = Party(stage.club, stage.start_sessions(1))
        party.play_hand(stage.phone, rng, "the hand")
        page = stage.club.build_path(
            "sessions", party.sessions[0], "hands", party.notebook.sent[0].key
        )
        rounds = plan.choose_count(5, 30)
        for number in range(rounds):
            _correct_at_once(stage, trial, f"{page}correct/", number)
        trial.check("one conflict shown in each round", held=trial.conflicts == rounds)
        trial.run_audit(stage.site)
    trial.add_figure(
        f"{rounds} rounds, conflicts shown {trial.conflicts}, inputs kept {trial.conflicts}"
    )
    return trial


def _correct_at_once(stage: Stage, trial: Trial, page: str, number: int) -> None:
    """Save two corrections at once; check that one is refused, and can be saved again."""
    phones = stage.sign_in_phones(2)
    forms = [phone.load_form(page) for phone in phones]
    notes = [f"round {number} pen {pen}" for pen in range(2)]
    answers: list[Response | None] = [None, None]

    def save(pen: int, form: Form) -> None:
        answers[pen] = phones[pen].post(
            form.action, form.fields | {"note": notes[pen], "confirm": "1"}
        )

    with run_together([partial(save, pen, form) for pen, form in enumerate(forms)]):
        pass
    refused = [(pen, answer) for pen, answer in enumerate(answers) if answer and not answer.saved]
    for pen, answer in refused:
        form = find_form(answer.text, page)
        keeps_input = answer.status == CONFLICT and notes[pen] in answer.text
        trial.conflicts += keeps_input
        trial.check(f"a conflict that keeps the input, not {answer.status}", held=keeps_input)
        if form:
            save(pen, form)
            second = answers[pen]
            trial.check("the second one is saved after a look", held=bool(second and second.saved))
    trial.check("one of two is told", held=len(refused) == 1)


def run_double_taps(plan: Plan) -> Trial:
    """Run R12: send the same form twenty times at once, again later, and after a restart."""
    trial, rng = Trial("double taps (R12)"), plan.make_rng("taps")
    with set_stage(plan, "taps") as stage:
        party = Party(stage.club, stage.start_sessions(2))
        # One user, twenty taps: the same sign-in session and token on every connection.
        first, answers = stage.sign_in_phones(1)[0], list[Response]()
        phones = [first] + [Phone(first.port) for _ in range(plan.phones - 1)]
        for number in range(plan.choose_count(3, 20)):
            party.play_hand(first, rng, f"hand {number}")
            # One form that is already saved, and one that is new to the site.
            saved_hand = party.notebook.sent[-1]
            new_form = first.load_form(party.build_entry_path(saved_hand.session))
            new_hand = party.notebook.record(
                saved_hand.session,
                f"tap {number}",
                new_form.fields | _copy_choices(saved_hand.fields, number),
            )
            for phone in phones:
                phone.cookies = dict(first.cookies)
            for hand in (new_hand, saved_hand):
                answers += _send_at_once(phones, party.build_entry_path(hand.session), hand.fields)
            new_hand.acknowledged = True
        stage.site.stop()
        stage.site.start()
        answers += _send_at_once(
            phones[:2], party.build_entry_path(new_hand.session), new_hand.fields
        )
        trial.check_database(stage, party.notebook)
        trial.run_audit(stage.site)
    saved = sum(answer.saved for answer in answers)
    trial.check("every repetition is answered as saved", held=saved == len(answers))
    trial.add_figure(f"{len(answers)} times sent, {saved} answered as saved")
    trial.add_figure(f"{len(party.notebook.sent)} hands, {trial.verdict}")
    return trial


def _copy_choices(fields: dict[str, str], number: int) -> dict[str, str]:
    names = ("declarer", "partner", "bid", "result")
    return {name: fields[name] for name in names} | {"note": f"tap {number}"}


def _send_at_once(phones: Sequence[Phone], page: str, fields: dict[str, str]) -> list[Response]:
    """Send the same form from all phones at once and return the responses."""
    answers: list[Response] = []

    def send(phone: Phone) -> None:
        try:
            answers.append(phone.post(page, fields))
        except NoResponseError:
            # The restart of the site had closed the connection.
            answers.append(phone.post(page, fields))

    with run_together([partial(send, phone) for phone in phones]):
        pass
    return answers
