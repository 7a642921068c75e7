"""Trials of the full run: a realistic club night, and a session with very many hands."""

import json
import re
import time
from functools import partial
from pathlib import Path
from random import Random

from tools.lab.torture.crowds import percentile, spread
from tools.lab.torture.phone import Phone
from tools.lab.torture.plan import Plan, Trial, stage
from tools.lab.torture.players import Party, crowd
from tools.lab.torture.table import NAMES, change_hand_result

TABLES, HANDS_A_SECOND, WRITERS = 100, 0.6, 4
WATCHERS, LOOKERS, EVERY = 300, 10, 5.0
HANDS, TRIES = 400, 10
LEFT_OUT = "left out: part of the full run"


def club_night(plan: Plan) -> Trial:
    """Run R16: a hundred tables with a hand now and then, and three hundred phones that poll for
    changes.
    """
    trial, dice = Trial("club night (R16)"), plan.dice("night")
    if plan.quick:
        trial.tell(LEFT_OUT)
        return trial
    with stage(plan, "night") as on:
        party = Party(on.club, on.sessions(TABLES))
        polls, seconds = list[float](), list[float]()
        writers, lookers = on.phones(WRITERS), on.phones(LOOKERS)
        work = [
            partial(_enter, party, phone, place, seconds) for place, phone in enumerate(writers)
        ]
        work += [partial(_watch, party, phone, Random(dice.random()), polls) for phone in lookers]
        used, begin = cpu_seconds(on.site.process), time.monotonic()
        with crowd(work):
            time.sleep(plan.seconds)
            party.over.set()
        share = (cpu_seconds(on.site.process) - used) / (time.monotonic() - begin)
        trial.hold(on, party.notebook)
        trial.audit(on.site)
    trial.want(f"nobody meets an error: {party.wrong[:3]}", kept=not party.wrong)
    trial.tell(f"{len(seconds)} hands; {spread(seconds)}")
    trial.tell(f"{len(polls)} polls; {spread(polls)}; the site used {share:.0%} of a processor")
    trial.aim("hands p99 <= 150 ms", met=percentile(seconds, 99) <= 0.15)
    trial.aim("polls p99 <= 100 ms", met=percentile(polls, 99) <= 0.1)
    trial.aim("half of two processors at most", met=share <= 1)
    return trial


def _enter(party: Party, phone: Phone, place: int, seconds: list[float]) -> None:
    """Enter a hand every few seconds, each at another table."""
    dice, number = Random(place), 0
    while not party.over.wait(dice.expovariate(HANDS_A_SECOND / WRITERS)):
        number += 1
        party.seconds.clear()
        seat = place + WRITERS * number
        party.play(phone, dice, f"table {seat} hand {number}", seat=seat)
        seconds += party.seconds


def _watch(party: Party, phone: Phone, dice: Random, polls: list[float]) -> None:
    """Poll for many phones in one thread, each for its own table every few seconds."""
    phones = [Phone(phone.port, dict(phone.cookies)) for _ in range(WATCHERS // LOOKERS)]
    pages = [
        party.club.at("sessions", dice.choice(party.sessions), "live") for _ in range(len(phones))
    ]
    tags = dict.fromkeys(range(len(phones)), "")
    while True:
        for place, one in enumerate(phones):
            if party.over.wait(EVERY / len(phones)):
                return
            answer = one.get(pages[place], tag=tags[place])
            tags[place] = answer.tag
            polls.append(answer.seconds)
            if answer.status not in (200, 304):
                party.wrong.append(f"a poll was answered with {answer.status}")


def cpu_seconds(leader: object) -> float:
    """Return the processor seconds of the site so far, over all processes of its group."""
    total, group = 0, str(getattr(leader, "pid", 0))
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            # The name in brackets may contain spaces.
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if fields[2] == group:
            total += int(fields[11]) + int(fields[12])
    return total / 100


def long_evening(plan: Plan) -> Trial:
    """Run R37: in a session of four hundred hands entry stays as fast, and hand 1 can be
    corrected.
    """
    trial = Trial("long evening (R37)")
    if plan.quick:
        trial.tell(LEFT_OUT)
        return trial
    with stage(plan, "evening") as on:
        file = plan.folder / "evening.json"
        file.write_text(json.dumps(_document()))
        told = on.site.tell("import_session", on.club.slug, str(file)).stdout
        session = re.search(r"[0-9a-f-]{36}", told)
        trial.want(f"the evening is taken in: {told}", kept=session is not None)
        if session is None:
            return trial
        page = on.club.at("sessions", session[0], "hand")
        opened = [on.phone.get(page).seconds for _try in range(TRIES)]
        sheet = on.phone.get(on.club.at("sessions", session[0])).text
        first = re.findall(r'<details id="h([0-9a-f-]{36})"', sheet)[-1]
        changed = [
            change_hand_result(on.phone, on.club.at("sessions", session[0], "hands", first), result)
            for result in ("lost", "won") * (TRIES // 2)
        ]
        trial.audit(on.site)
    middle = TRIES // 2 * 10
    trial.tell(f"{HANDS} hands: the entry page in {percentile(opened, middle) * 1000:.0f} ms")
    trial.tell(f"a correction of hand 1 in {percentile(changed, middle) * 1000:.0f} ms")
    trial.aim("the entry page in 150 ms", met=percentile(opened, middle) <= 0.15)
    trial.aim("a correction of hand 1 in 250 ms", met=percentile(changed, middle) <= 0.25)
    return trial


def _document() -> dict[str, object]:
    players = list(NAMES)
    hand = {"type": "hand", "declarer": "Anna", "bid": "three", "partner": "Csaba"}
    return {
        "format": "tarokk-session",
        "version": 1,
        "game": "paskievics",
        "players": players,
        "dealer": players[-1],
        "date": "2026-11-18",
        "events": [{**hand, "result": "won"} for _ in range(HANDS)],
    }
