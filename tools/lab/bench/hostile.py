"""Measure the time and memory that it takes to read or refuse a hostile file.

Row R34 allows two seconds and 200 MB for a file, and one second for a bank statement. Each file
is imported by its own process into a database with a club. The figures are the processor time
without the program's start, and the peak memory of the process.
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

MAX_SECONDS, MAX_MEGABYTES = 2.0, 200
# Large files are read one at a time, so a slow bank statement delays the next file.
MAX_BANK_SECONDS = 1.0
HANDS = 300
MANIFEST = "manifest.json"
DOCUMENT_START = {"format": "tarokk-session", "version": 1, "game": "paskievics"}
PLAYERS = ["Anna", "Béla", "Csaba", "Dóra"]
PROBE = """
import sys, time
from datetime import date
from pathlib import Path
import django
django.setup()
from tarokk_club.club.money.bank_files import read_bank_file, require_valid_line_count
from tarokk_club.club.money.bank_tables import BankTable, detect_day_order, read_table_statement
from tarokk_club.club.money.bank_vocabulary import match_column_titles
from tarokk_club.club.money.other_books import read_other_book
from tarokk_club.club.transfer.totals import read_totals_table
from tarokk_club.club.transfer.usecases.import_club import import_club
from tarokk_club.club.transfer.usecases.session_documents import read_incoming_document
from tarokk_club.club.transfer.usecases.incoming_archive import ArchiveError, open_archive
from scoring.core.problem import RefusedError
def read_bank_statement(data):
    parsed = read_bank_file(data)
    if isinstance(parsed, BankTable):
        columns = match_column_titles(parsed.titles, parsed.rows)
        parsed = read_table_statement(parsed, columns, "HUF", detect_day_order(parsed, columns))
    return require_valid_line_count(parsed)
