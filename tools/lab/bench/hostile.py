"""The cost of a hostile file, read or refused: row R34 allows at most two seconds and 200 MB,
and a statement of the bank one second.

Each file is imported by a process of its own, into a database with a club. The figures are the
processor time without the program's start, and the peak memory of the process.
"""

import json
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from uuid import uuid4

from tarokk_club.env import ROOT
from tools.lab.bench import Options, print_figure

SECONDS, MEGABYTES = 2.0, 200
# Large files are read one at a time, so that the next one waits for a statement.
BANK_SECONDS = 1.0
HANDS = 300
MANIFEST = "manifest.json"
HEAD = {"format": "tarokk-session", "version": 1, "game": "paskievics"}
PLAYERS = ["Anna", "Béla", "Csaba", "Dóra"]
PROBE = """
import sys, time
from datetime import date
from pathlib import Path
import django
django.setup()
from tarokk_club.club.money.bank_files import read_titled_statement
from tarokk_club.club.money.other_books import read_other_book
from tarokk_club.club.transfer.totals import read_totals
from tarokk_club.club.transfer.usecases.import_club import import_club
from tarokk_club.club.transfer.usecases.incoming import read_incoming
from tarokk_club.club.transfer.usecases.incoming_archive import ArchiveError, open_archive
from scoring.core.problem import RefusedError
path = Path(sys.argv[1])
begin, result = time.process_time(), "read"
readers = {
    ".bank": lambda data: read_titled_statement(data, "HUF"),
    ".opening": lambda data: read_other_book(data, currency="EUR"),
    ".result": read_totals,
    ".json": lambda data: read_incoming(data, today=date(2026, 11, 21)),
}
try:
    if path.suffix == ".zip":
        with open_archive(path) as archive:
            import_club(archive=archive, slug="hostile")
    else:
        readers[path.suffix](path.read_bytes())
except (ArchiveError, RefusedError) as refused:
    result = str(refused)[:60]
status = dict(line.split(":", 1) for line in open("/proc/self/status"))
print(time.process_time() - begin, status["VmHWM"].split()[0], result)
"""


def main(_options: Options) -> bool:
    """Print the cost of each file; return whether all of them met the goal."""
    with tempfile.TemporaryDirectory() as folder:
        place, met = Path(folder), True
        good = _an_archive(place)
        for name, ending, make in (*_files(good), *_tables()):
            path = place / f"hostile.{ending}"
            path.write_bytes(make())
            met &= _told(name, path, place, read=ending not in ("zip", "json"))
        return met


def _told(name: str, path: Path, place: Path, *, read: bool) -> bool:
    """Print one figure and return whether it meets the goal.

    read: whether the file may be read as well as refused.
    """
    done = _run([sys.executable, "-c", PROBE, str(path)], place)
    size = f"{path.stat().st_size / 1e6:.1f} MB"
    if done.returncode:
        print_figure(name, f"MISSED: {done.stderr.strip()[-60:]}", data=size)
        return False
    seconds, kilobytes, reason = done.stdout.strip().split(" ", 2)
    if reason == "read" and not read:
        print_figure(name, "MISSED: not refused", data=size)
        return False
    allowed = BANK_SECONDS if path.suffix == ".bank" else SECONDS
    met = float(seconds) <= allowed and int(kilobytes) <= MEGABYTES * 1024
    value = f"{float(seconds):.2f} s, {int(kilobytes) // 1024} MB"
    print_figure(name, value if met else f"MISSED: {value}", data=f"{size}; {reason}")
    return met


def _run(command: list[str], place: Path) -> subprocess.CompletedProcess[str]:
    ours = {"TAROKK_VAR": str(place / "var"), "DJANGO_SETTINGS_MODULE": "tarokk_club.settings"}
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    return subprocess.run(
        command, cwd=ROOT, env=environment | ours, capture_output=True, text=True, check=False
    )


