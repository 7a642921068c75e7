"""The command line: `manage.py score`, or `tarokk-score` where only the scorer is installed.

It reads session documents and prints explained points. No other module of `scoring/` reads
documents from files or prints.
"""

from __future__ import annotations

import argparse
import json
import os
import stat
import sys
from collections.abc import Iterator
from functools import partial
from operator import itemgetter
from typing import Any, BinaryIO, TypeAlias

from scoring.answer import build_result, render_fault
from scoring.core.problem import Problem, RefusedError
from scoring.document import read_head
from scoring.parsing import parse_strict_json

# The number of its first line, and its lines.
Batch: TypeAlias = tuple[int, list[bytes]]

BAD_DOCUMENT = 2
# In bytes. Scoring a shorter file takes less time than starting processes for it.
LONG_FILE = 2_000_000
BATCH_SIZE = 100_000
# Results are trees built by this package, so a check for cycles would waste time.
_ENCODER = json.JSONEncoder(ensure_ascii=False, check_circular=False)


def run_command() -> int:
    """Run `tarokk-score`, the command of a separately installed scorer; return its exit status."""
    return main(sys.argv[1:], name="tarokk-score")


def main(argv: list[str], *, name: str = "manage.py score") -> int:
    """Score the files named in `argv` and print the results; return 0, or 2 if any file fails.

    name: the command's name in the help text.

    Source: docs/reference/format.md, "What score answers".
    """
    parser = argparse.ArgumentParser(prog=name, description="Score session documents.")
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="a session document; - reads standard input"
    )
    parser.add_argument("--json", action="store_true", help="answer in JSON, one line a document")
    parser.add_argument("--jsonl", action="store_true", help="each line of the files is a document")
    options = parser.parse_args(argv)
    try:
        if options.jsonl:
            return _score_lines(options.files, as_json=options.json)
        return _score_files(options.files, as_json=options.json)
    except BrokenPipeError:
        return 0


def _score_files(names: list[str], *, as_json: bool) -> int:
    # Print nothing until every document has been validated.
    answers: list[tuple[str, dict[str, Any]]] = []
    refused = False
    for name in names:
        try:
            with _open_file(name) as source:
                answers.append((name, build_result(read_head(parse_strict_json(source.read())))))
        except OSError as error:
            refused = True
            print(f"{name}: {error.strerror}", file=sys.stderr)
        except RefusedError as error:
            refused = True
            print(f"{name}: {_format_error(error)}", file=sys.stderr)
    if refused:
        return BAD_DOCUMENT
    for name, result in answers:
        _print_result(
            result if as_json else format_result(result, title=name if len(names) > 1 else "")
        )
    return 0


def _score_lines(names: list[str], *, as_json: bool) -> int:
    status = 0
    for name in names:
        try:
            with _open_file(name) as source:
                for answers, refused in _score_batches(source, as_json=as_json):
                    sys.stdout.buffer.write(answers)
                    status = BAD_DOCUMENT if refused else status
        except OSError as error:
            status = BAD_DOCUMENT
            print(f"{name}: {error.strerror}", file=sys.stderr)
    return status


def _score_batches(source: BinaryIO, *, as_json: bool) -> Iterator[tuple[bytes, bool]]:
    """Yield the results of each batch of lines, and whether any of its lines is refused.

    Lines from a pipe are scored one by one, because the writer may wait for each result; so are
    those of a short file. A long file is shared among the processors.
    """
    about = os.fstat(source.fileno())
    score_batch = partial(_score_batch, as_json=as_json)
    if not stat.S_ISREG(about.st_mode) or about.st_size < LONG_FILE:
        yield from map(score_batch, _read_batches(source, 1))
    else:
        # Imported only when needed: the import takes a fifth of the time for a short file.
        from scoring.processes import map_in_order

        yield from map_in_order(score_batch, _read_batches(source, BATCH_SIZE))


def _read_batches(source: BinaryIO, size: int) -> Iterator[Batch]:
    """Yield the lines in batches of at least `size` bytes, each with its first line number."""
    number = 1
    while lines := source.readlines(size):
        yield number, lines
        number += len(lines)


def _score_batch(batch: Batch, *, as_json: bool) -> tuple[bytes, bool]:
    first, lines = batch
    refused = False
    answers: list[bytes] = []
    for number, line in enumerate(lines, first):
        if line.strip():
            result = _score_line(number, line)
            bad = "error" in result
            refused |= bad
            answers.append(_render_result(result if as_json or bad else format_result(result)))
    return b"".join(answers), refused


def _score_line(number: int, line: bytes) -> dict[str, Any]:
    try:
        return build_result(read_head(parse_strict_json(line)))
    except RefusedError as error:
        # The key is the top-level key of the event; the message has the full path.
        key = error.problems[0].field.split(".", 1)[0]
        message = "; ".join(map(_format_fault, error.problems))
        return {"error": {"line": number, "event": error.event, "key": key, "message": message}}


def _open_file(name: str) -> BinaryIO:
    # Open standard input a second time, so that closing it is harmless.
    return open(sys.stdin.fileno() if name == "-" else name, "rb", closefd=name != "-")


def _print_result(result: dict[str, Any] | str) -> None:
    sys.stdout.buffer.write(_render_result(result))


def _render_result(result: dict[str, Any] | str) -> bytes:
    return (_encode_text(result) if isinstance(result, str) else encode_result(result)) + b"\n"


def encode_result(result: dict[str, Any]) -> bytes:
    """Return the result as one line of JSON, as `--json` prints, without the line break.

    A lone surrogate in a name is written as its JSON escape, because UTF-8 cannot encode it.

    Source: docs/reference/format.md, "What score answers".
    """
    return _encode_text(_ENCODER.encode(result))


def _encode_text(text: str) -> bytes:
    return text.encode("utf-8", "backslashreplace")


def _format_error(error: RefusedError) -> str:
    faults = "; ".join(map(_format_fault, error.problems))
    text = faults if error.event is None else f"{error.kind} {error.event}: {faults}"
    return " ".join(text.split())


def _format_fault(problem: Problem) -> str:
    text = render_fault(problem)
    return f"{problem.field}: {text}" if problem.field else text


def format_result(result: dict[str, Any], title: str = "") -> str:
    """Return the result as a readable table: the lines of each event and the running totals.

    Source: docs/reference/format.md, "What score answers".
    """
    totals = dict.fromkeys(result["balances"], 0)
    rows = [title] if title else []
    for entry in sorted(result["hands"] + result["events"], key=itemgetter("event")):
        rows.append(_format_headline(entry))
        rows += [f"    {line['why']}  {_format_points(line['points'])}" for line in entry["lines"]]
        for name, points in entry["net"].items():
            totals[name] += points
        rows.append(f"    total  {_format_points(totals)}{_format_pots(entry['pots'])}")
    rows.append(f"Balances  {_format_points(result['balances'])}{_format_pots(result['pots'])}")
    return "\n".join(rows)


def _format_headline(entry: dict[str, Any]) -> str:
    if "dealer" not in entry:
        return f"Event {entry['event']} ({entry['type']})"
    times = f", ×{entry['multiplier']}" if entry["multiplier"] > 1 else ""
    return f"Hand {entry['number']}: {entry['dealer']} deals{times}"


def _format_points(points: dict[str, int]) -> str:
    return "  ".join(
        f"{name} {amount:+d}".replace("-", "\u2212") for name, amount in points.items()
    )


def _format_pots(pots: dict[str, int]) -> str:
    return "".join(f"  {name} pot: {content}" for name, content in pots.items())
