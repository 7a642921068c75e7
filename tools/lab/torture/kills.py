"""Trials with power cuts: during entry, corrections, restores and the start of the site."""

import threading
import time
from functools import partial

from tools.lab.torture.club import change_hand_result, sign_in
from tools.lab.torture.phone import NoResponseError, Phone
from tools.lab.torture.plan import Plan, Stage, Trial, set_stage
from tools.lab.torture.players import Party, play_until_stopped, resend_unacknowledged, run_together
from tools.lab.torture.served import Site, kill_process_group

SHORTEST_WAIT, LONGEST_WAIT = 0.1, 0.5
PAUSE_SECONDS, TIMEOUT_SECONDS = 0.01, 10.0
SESSIONS, PHONES = 4, (6, 12)


def run_kill_storm(plan: Plan) -> Trial:
    """Run R01: many power cuts while hands are entered, each followed by a start."""
    return _run_storm(plan, Trial("kill storm (R01)"), "kills", plan.kills)


def run_restart_storm(plan: Plan) -> Trial:
    """Run R38: the operator stops and starts the site while hands are entered."""
    return _run_storm(
        plan, Trial("restarts under load (R38)"), "restarts", plan.choose_count(2, 10)
    )


def _run_storm(plan: Plan, trial: Trial, name: str, rounds: int) -> Trial:
    rng, is_kill = plan.make_rng(name), name == "kills"
    with set_stage(plan, name) as stage:
        party = Party(stage.club, stage.start_sessions(SESSIONS))
        phones = stage.sign_in_phones(min(plan.phones, plan.choose_count(*PHONES)))
        slowest, resent = 0.0, 0
        for number in range(1, rounds + 1):
            work = [
                partial(play_until_stopped, party, phone, f"round {number} phone {seat}", seat=seat)
                for seat, phone in enumerate(phones)
            ]
            with run_together(work, party.stop):
                _wait_for_saved_hand(party)
                time.sleep(rng.uniform(SHORTEST_WAIT, LONGEST_WAIT))
                stage.site.kill() if is_kill else stage.site.stop()
            slowest = max(slowest, stage.site.start())
            trial.kills += is_kill
            # Acknowledged hands must be stored before anything is sent again.
            trial.check_database(stage, party.notebook)
            resent += resend_unacknowledged(party, phones[0])
            if trial.broken:
                break
        trial.check_database(stage, party.notebook)
        trial.run_audit(stage.site)
        trial.add_figure(f"{rounds} {'kills' if is_kill else 'restarts'} survived")
        _add_results(trial, party, resent, slowest)
    return trial


def _wait_for_saved_hand(party: Party) -> None:
    """Wait until a hand is acknowledged, so that the kill does not hit a site that is starting."""
    before, deadline = party.notebook.acknowledged, time.monotonic() + TIMEOUT_SECONDS
    while party.notebook.acknowledged == before and time.monotonic() < deadline:
        time.sleep(PAUSE_SECONDS)


def _add_results(trial: Trial, party: Party, resent: int, slowest: float) -> None:
    trial.conflicts += party.notebook.conflicts
    trial.check("every hand acknowledged in the end", held=not party.notebook.unacknowledged)
    trial.check(f"no fault shown: {party.faults[:2]}", held=not party.faults)
    trial.add_figure(
        f"{party.notebook.acknowledged} hands acknowledged, {resent} of them sent again"
    )
    trial.add_figure(str(trial.verdict))
    trial.add_figure(f"slowest start {slowest:.1f} s")


def run_correction_storm(plan: Plan) -> Trial:
    """Run R02: power cuts while the first hand of a long session is corrected."""
    trial, rng = Trial("kills at corrections (R02)"), plan.make_rng("corrections")
    with set_stage(plan, "corrections") as stage:
        session = stage.start_sessions(1)[0]
        party = Party(stage.club, [session])
        for number in range(1, plan.choose_count(30, 60) + 1):
            party.play_hand(stage.phone, rng, f"hand {number}")
        documents: dict[str, str] = {}
        current = party.notebook.sent[0].fields["result"]
        page = stage.club.build_path("sessions", session, "hands", party.notebook.sent[0].key)
        for result in (_reverse_result(current), current):
            change_hand_result(stage.phone, page, result)
            documents[result] = load_document(stage, session)
        for _round in range(plan.choose_count(6, 40)):
            wanted, acknowledged = _reverse_result(current), threading.Event()
            with run_together([partial(_correct_hand, stage, page, wanted, acknowledged)]):
                time.sleep(rng.uniform(0.0, 0.12))
                stage.site.kill()
            stage.site.start()
            document = load_document(stage, session)
            trial.kills += 1
            matching = [name for name, text in documents.items() if text == document]
            trial.check("the export is the old one or the new one", held=bool(matching))
            trial.check(
                "an acknowledged correction stands",
                held=not acknowledged.is_set() or matching == [wanted],
            )
            current = matching[0] if matching else current
        trial.check_database(stage, party.notebook)
        trial.run_audit(stage.site)
        trial.add_figure(f"{trial.kills} kills survived, each export the old one or the new one")
        trial.add_figure(f"{len(party.notebook.sent)} hands")
    return trial


