"""Measure how many hands per second `score --jsonl --json` explains, and its peak memory.

The time of a game is the processor time of the program on a file minus its time on an empty file,
as the median of five runs. These files are short, so the scorer uses one core, and on an idle
machine this is the elapsed time. A long file uses all cores: its figure is of the elapsed time.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median

from scoring.games import GAMES
from tarokk_club.env import ROOT
from tools.demo.evening import DEALS, SessionPlan, play_session
from tools.lab.bench import Options, print_figure

RUNS = 5
SESSIONS = 150
HANDS = 20
PLAYERS = ("Anna", "Béla", "Csaba", "Dóra", "Emil")
# Game to the numbers of players of its sessions, used in turn.
TABLE_SIZES = {key: range(GAMES[key].fewest, GAMES[key].most + 1) for key in DEALS}
# Scores like the command, then prints its peak memory in KiB.
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
    """Print the figures of every game and return True: there is no goal to miss."""
    with tempfile.TemporaryDirectory() as folder:
        empty = Path(folder) / "empty.jsonl"
        empty.touch()
        startup = median(_measure_cpu_seconds(empty) for _ in range(RUNS))
        print_figure("start-up", f"{startup * 1000:.0f} ms", data="an empty file")
        for game in TABLE_SIZES:
            _print_speed(Path(folder), game, startup, auctions=0)
        for game in WITH_AUCTION:
            _print_speed(Path(folder), game, startup, auctions=1)
        _print_elapsed(Path(folder))
        _print_memory(Path(folder))
    return True


def _print_speed(folder: Path, game: str, startup: float, *, auctions: float) -> None:
    path = folder / "sessions.jsonl"
    lines, hands = _play_documents(game, SESSIONS, auctions=auctions)
    path.write_text("\n".join(lines), encoding="utf-8")
    spent = median(_measure_cpu_seconds(path) for _ in range(RUNS)) - startup
    name = f"{game}, auctions recorded" if auctions else game
    print_figure(
        name, f"{hands / spent:,.0f} hands/s", data=f"{hands} hands in {SESSIONS} documents"
    )


def _print_elapsed(folder: Path) -> None:
    """Print the speed of a long file of all games, the start of the program included."""
    played = [_play_documents(game, SESSIONS, auctions=0) for game in TABLE_SIZES]
    path = folder / "long.jsonl"
    path.write_text("\n".join(line for lines, _ in played for line in lines), encoding="utf-8")
    hands = sum(hands for _, hands in played)
    spent = median(_measure_elapsed(path) for _ in range(RUNS))
    print_figure("a long file, all cores", f"{hands / spent:,.0f} hands/s", data=f"{hands} hands")


def _print_memory(folder: Path) -> None:
    """Print the peak memory for the same documents once and ten times, which should be the same."""
    lines = [
        line for game in TABLE_SIZES for line in _play_documents(game, SESSIONS // 5, auctions=0)[0]
    ]
    path = folder / "many.jsonl"
    for times in (1, 10):
        path.write_text("\n".join(lines * times), encoding="utf-8")
        print_figure(
            "peak memory", _measure_peak_memory(path), data=f"{len(lines) * times} documents"
        )


def _play_documents(game: str, sessions: int, *, auctions: float) -> tuple[list[str], int]:
    """Return this many sessions as lines of JSON, and their number of hands."""
    rng = Random(sessions)
    lines, hands = [], 0
    for number in range(sessions):
        sizes = TABLE_SIZES[game]
        players = PLAYERS[: sizes[number % len(sizes)]]
        document = play_session(SessionPlan(game, players, HANDS, auctions=auctions), rng=rng)
        hands += sum(event["type"] == "hand" for event in document["events"])
        lines.append(json.dumps(document, ensure_ascii=False))
    return lines, hands


def _measure_cpu_seconds(path: Path) -> float:
    """Return the processor seconds for scoring the file, including the program's start."""
    command = [sys.executable, "manage.py", "score", "--jsonl", "--json", str(path)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
    _pid, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, "the scorer refused a document"
    return usage.ru_utime + usage.ru_stime


def _measure_elapsed(path: Path) -> float:
    """Return the seconds that scoring the file takes, with the program's start."""
    began = time.perf_counter()
    command = [sys.executable, "manage.py", "score", "--jsonl", "--json", str(path)]
    subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - began


def _measure_peak_memory(path: Path) -> str:
    """Return the peak memory for scoring the file."""
    # Measured in the child process, because wait4 includes the memory of this process.
    command = [sys.executable, "-c", PROBE, "--jsonl", "--json", str(path)]
    result = subprocess.run(
        command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=True
    )
    return f"{int(result.stderr) / 1024:.1f} MB"
