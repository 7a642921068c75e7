"""A trial with large files that are sent again and again; other pages must not notice."""

import threading
import time
from functools import partial

from tools.lab.torture.crowds import percentile, spread
from tools.lab.torture.phone import Phone
from tools.lab.torture.plan import Plan, Trial, stage
from tools.lab.torture.players import crowd

PAGE = "/accounts/login/"
SENDERS, MOST_TIMES = 4, 3
# Statements of two megabytes: as many payments as are read, and far more.
_ENTRY = b'<Ntry><Amt Ccy="HUF">1</Amt><BookgDt><Dt>2026-11-20</Dt></BookgDt></Ntry>'
_PAYMENT = b"<NtryDtls><TxDtls><Refs/></TxDtls></NtryDtls>"
FILES = tuple(
    b"<Document><BkToCstmrStmt><Stmt>" + entries + b"</Stmt></BkToCstmrStmt></Document>"
    for entries in (_ENTRY * 2000 + b" " * 1_800_000, b"<Ntry>" + _PAYMENT * 40_000 + b"</Ntry>")
)
ANSWERS = (200, 422, 429)


def large_uploads(plan: Plan) -> Trial:
    """Run S87: four people send statements of two megabytes while others open a page."""
    trial, seconds = Trial("large uploads (S87)"), plan.few(4, 30)
    answers: list[int] = []
    with stage(plan, "uploads") as on:
        bank, over = on.club.at("money", "bank"), threading.Event()
        phones = on.phones(SENDERS)
        quiet = _open_page(on.site.port, seconds)
        with crowd([partial(_send, phone, bank, over, answers) for phone in phones]):
            time.sleep(0.5)
            beside = _open_page(on.site.port, seconds)
            over.set()
        trial.audit(on.site)
    odd = sorted({status for status in answers if status not in ANSWERS})
    trial.want(f"every file is answered: {odd}", kept=bool(answers) and not odd)
    slowest, once = percentile(beside, 95), percentile(quiet, 95)
    times = f"p95 of the sign-in page {slowest * 1000:.0f} ms, quiet {once * 1000:.0f} ms"
    trial.aim(f"{times}: at most {MOST_TIMES} times", met=slowest <= MOST_TIMES * once)
    trial.tell(f"{len(answers)} files of two megabytes from {SENDERS} people in {seconds} s")
    trial.tell(f"quiet:       {len(quiet)} pages {spread(quiet)}")
    trial.tell(f"beside them: {len(beside)} pages {spread(beside)}")
    return trial


def _send(phone: Phone, bank: str, over: threading.Event, answers: list[int]) -> None:
    """Send the files in turn until `over` is set."""
    form = phone.form(bank)
    while not over.is_set():
        for file in FILES:
            answers.append(phone.attach(bank, file, form.fields).status)


def _open_page(port: int, seconds: float) -> list[float]:
    """Open the page as a stranger all the time; return the seconds of each."""
    phone, end, taken = Phone(port), time.monotonic() + seconds, []
    while time.monotonic() < end:
        taken.append(phone.get(PAGE).seconds)
    phone.close()
    return taken
