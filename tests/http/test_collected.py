"""The URLs of collected files are computed once, and again when the files are collected."""

from pathlib import Path

import pytest

from tarokk_club.http.collected import CollectedStorage


@pytest.fixture
def storage(tmp_path: Path) -> CollectedStorage:
    return CollectedStorage(location=tmp_path, base_url="/static/")


def collect(storage: CollectedStorage, text: str) -> str:
    """Collect a style with this text; return its URL."""
    (Path(storage.location) / "book.css").write_text(text)
    done = list(storage.post_process({"book.css": (storage, "book.css")}))
    assert not [error for *_names, error in done if isinstance(error, Exception)]
    return storage.url("book.css")


def test_the_url_has_the_hash_of_the_file(storage: CollectedStorage) -> None:
    first = collect(storage, "a { color: red }")
    other = collect(storage, "a { color: blue }")

    assert first.startswith("/static/book.")
    assert first != other
    assert storage.url("book.css") == other


def test_the_url_is_computed_once(
    storage: CollectedStorage, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = collect(storage, "a { color: red }")
    monkeypatch.setattr(storage, "stored_name", None)
    monkeypatch.setattr(storage, "hashed_files", {})

    assert storage.url("book.css") == url


def test_urls_keep_fragments_and_queries(storage: CollectedStorage) -> None:
    url = collect(storage, "a { color: red }")

    assert storage.url("book.css#part") == f"{url}#part"
    assert storage.url("book.css?#part") == f"{url}?#part"
