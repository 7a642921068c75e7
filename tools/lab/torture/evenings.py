"""Trials of the full run: a realistic club night, and a session with very many hands."""

import json
import re
import time
from functools import partial
from pathlib import Path
from random import Random

from tools.lab.torture.club import NAMES, change_hand_result
from tools.lab.torture.crowds import compute_percentile, format_spread
from tools.lab.torture.phone import Phone
from tools.lab.torture.plan import Plan, Trial, set_stage
from tools.lab.torture.players import Party, run_together

TABLES, HANDS_PER_SECOND, WRITERS = 100, 0.6, 4
POLLING_PHONES, POLLING_THREADS, POLL_INTERVAL = 300, 10, 5.0
HANDS, REPETITIONS = 400, 10
LEFT_OUT = "left out: part of the full run"


def run_club_night(plan: Plan) -> Trial:
    """Run R16: a hundred tables enter hands now and then, three hundred phones poll for changes."""
    trial, rng = Trial("club night (R16)"), plan.make_rng("night")
    if plan.quick:
        trial.add_figure(LEFT_OUT)
        return trial
    with set_stage(plan, "night") as stage:
        party = Party(stage.club, stage.start_sessions(TABLES))
        polls, seconds = list[float](), list[float]()
        writers, pollers = stage.sign_in_phones(WRITERS), stage.sign_in_phones(POLLING_THREADS)
        work = [
            partial(_enter_hands, party, phone, number, seconds)
            for number, phone in enumerate(writers)
        ]
        work += [
            partial(_poll_for_phones, party, phone, Random(rng.random()), polls)
            for phone in pollers
        ]
        cpu_before, started = read_cpu_seconds(stage.site.process), time.monotonic()
        with run_together(work, party.stop):
            time.sleep(plan.seconds)
        share = (read_cpu_seconds(stage.site.process) - cpu_before) / (time.monotonic() - started)
        trial.check_database(stage, party.notebook)
        trial.run_audit(stage.site)
    trial.check(f"nobody meets an error: {party.faults[:3]}", held=not party.faults)
    trial.add_figure(f"{len(seconds)} hands; {format_spread(seconds)}")
    trial.add_figure(
        f"{len(polls)} polls; {format_spread(polls)}; the site used {share:.0%} of a processor"
    )
    trial.add_goal("hands p99 <= 150 ms", met=compute_percentile(seconds, 99) <= 0.15)
    trial.add_goal("polls p99 <= 100 ms", met=compute_percentile(polls, 99) <= 0.1)
    trial.add_goal("half of two processors at most", met=share <= 1)
    return trial


def _enter_hands(party: Party, phone: Phone, writer: int, seconds: list[float]) -> None:
    """Enter a hand every few seconds, each at another table."""
    rng, number = Random(writer), 0
    while not party.stop.wait(rng.expovariate(HANDS_PER_SECOND / WRITERS)):
        number += 1
        party.seconds.clear()
        seat = writer + WRITERS * number
        party.play_hand(phone, rng, f"table {seat} hand {number}", seat=seat)
        seconds += party.seconds


def _poll_for_phones(party: Party, phone: Phone, rng: Random, polls: list[float]) -> None:
    """Poll for many phones in one thread, each for its own table every few seconds."""
    phones = [
        Phone(phone.port, dict(phone.cookies)) for _ in range(POLLING_PHONES // POLLING_THREADS)
    ]
    pages = [
        party.club.build_path("sessions", rng.choice(party.sessions), "live")
        for _ in range(len(phones))
    ]
    tags = dict.fromkeys(range(len(phones)), "")
    while True:
        for index, polling_phone in enumerate(phones):
            if party.stop.wait(POLL_INTERVAL / len(phones)):
                return
            response = polling_phone.get(pages[index], etag=tags[index])
            tags[index] = response.etag
            polls.append(response.seconds)
            if response.status not in (200, 304):
                party.faults.append(f"a poll was answered with {response.status}")


def read_cpu_seconds(leader: object) -> float:
    """Return the processor seconds that the site's process group has used so far."""
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


def run_long_evening(plan: Plan) -> Trial:
    """Run R37: in a session of four hundred hands, entry and correction are still fast."""
    trial = Trial("long evening (R37)")
    if plan.quick:
        trial.add_figure(LEFT_OUT)
        return trial
    with set_stage(plan, "evening") as stage:
        file = plan.folder / "evening.json"
        file.write_text(json.dumps(_build_session_document()))
        output = stage.site.run_command("import_session", stage.club.slug, str(file)).stdout
        session = re.search(r"[0-9a-f-]{36}", output)
        trial.check(f"the evening is taken in: {output}", held=session is not None)
        if session is None:
            return trial
        page = stage.club.build_path("sessions", session[0], "hand")
        entry_times = [stage.phone.get(page).seconds for _repetition in range(REPETITIONS)]
        sheet = stage.phone.get(stage.club.build_path("sessions", session[0])).text
        first = re.findall(r'<details id="h([0-9a-f-]{36})"', sheet)[-1]
        correction_times = [
            change_hand_result(
                stage.phone, stage.club.build_path("sessions", session[0], "hands", first), result
            )
            for result in ("lost", "won") * (REPETITIONS // 2)
        ]
        trial.run_audit(stage.site)
    median_share = REPETITIONS // 2 * 10
    entry_ms = compute_percentile(entry_times, median_share) * 1000
    correction_ms = compute_percentile(correction_times, median_share) * 1000
    trial.add_figure(f"{HANDS} hands: the entry page in {entry_ms:.0f} ms")
    trial.add_figure(f"a correction of hand 1 in {correction_ms:.0f} ms")
    trial.add_goal(
        "the entry page in 150 ms", met=compute_percentile(entry_times, median_share) <= 0.15
    )
    trial.add_goal(
        "a correction of hand 1 in 250 ms",
        met=compute_percentile(correction_times, median_share) <= 0.25,
    )
    return trial


def _build_session_document() -> dict[str, object]:
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
