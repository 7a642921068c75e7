"""Measure the cost of a saved hand for the site, PostgreSQL and its log (WAL)."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from typing import Any

from django.db import connection

from tarokk_club.club.hand.views.submit_hand import AGAIN
from tools.lab.bench.federation import processor
from tools.lab.bench.federation.pages import Reader, fill_hand_form

# Sessions, and measured hands of each; a further first hand warms the caches.
SESSIONS, HANDS = 10, 20


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of one saved hand.

    site: processor seconds of the site.
    database: processor seconds of the database.
    seconds: time until the hand was acknowledged.
    log: bytes of WAL.
    """

    site: float
    database: float
    seconds: float
    log: int


def measure_saved_hands(reader: Reader) -> list[dict[str, Any]]:
    """Save hand after hand through the form and return the cost of each."""
    server = processor.find_family(processor.find_parent(_load_number("SELECT pg_backend_pid()")))
    costs = []
    for _session in range(SESSIONS):
        session = reader.create_session(HANDS)
        for number in range(HANDS + 1):
            address, fields = fill_hand_form(reader, session)
            # Equal hands follow one another here, so confirm the site's question about them.
            cost = _measure_hand(reader, address, fields | {AGAIN: "1"}, server)
            if number:
                costs.append(asdict(cost))
    return costs


def _measure_hand(reader: Reader, address: str, fields: dict[str, str], server: list[int]) -> Cost:
    log, cpu_before = (
        _load_number("SELECT pg_current_wal_insert_lsn() - '0/0'"),
        processor.read_cpu_times(server),
    )
    started = time.process_time()
    measurement = reader.measure_post(address, fields)
    site = time.process_time() - started
    database = processor.compute_cpu_seconds(cpu_before, processor.read_cpu_times(server))
    log = _load_number("SELECT pg_current_wal_insert_lsn() - '0/0'") - log
    return Cost(site=site, database=database, seconds=measurement.seconds, log=log)


def _load_number(query: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(query)
        (number,) = cursor.fetchone()
    return int(number)
