"""Measure the time and memory to export all hands of a club as tables.

A club of seven years with 10,500 hands on SQLite is compared with the same club after only one
year. Each zip file is written by its own process. The goals are three seconds for 10,000 hands,
and hardly more memory for seven times as many hands.
"""

import os
import subprocess
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path

from tarokk_club.env import ROOT
from tools.lab.bench import Options, print_figure
from tools.lab.bench.federation.book import Book, start_book_process
from tools.lab.bench.federation.size import LONG, Size

MAX_SECONDS, MAX_GROWTH_MEGABYTES = 3.0, 12
PAST_SEASONS = 6
PROBE = """
import sys, time
from tempfile import TemporaryFile
import django
django.setup()
from tarokk_club.club.tables.spreadsheet_csv import POINT
from tarokk_club.club.models import Posting, Club
from tarokk_club.club.sheet.exports.tables import write_hand_tables
club = Club.objects.get()
hands = Posting.objects.exclude(number=None).count()
with TemporaryFile() as out:
    begin = time.process_time()
    write_hand_tables(out, POINT, club_id=club.pk, season_id=None)
    spent, size = time.process_time() - begin, out.tell()
status = dict(line.split(":", 1) for line in open("/proc/self/status"))
print(spent, status["VmHWM"].split()[0], hands, size)
"""


def main(_options: Options) -> bool:
    """Print time and memory of both clubs; return whether the goals are met."""
    costs = [_measure_club(past) for past in (0, PAST_SEASONS)]
    (seconds, large_memory), (_few_seconds, small_memory) = costs[-1], costs[0]
    return seconds <= MAX_SECONDS and large_memory - small_memory <= MAX_GROWTH_MEGABYTES


def _measure_club(past: int) -> tuple[float, float]:
    """Return the seconds per 10,000 hands and the megabytes, for this many past seasons."""
    with tempfile.TemporaryDirectory() as folder:
        book = Book(Path(folder) / "book", "")
        book.var.mkdir(parents=True)
        with start_book_process(book) as filler:
            filler.request("open")
            filler.request("fill", slugs=[LONG], size=asdict(Size(clubs=1, past=past)))
        fields = _run_probe(book.var)
    spent, megabytes, hands = float(fields[0]), int(fields[1]) / 1024, int(fields[2])
    data = f"{hands:,} hands, {int(fields[3]) / 1e6:.1f} MB zipped"
    print_figure("all hands as tables", f"{spent:.2f} s, {megabytes:.0f} MB", data=data)
    return spent / hands * 10_000, megabytes


def _run_probe(var: Path) -> list[str]:
    variables = {"TAROKK_VAR": str(var), "DJANGO_SETTINGS_MODULE": "tarokk_club.settings"}
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    result = subprocess.run(
        [sys.executable, "-c", PROBE],
        cwd=ROOT,
        env=environment | variables,
        capture_output=True,
        text=True,
        check=True,
    )
    return result.stdout.split()