path = Path(sys.argv[1])
begin, result = time.process_time(), "read"
readers = {
    ".bank": read_bank_statement,
    ".opening": lambda data: read_other_book(data, currency="EUR"),
    ".result": read_totals_table,
    ".json": lambda data: read_incoming_document(data, today=date(2026, 11, 21)),
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
    with tempfile.TemporaryDirectory() as folder_name:
        folder, met = Path(folder_name), True
        archive_files = _export_demo_club(folder)
        for name, suffix, build in (*_yield_import_files(archive_files), *_yield_table_files()):
            path = folder / f"hostile.{suffix}"
            path.write_bytes(build())
            met &= _print_cost(name, path, folder, may_read=suffix not in ("zip", "json"))
        return met


def _print_cost(name: str, path: Path, folder: Path, *, may_read: bool) -> bool:
    """Read the file, print the cost and return whether it meets the goal.

    may_read: whether the file may be accepted; otherwise it must be refused.
    """
    result = _run_program([sys.executable, "-c", PROBE, str(path)], folder)
    size = f"{path.stat().st_size / 1e6:.1f} MB"
    if result.returncode:
        print_figure(name, f"MISSED: {result.stderr.strip()[-60:]}", data=size)
        return False
    seconds, kilobytes, reason = result.stdout.strip().split(" ", 2)
    if reason == "read" and not may_read:
        print_figure(name, "MISSED: not refused", data=size)
        return False
    allowed = MAX_BANK_SECONDS if path.suffix == ".bank" else MAX_SECONDS
    met = float(seconds) <= allowed and int(kilobytes) <= MAX_MEGABYTES * 1024
    value = f"{float(seconds):.2f} s, {int(kilobytes) // 1024} MB"
    print_figure(name, value if met else f"MISSED: {value}", data=f"{size}; {reason}")
    return met


def _run_program(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    variables = {
        "TAROKK_VAR": str(folder / "var"),
        "DJANGO_SETTINGS_MODULE": "tarokk_club.settings",
    }
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    return subprocess.run(
        command, cwd=ROOT, env=environment | variables, capture_output=True, text=True, check=False
    )


def _export_demo_club(folder: Path) -> dict[str, bytes]:
    """Create a demonstration club and return the files of its exported archive, by name."""
    manage, path = [sys.executable, "manage.py"], folder / "club.zip"
    output = _run_program([*manage, "demo", "--hands", str(HANDS)], folder).stdout
    slug = output.partition("/c/")[2].partition("/")[0]
    _run_program([*manage, "export_club", slug, "--file", str(path)], folder)
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _yield_import_files(
    archive_files: Mapping[str, bytes],
) -> Iterator[tuple[str, str, Callable[[], bytes]]]:
    """Yield each hostile archive or document: its description, extension and content function."""
    player = json.loads(archive_files["rows/player.jsonl"].partition(b"\n")[0])
    player_lines = (
        _format_archive_line({**player, "id": str(uuid4()), "name": f"{n}"}) for n in range(20_000)
    )

    def build_zip(name: str, content: bytes) -> bytes:
        return _pack_archive(archive_files, {f"rows/{name}.jsonl": content})

    yield "an archive of a bomb", "zip", lambda: build_zip("draft", b"0" * 300_000_000)
    yield "an archive nested deep", "zip", lambda: build_zip("player", b"[" * 1_000_000 + b"\n")
    yield "an archive of 20,000 players", "zip", lambda: build_zip("player", b"".join(player_lines))
    yield (
        "an archive of a line without end",
        "zip",
        lambda: build_zip("player", os.urandom(40 << 20)),
    )
    yield "an archive of bytes by chance", "zip", lambda: os.urandom(50 << 20)
    hand = {"declarer": "Anna", "partner": "Csaba", "bid": "three", "result": "won"}
    events = [{"type": "hand", **hand}] * 1999 + [{"type": "hand", "bid": 7}]
    yield "a document nested deep", "json", lambda: b"[" * 2_000_000
    yield "a document of one long number", "json", lambda: b'{"version": ' + b"9" * 2_000_000
    yield (
        "a document of many keys",
        "json",
        lambda: _build_session_document({f"k{n}": n for n in range(120_000)}),
    )
    yield (
        "a document of 2,000 wrong hands",
        "json",
        lambda: _build_session_document({"events": events}),
    )
    yield (
        "a document of 90,000 players",
        "json",
        lambda: _build_session_document({"players": [f"Játékos {n}" for n in range(90_000)]}),
    )


def _yield_table_files() -> Iterator[tuple[str, str, Callable[[], bytes]]]:
    """Yield each hostile bank statement or table, of the largest size that its reader accepts."""
    payment = "<NtryDtls><TxDtls><Refs/></TxDtls></NtryDtls>"
    entry = '<Ntry><Amt Ccy="HUF">1</Amt><BookgDt><Dt>2026-11-20</Dt></BookgDt></Ntry>'
    payment_row = "2026-11-20;1,00;Kovács Anna;Tarokk\n"
    names = ",".join(f"N{n}" for n in range(40_000))

    def build_xml(entries: str) -> bytes:
        return (
            f"<Document><BkToCstmrStmt><Stmt>{entries}</Stmt></BkToCstmrStmt></Document>".encode()
        )

    def build_csv(header: str, row: str, size: int) -> bytes:
        return (header + row * ((size - len(header)) // len(row.encode()))).encode()

    bank_limit, table_limit = 2_000_000, 500_000
    yield (
        "a bank's entry of many payments",
        "bank",
        lambda: build_xml(f"<Ntry>{payment * 40_000}</Ntry>"),
    )
    yield "a bank's many entries", "bank", lambda: build_xml(entry * (bank_limit // len(entry)))
    yield "a bank's 2,000 entries", "bank", lambda: build_xml(entry * 2000 + " " * 1_800_000)
    yield "a bank's many elements", "bank", lambda: build_xml("<a/>" * (bank_limit // 4))
    yield "a bank's nested elements", "bank", lambda: build_xml("<a>" * (bank_limit // 3))
    yield "a bank's declared entities", "bank", lambda: b'<!DOCTYPE a [<!ENTITY b "c">]>' * 60_000
    yield (
        "a bank's table of many lines",
        "bank",
        lambda: build_csv("Dato;Beløb;Navn;Tekst\n", payment_row, bank_limit),
    )
    yield (
        "a bank's table of blank lines",
        "bank",
        lambda: build_csv("Dato;Beløb;Navn;Tekst\n", "\n", bank_limit),
    )
    yield (
        "a bank's table of many cells",
        "bank",
        lambda: build_csv("Dato;Beløb;Navn;Tekst", ";", bank_limit),
    )
    yield "a bank's long title", "bank", lambda: build_csv("Dato;Beløb;", " (", bank_limit)
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
    yield "a bill nested deep", "opening", lambda: b"[" * table_limit
    yield (
        "a table of many evenings",
        "result",
        lambda: build_csv("Day,A,B\n", "2026-11-20,1,-1\n", table_limit),
    )
    yield "a table of many players", "result", lambda: f"Day,{names}\n2026-11-20\n".encode()
    yield "hands nested deep", "result", lambda: b'{"players":' * (table_limit // 11)


def _build_session_document(changes: Mapping[str, object]) -> bytes:
    return json.dumps(
        {**DOCUMENT_START, "players": PLAYERS, "dealer": "Anna", "events": [], **changes}
    ).encode()


def _format_archive_line(row: Mapping[str, object]) -> bytes:
    """Return the row as a line of an archive."""
    text = json.dumps(row, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return f"{text}\n".encode()


def _pack_archive(archive_files: Mapping[str, bytes], changes: Mapping[str, bytes]) -> bytes:
    """Return the archive with these files replaced and its manifest updated."""
    files = {**archive_files, **changes}
    manifest = json.loads(files[MANIFEST])
    for name, content in changes.items():
        lines = content.count(b"\n")
        manifest["files"][name] = {"lines": lines, "sha256": sha256(content).hexdigest()}
    files[MANIFEST] = json.dumps(manifest).encode()
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return buffer.getvalue()
