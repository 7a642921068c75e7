"""The cost of each saved hand: the site, PostgreSQL and its log (WAL)."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from typing import Any

from django.db import connection

from tools.lab.bench.federation import processor
from tools.lab.bench.federation.pages import Reader, hand_form

# Sessions, and hands of each; the first hand of each has cold caches and is not counted.
EVENINGS, HANDS = 10, 20


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


def saved_hands(reader: Reader) -> list[dict[str, Any]]:
    """Save hand after hand through the form and return the cost of each."""
    server = processor.family(processor.parent(_asked("SELECT pg_backend_pid()")))
    costs = []
    for _evening in range(EVENINGS):
        session = reader.fresh_session(HANDS)
        for number in range(HANDS + 1):
            cost = _one(reader, *hand_form(reader, session), server)
            if number:
                costs.append(asdict(cost))
    return costs


def _one(reader: Reader, address: str, fields: dict[str, str], server: list[int]) -> Cost:
    log, before = _asked("SELECT pg_current_wal_insert_lsn() - '0/0'"), processor.spent(server)
    begin = time.process_time()
    asked = reader.write(address, fields)
    site = time.process_time() - begin
    database = processor.cpu_seconds_between(before, processor.spent(server))
    log = _asked("SELECT pg_current_wal_insert_lsn() - '0/0'") - log
    return Cost(site=site, database=database, seconds=asked.seconds, log=log)


def _asked(question: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(question)
        (answer,) = cursor.fetchone()
    return int(answer)