def _reverse_result(result: str) -> str:
    return "lost" if result == "won" else "won"


def _correct_hand(stage: Stage, page: str, result: str, acknowledged: threading.Event) -> None:
    try:
        change_hand_result(stage.phone, page, result)
        acknowledged.set()
    except NoResponseError:
        return


def load_document(stage: Stage, session: str) -> str:
    """Return the text of the exported session."""
    stage.phone.close()
    return stage.phone.get(
        stage.club.build_path("sessions", session, "document.json").rstrip("/")
    ).text


def run_kills_at_start(plan: Plan) -> Trial:
    """Run R04: further power cuts while the site starts after a power cut."""
    trial, rng = Trial("kills at the start (R04)"), plan.make_rng("starts")
    with set_stage(plan, "starts") as stage:
        party = Party(stage.club, stage.start_sessions(1))
        for number in range(plan.choose_count(3, 20)):
            party.play_hand(stage.phone, rng, f"hand {number}")
            stage.site.kill()
            for _kill in range(2):
                start_and_kill(stage.site, rng.uniform(0.05, 1.0))
                trial.kills += 1
            stage.site.start()
        trial.kills += plan.choose_count(3, 20)
        trial.check_database(stage, party.notebook)
        trial.run_audit(stage.site)
        trial.add_figure(f"{trial.kills} kills survived, {trial.verdict}")
    return trial


def run_kills_at_creation(plan: Plan) -> Trial:
    """Run R04: power cuts while the database is created; the next start completes it."""
    trial, rng = Trial("kills at migration (R04)"), plan.make_rng("births")
    site = Site(plan.folder / "birth", plan.folder / "birth.log", command=plan.serve)
    try:
        for _round in range(plan.choose_count(4, 30)):
            start_and_kill(site, rng.uniform(0.3, 1.8))
            trial.kills += 1
        site.start()
        trial.check(
            "the site is well after half migrations", held=site.fetch_health_status() == 200
        )
        trial.check("a club can be founded", held=Phone(site.port).get("/found/").status == 200)
        trial.run_audit(site)
    finally:
        site.kill()
    trial.add_figure(f"{trial.kills} kills survived, the next start finished the database")
    return trial


def run_kills_at_restore(plan: Plan) -> Trial:
    """Run R04: power cuts during a restore; afterwards the database is the old or the new one."""
    trial, rng = Trial("kills at restore (R04)"), plan.make_rng("restores")
    with set_stage(plan, "restores") as stage:
        party = Party(stage.club, stage.start_sessions(1))
        party.play_hand(stage.phone, rng, "before the backup")
        backup = stage.site.run_command("backup").stdout.strip()
        party.play_hand(stage.phone, rng, "after the backup")
        for _round in range(plan.choose_count(3, 20)):
            stage.site.stop()
            process = stage.site.start_command("restore", backup)
            time.sleep(rng.uniform(0.6, 1.6))
            kill_process_group(process)
            trial.kills += 1
            stage.site.start()
            stage.phone.close()
            # A restored database contains no sign-in sessions.
            stage.phone.cookies.update(sign_in(stage.site.port).cookies)
            notes = stage.phone.get(stage.club.build_path("sessions", party.sessions[0])).text
            trial.check("the backup's hand is there", held="before the backup" in notes)
            if "after the backup" not in notes:
                # The restore removed this hand, so enter it again for the next round.
                party.notebook.sent.pop()
                party.play_hand(stage.phone, rng, "after the backup")
        trial.check_database(stage, party.notebook)
        trial.run_audit(stage.site)
        trial.add_figure(f"{trial.kills} kills survived, the book the old one or the restored one")
    return trial


def start_and_kill(site: Site, seconds: float) -> None:
    """Start the site and kill it after this many seconds."""
    site.launch()
    time.sleep(seconds)
    site.kill()
