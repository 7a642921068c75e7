"""The reports of `ux`; the tools themselves run by hand."""

from importlib.metadata import distributions

import pytest

from support.catalogue import row
from tarokk_club.env import ROOT
from tools.lab import ux
from tools.lab.ux import dependencies
from tools.lab.ux.dependencies import (
    Part,
    find_disagreements,
    list_bundled_scripts,
    list_running_packages,
    read_pins,
)
from tools.lab.ux.observatory import Score, print_verdict

PAGE = "text/html"


def a_score(score: int = 140, kind: str = PAGE, **marks: int) -> Score:
    return Score("/", 200, score, "A+", kind, "/", marks)


def test_a_site_of_good_pages_is_good(capsys: pytest.CaptureFixture[str]) -> None:
    assert print_verdict([a_score(), a_score(145), a_score(135, "text/csv")], requested=3) == 0
    assert "2 with 140 or more, 0 too low" in capsys.readouterr().out


@pytest.mark.parametrize("low", [a_score(139), a_score(135), a_score(134, "text/csv"), a_score(0)])
def test_one_low_page_is_seen(low: Score) -> None:
    assert print_verdict([a_score(), low], requested=2) == 1
    assert "LOW" in low.format_line()


def test_a_page_that_was_not_scanned_is_seen() -> None:
    assert print_verdict([a_score()], requested=2) == 1
    assert print_verdict([], requested=0) == 1


def test_reports_a_missing_part(capsys: pytest.CaptureFixture[str]) -> None:
    assert ux.main(["nothing"]) == 1
    assert "observatory" in capsys.readouterr().err


@row("S72")
def test_every_package_is_listed_and_pinned_with_its_hash() -> None:
    text = dependencies.PINS.read_text()
    blocks = text.split("\n\n")[0].replace("\\\n", " ").splitlines()
    lines = [line for line in blocks if line.strip() and not line.lstrip().startswith("#")]
    listed = {part.name for part in list_running_packages()}

    assert len(read_pins()) == len(lines)
    assert all("--hash=sha256:" in line for line in lines)
    there = {dependencies.normalise_package_name(one.name) for one in distributions()}
    assert listed == read_pins().keys() & there
    assert {"django", "django-allauth", "granian", "cryptography"} <= listed


@row("S72")
def test_the_scripts_of_others_are_listed_with_their_versions() -> None:
    parts = {part.name: part for part in list_bundled_scripts()}

    assert parts["django_htmx/htmx-2.min.js"].version.startswith("2.0.")
    assert "django-htmx" in parts["django_htmx/htmx-2.min.js"].within
    assert "mfa/js/webauthn.js" in parts
    ours = ROOT / "tarokk_club" / "club" / "static"
    assert not any((ours / name).exists() for name in parts)


@row("S72")
def test_another_version_than_the_pinned_one_is_seen() -> None:
    pins = read_pins("django[argon2]==5.2.19 \\\n    --hash=sha256:00\nbabel==2.18.0\n")

    assert pins == {"django": "5.2.19", "babel": "2.18.0"}
    assert find_disagreements([Part("django", "5.2.18"), Part("babel", "2.18.0")], pins) == [
        "django runs in version 5.2.18, pinned is 5.2.19"
    ]