def _an_archive(place: Path) -> dict[str, bytes]:
    """Return the files of an archive of a demonstration club."""
    manage, path = [sys.executable, "manage.py"], place / "club.zip"
    words = _run([*manage, "demo", "--hands", str(HANDS)], place).stdout
    slug = words.partition("/c/")[2].partition("/")[0]
    _run([*manage, "export_club", slug, "--file", str(path)], place)
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _files(good: Mapping[str, bytes]) -> Iterator[tuple[str, str, Callable[[], bytes]]]:
    """Yield the description, the extension and the generator of each hostile file."""
    player = json.loads(good["rows/player.jsonl"].partition(b"\n")[0])
    crowd = (_line({**player, "id": str(uuid4()), "name": f"{n}"}) for n in range(20_000))

    def archive(name: str, content: bytes) -> bytes:
        return _packed(good, {f"rows/{name}.jsonl": content})

    yield "an archive of a bomb", "zip", lambda: archive("draft", b"0" * 300_000_000)
    yield "an archive nested deep", "zip", lambda: archive("player", b"[" * 1_000_000 + b"\n")
    yield "an archive of 20,000 players", "zip", lambda: archive("player", b"".join(crowd))
    yield "an archive of a line without end", "zip", lambda: archive("player", os.urandom(40 << 20))
    yield "an archive of bytes by chance", "zip", lambda: os.urandom(50 << 20)
    won = {"declarer": "Anna", "partner": "Csaba", "bid": "three", "result": "won"}
    events = [{"type": "hand", **won}] * 1999 + [{"type": "hand", "bid": 7}]
    yield "a document nested deep", "json", lambda: b"[" * 2_000_000
    yield "a document of one long number", "json", lambda: b'{"version": ' + b"9" * 2_000_000
    yield "a document of many keys", "json", lambda: _document({f"k{n}": n for n in range(120_000)})
    yield "a document of 2,000 wrong hands", "json", lambda: _document({"events": events})
    yield (
        "a document of 90,000 players",
        "json",
        lambda: _document({"players": [f"Játékos {n}" for n in range(90_000)]}),
    )


def _tables() -> Iterator[tuple[str, str, Callable[[], bytes]]]:
    """Yield the same of the files of banks and other books, each as large as its reader takes."""
    payment = "<NtryDtls><TxDtls><Refs/></TxDtls></NtryDtls>"
    entry = '<Ntry><Amt Ccy="HUF">1</Amt><BookgDt><Dt>2026-11-20</Dt></BookgDt></Ntry>'
    paid = "2026-11-20;1,00;Kovács Anna;Tarokk\n"
    names = ",".join(f"N{n}" for n in range(40_000))

    def statement(entries: str) -> bytes:
        return (
            f"<Document><BkToCstmrStmt><Stmt>{entries}</Stmt></BkToCstmrStmt></Document>".encode()
        )

    def table(head: str, line: str, size: int) -> bytes:
        return (head + line * ((size - len(head)) // len(line.encode()))).encode()

    bank, other = 2_000_000, 500_000
    yield (
        "a bank's entry of many payments",
        "bank",
        lambda: statement(f"<Ntry>{payment * 40_000}</Ntry>"),
    )
    yield "a bank's many entries", "bank", lambda: statement(entry * (bank // len(entry)))
    yield "a bank's 2,000 entries", "bank", lambda: statement(entry * 2000 + " " * 1_800_000)
    yield "a bank's many elements", "bank", lambda: statement("<a/>" * (bank // 4))
    yield "a bank's nested elements", "bank", lambda: statement("<a>" * (bank // 3))
    yield "a bank's declared entities", "bank", lambda: b'<!DOCTYPE a [<!ENTITY b "c">]>' * 60_000
    yield (
        "a bank's table of many lines",
        "bank",
        lambda: table("Dato;Beløb;Navn;Tekst\n", paid, bank),
    )
    yield (
        "a bank's table of blank lines",
        "bank",
        lambda: table("Dato;Beløb;Navn;Tekst\n", "\n", bank),
    )
    yield "a bank's table of many cells", "bank", lambda: table("Dato;Beløb;Navn;Tekst", ";", bank)
    yield "a bank's long title", "bank", lambda: table("Dato;Beløb;", " (", bank)
    yield (
        "balances of many names",
        "opening",
        lambda: ("Name,Balance\n" + "N,0\n" * 120_000).encode(),
    )
    yield (
        "a bill of many owers",
        "opening",
        lambda: f'what,amount,date,payer_name,owers\nx,1,2026-11-20,A,"{names}"\n'.encode(),
    )
    yield "a bill nested deep", "opening", lambda: b"[" * other
    yield (
        "a table of many evenings",
        "result",
        lambda: table("Day,A,B\n", "2026-11-20,1,-1\n", other),
    )
    yield "a table of many players", "result", lambda: f"Day,{names}\n2026-11-20\n".encode()
    yield "hands nested deep", "result", lambda: b'{"players":' * (other // 11)


def _document(more: Mapping[str, object]) -> bytes:
    return json.dumps({**HEAD, "players": PLAYERS, "dealer": "Anna", "events": [], **more}).encode()


def _line(row: Mapping[str, object]) -> bytes:
    """Return the row as a line of an archive."""
    text = json.dumps(row, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return f"{text}\n".encode()


def _packed(good: Mapping[str, bytes], changes: Mapping[str, bytes]) -> bytes:
    """Return the archive with these files replaced and its manifest updated."""
    files = {**good, **changes}
    told = json.loads(files[MANIFEST])
    for name, content in changes.items():
        lines = content.count(b"\n")
        told["files"][name] = {"lines": lines, "sha256": sha256(content).hexdigest()}
    files[MANIFEST] = json.dumps(told).encode()
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()
