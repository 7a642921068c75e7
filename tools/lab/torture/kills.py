"""Trials with power cuts: during entry, during a correction, during the start of the site."""

import threading
import time
from functools import partial

from tools.lab.torture.phone import GoneError, Phone
from tools.lab.torture.plan import Plan, Stage, Trial, stage
from tools.lab.torture.players import Party, crowd, hands_until, send_again
from tools.lab.torture.served import Site, kill_process_group
from tools.lab.torture.table import change_hand_result, sign_in

FIRST, LAST = 0.1, 0.5
PAUSE, PATIENCE = 0.01, 10.0
SESSIONS, PHONES = 4, (6, 12)


def kill_storm(plan: Plan) -> Trial:
    """Run R01: many power cuts while hands are entered, each followed by a start."""
    return _storm(plan, Trial("kill storm (R01)"), "kills", plan.kills)


def restart_storm(plan: Plan) -> Trial:
    """Run R38: the operator stops and starts the site while hands are entered."""
    return _storm(plan, Trial("restarts under load (R38)"), "restarts", plan.few(2, 10))


def _storm(plan: Plan, trial: Trial, name: str, rounds: int) -> Trial:
    dice, killed = plan.dice(name), name == "kills"
    with stage(plan, name) as on:
        party = Party(on.club, on.sessions(SESSIONS))
        phones = on.phones(min(plan.phones, plan.few(*PHONES)))
        slowest, again = 0.0, 0
        for number in range(1, rounds + 1):
            work = [
                partial(hands_until, party, phone, f"round {number} phone {place}", seat=place)
                for place, phone in enumerate(phones)
            ]
            with crowd(work):
                _wait_for_one(party)
                time.sleep(dice.uniform(FIRST, LAST))
                on.site.kill() if killed else on.site.stop()
                party.over.set()
            slowest = max(slowest, on.site.start())
            trial.kills += killed
            # Acknowledged hands must be stored before anything is sent again.
            trial.hold(on, party.notebook)
            again += send_again(party, phones[0])
            if trial.broken:
                break
        trial.hold(on, party.notebook)
        trial.audit(on.site)
        trial.tell(f"{rounds} {'kills' if killed else 'restarts'} survived")
        _told(trial, party, again, slowest)
    return trial


def _wait_for_one(party: Party) -> None:
    """Wait for an acknowledged hand, so that the kill hits saved hands and not a site that is just
    starting.
    """
    before, until = party.notebook.acknowledged, time.monotonic() + PATIENCE
    while party.notebook.acknowledged == before and time.monotonic() < until:
        time.sleep(PAUSE)


def _told(trial: Trial, party: Party, again: int, slowest: float) -> None:
    trial.conflicts += party.notebook.conflicts
    trial.want("every hand acknowledged in the end", kept=not party.notebook.waiting)
    trial.want(f"no fault shown: {party.wrong[:2]}", kept=not party.wrong)
    trial.tell(f"{party.notebook.acknowledged} hands acknowledged, {again} of them sent again")
    trial.tell(str(trial.verdict))
    trial.tell(f"slowest start {slowest:.1f} s")


def correction_storm(plan: Plan) -> Trial:
    """Run R02: power cuts while the first hand of a long session is corrected."""
    trial, dice = Trial("kills at corrections (R02)"), plan.dice("corrections")
    with stage(plan, "corrections") as on:
        session = on.sessions(1)[0]
        party = Party(on.club, [session])
        for number in range(1, plan.few(30, 60) + 1):
            party.play(on.phone, dice, f"hand {number}")
        known: dict[str, str] = {}
        now = party.notebook.sent[0].fields["result"]
        page = on.club.at("sessions", session, "hands", party.notebook.sent[0].key)
        for result in (_other(now), now):
            change_hand_result(on.phone, page, result)
            known[result] = document(on, session)
        for _round in range(plan.few(6, 40)):
            wanted, told = _other(now), threading.Event()
            with crowd([partial(_correct_once, on, page, wanted, told)]):
                time.sleep(dice.uniform(0.0, 0.12))
                on.site.kill()
            on.site.start()
            found = document(on, session)
            trial.kills += 1
            whole = [name for name, text in known.items() if text == found]
            trial.want("the export is the old one or the new one", kept=bool(whole))
            trial.want(
                "an acknowledged correction stands", kept=not told.is_set() or whole == [wanted]
            )
            now = whole[0] if whole else now
        trial.hold(on, party.notebook)
        trial.audit(on.site)
        trial.tell(f"{trial.kills} kills survived, each export the old one or the new one")
        trial.tell(f"{len(party.notebook.sent)} hands")
    return trial


