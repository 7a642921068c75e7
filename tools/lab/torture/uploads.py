"""A trial in which large files are uploaded continuously while others open a page."""

import threading
import time
from functools import partial

from tools.lab.torture.crowds import compute_percentile, format_spread
from tools.lab.torture.phone import Phone
from tools.lab.torture.plan import Plan, Trial, set_stage
from tools.lab.torture.players import run_together

PAGE = "/accounts/login/"
SENDERS, MAX_SLOWDOWN = 4, 3
# Bank statements of two megabytes: one with as many payments as the site reads, one with more.
_ENTRY = b'<Ntry><Amt Ccy="HUF">1</Amt><BookgDt><Dt>2026-11-20</Dt></BookgDt></Ntry>'
_PAYMENT = b"<NtryDtls><TxDtls><Refs/></TxDtls></NtryDtls>"
FILES = tuple(
    b"<Document><BkToCstmrStmt><Stmt>" + entries + b"</Stmt></BkToCstmrStmt></Document>"
    for entries in (_ENTRY * 2000 + b" " * 1_800_000, b"<Ntry>" + _PAYMENT * 40_000 + b"</Ntry>")
)
EXPECTED_STATUSES = (200, 422, 429)


def run_large_uploads(plan: Plan) -> Trial:
    """Run S87: four people send statements of two megabytes while others open a page."""
    trial, seconds = Trial("large uploads (S87)"), plan.choose_count(4, 30)
    statuses: list[int] = []
    with set_stage(plan, "uploads") as stage:
        bank, stop = stage.club.build_path("money", "bank"), threading.Event()
        phones = stage.sign_in_phones(SENDERS)
        quiet = _open_page(stage.site.port, seconds)
        work = [partial(_send_files, phone, bank, stop, statuses) for phone in phones]
        with run_together(work, stop):
            time.sleep(0.5)
            loaded = _open_page(stage.site.port, seconds)
        trial.run_audit(stage.site)
    unexpected = sorted({status for status in statuses if status not in EXPECTED_STATUSES})
    trial.check(f"every file is answered: {unexpected}", held=bool(statuses) and not unexpected)
    loaded_p95, quiet_p95 = compute_percentile(loaded, 95), compute_percentile(quiet, 95)
    times = f"p95 of the sign-in page {loaded_p95 * 1000:.0f} ms, quiet {quiet_p95 * 1000:.0f} ms"
    trial.add_goal(
        f"{times}: at most {MAX_SLOWDOWN} times", met=loaded_p95 <= MAX_SLOWDOWN * quiet_p95
    )
    trial.add_figure(f"{len(statuses)} files of two megabytes from {SENDERS} people in {seconds} s")
    trial.add_figure(f"quiet:       {len(quiet)} pages {format_spread(quiet)}")
    trial.add_figure(f"beside them: {len(loaded)} pages {format_spread(loaded)}")
    return trial


def _send_files(phone: Phone, bank: str, stop: threading.Event, statuses: list[int]) -> None:
    """Upload the files in turn until `stop` is set; add the status of each response."""
    form = phone.load_form(bank)
    while not stop.is_set():
        for file in FILES:
            statuses.append(phone.post_file(bank, file, form.fields).status)


def _open_page(port: int, seconds: float) -> list[float]:
    """Load the page repeatedly as an anonymous visitor; return the seconds of each load."""
    phone, deadline, times = Phone(port), time.monotonic() + seconds, []
    while time.monotonic() < deadline:
        times.append(phone.get(PAGE).seconds)
    phone.close()
    return times
