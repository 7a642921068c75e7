"""Work that a second start skips or repeats."""

import os
from pathlib import Path

import pytest

from tarokk_club.http import bundles
from tarokk_club.serving import preparing


def _refuse_to_build(source: Path) -> str:
    raise AssertionError(f"{source} was bundled")


def test_asking_whether_static_files_changed_builds_no_bundle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bundles, "build_minified_bundle", _refuse_to_build)

    assert preparing._compute_sources_checksum() == preparing._compute_sources_checksum()


@pytest.mark.parametrize("name", ["club/hand/entry.css", "club/hand/entry/taps.js"])
def test_a_changed_source_of_a_bundle_is_noticed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    source = tmp_path / name
    source.parent.mkdir(parents=True)
    source.write_text("/* nothing */")
    monkeypatch.setattr(bundles, "SOURCE", tmp_path)
    before = preparing._compute_sources_checksum()
    os.utime(source, (1, 1))

    assert preparing._compute_sources_checksum() != before
