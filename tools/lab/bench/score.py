"""How many hands a second `score --jsonl --json` explains, and that its memory does not grow.

Processor time of the whole program on a file, less that for an empty file; the median of five. The
scorer uses one core, so that on an idle machine this is the time one waits.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from statistics import median

from scoring.games import GAMES
from tarokk_club.env import ROOT
from tools.demo.evening import DEALS, Evening, evening
from tools.lab.bench import Options, figure

RUNS = 5
SESSIONS = 150
HANDS = 20
PLAYERS = ("Anna", "Béla", "Csaba", "Dóra", "Emil")
# Game to the numbers of players that the sessions have in turn.
TABLES = {key: range(GAMES[key].fewest, GAMES[key].most + 1) for key in DEALS}
# Scores like the command, then tells its peak memory in KiB.
PROBE = """
import sys
from scoring.cli import main
code = main(sys.argv[1:])
status = dict(line.split(":", 1) for line in open("/proc/self/status"))
print(status["VmHWM"].split()[0], file=sys.stderr)
sys.exit(code)
"""
WITH_AUCTION = ("paskievics", "illustrated")


def main(_options: Options) -> bool:
    """Print the figures of every game; there is no goal that they could miss."""
    with tempfile.TemporaryDirectory() as folder:
        empty = Path(folder) / "empty.jsonl"
        empty.touch()
        idle = median(_run(empty) for _ in range(RUNS))
        figure("start-up", f"{idle * 1000:.0f} ms", data="an empty file")
        for game in TABLES:
            _print_speed(Path(folder), game, idle, auctions=0)
        for game in WITH_AUCTION:
            _print_speed(Path(folder), game, idle, auctions=1)
        _print_memory(Path(folder))
    return True


def _print_speed(folder: Path, game: str, idle: float, *, auctions: float) -> None:
    path = folder / "sessions.jsonl"
    lines, hands = _documents(game, SESSIONS, auctions=auctions)
    path.write_text("\n".join(lines), encoding="utf-8")
    spent = median(_run(path) for _ in range(RUNS)) - idle
    name = f"{game}, auctions recorded" if auctions else game
    figure(name, f"{hands / spent:,.0f} hands/s", data=f"{hands} hands in {SESSIONS} documents")


def _print_memory(folder: Path) -> None:
    """The same documents once and ten times over: what a document takes is given back."""
    lines = [line for game in TABLES for line in _documents(game, SESSIONS // 5, auctions=0)[0]]
    path = folder / "many.jsonl"
    for times in (1, 10):
        path.write_text("\n".join(lines * times), encoding="utf-8")
        figure("peak memory", _peak(path), data=f"{len(lines) * times} documents")


def _documents(game: str, sessions: int, *, auctions: float) -> tuple[list[str], int]:
    """That many sessions as lines of JSON, and how many hands they hold."""
    rng = Random(sessions)
    lines, hands = [], 0
    for number in range(sessions):
        sizes = TABLES[game]
        players = PLAYERS[: sizes[number % len(sizes)]]
        document = evening(Evening(game, players, HANDS, auctions=auctions), rng=rng)
        hands += sum(event["type"] == "hand" for event in document["events"])
        lines.append(json.dumps(document, ensure_ascii=False))
    return lines, hands


def _run(path: Path) -> float:
    """Seconds of the processor that scoring the file takes, the program's start included."""
    command = [sys.executable, "manage.py", "score", "--jsonl", "--json", str(path)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
    _pid, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, "the scorer refused a document"
    return usage.ru_utime + usage.ru_stime


def _peak(path: Path) -> str:
    """The most memory that scoring the file took."""
    # Asked of the process itself: what wait4 tells counts the memory of this one as well.
    command = [sys.executable, "-c", PROBE, "--jsonl", "--json", str(path)]
    done = subprocess.run(
        command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=True
    )
    return f"{int(done.stderr) / 1024:.1f} MB"
