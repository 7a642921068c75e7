"""The benchmark of the scale measures a small book to the end."""

from pathlib import Path

import pytest

from tools.lab.bench.federation.book import Book, start_book_process
from tools.lab.bench.federation.size import LONG
from tools.lab.bench.federation.worker import measure_worker_memory


@pytest.mark.ci
def test_pages_and_the_memory_of_a_worker_are_measured(tmp_path: Path) -> None:
    book = Book(tmp_path / "book")
    book.var.mkdir()
    with start_book_process(book) as process:
        process.request("open")
        process.request(
            "fill", slugs=[LONG], size={"clubs": 1, "players": 5, "sessions": 2, "hands": 3}
        )
        sheet = process.request("ask", slug=LONG, page="sheet")
    assert sheet["seconds"] > 0
    assert sheet["queries"] > 0
    assert 50 < measure_worker_memory(book, tmp_path / "worker.log") < 500