def _other(result: str) -> str:
    return "lost" if result == "won" else "won"


def _correct_once(on: Stage, page: str, result: str, told: threading.Event) -> None:
    try:
        change_hand_result(on.phone, page, result)
        told.set()
    except GoneError:
        return


def document(on: Stage, session: str) -> str:
    """Return the exported session."""
    on.phone.close()
    return on.phone.get(on.club.at("sessions", session, "document.json").rstrip("/")).text


def kills_at_start(plan: Plan) -> Trial:
    """Run R04: another power cut while the site starts after a power cut."""
    trial, dice = Trial("kills at the start (R04)"), plan.dice("starts")
    with stage(plan, "starts") as on:
        party = Party(on.club, on.sessions(1))
        for number in range(plan.few(3, 20)):
            party.play(on.phone, dice, f"hand {number}")
            on.site.kill()
            for _again in range(2):
                end_early(on.site, dice.uniform(0.05, 1.0))
                trial.kills += 1
            on.site.start()
        trial.kills += plan.few(3, 20)
        trial.hold(on, party.notebook)
        trial.audit(on.site)
        trial.tell(f"{trial.kills} kills survived, {trial.verdict}")
    return trial


def kills_at_birth(plan: Plan) -> Trial:
    """Run R04: power cuts while the database is created; the next start completes it."""
    trial, dice = Trial("kills at migration (R04)"), plan.dice("births")
    site = Site(plan.folder / "birth", plan.folder / "birth.log", command=plan.serve)
    try:
        for _round in range(plan.few(4, 30)):
            end_early(site, dice.uniform(0.3, 1.8))
            trial.kills += 1
        site.start()
        trial.want("the site is well after half migrations", kept=site.health() == 200)
        trial.want("a club can be founded", kept=Phone(site.port).get("/found/").status == 200)
        trial.audit(site)
    finally:
        site.kill()
    trial.tell(f"{trial.kills} kills survived, the next start finished the database")
    return trial


def kills_at_restore(plan: Plan) -> Trial:
    """Run R04: power cuts during a restore; afterwards the database is the old or the new one."""
    trial, dice = Trial("kills at restore (R04)"), plan.dice("restores")
    with stage(plan, "restores") as on:
        party = Party(on.club, on.sessions(1))
        party.play(on.phone, dice, "before the backup")
        backup = on.site.tell("backup").stdout.strip()
        party.play(on.phone, dice, "after the backup")
        for _round in range(plan.few(3, 20)):
            on.site.stop()
            restoring = on.site.begin("restore", backup)
            time.sleep(dice.uniform(0.6, 1.6))
            kill_process_group(restoring)
            trial.kills += 1
            on.site.start()
            on.phone.close()
            # A restored database contains no sign-in sessions.
            on.phone.cookies.update(sign_in(on.site.port).cookies)
            notes = on.phone.get(on.club.at("sessions", party.sessions[0])).text
            trial.want("the backup's hand is there", kept="before the backup" in notes)
            if "after the backup" not in notes:
                # The restore removed this hand, so enter it again for the next round.
                party.notebook.sent.pop()
                party.play(on.phone, dice, "after the backup")
        trial.hold(on, party.notebook)
        trial.audit(on.site)
        trial.tell(f"{trial.kills} kills survived, the book the old one or the restored one")
    return trial


def end_early(site: Site, seconds: float) -> None:
    """Start the site and kill it after this many seconds."""
    site.launch()
    time.sleep(seconds)
    site.kill()
