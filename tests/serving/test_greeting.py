"""The next step that `serve` prints, by the clubs of the site."""

import pytest

from support.club_factories import a_house
from tarokk_club.club.models import Club
from tarokk_club.env import Environment
from tarokk_club.serving.greeting import build_greeting

DEMO = "Next: open the address and sign in to the demonstration club, or found your own."


@pytest.mark.parametrize(
    ("clubs", "next_step"),
    [
        ("none", "Next: open the address and found your club."),
        ("demo", DEMO),
        ("real", "Next: open the address and sign in."),
    ],
)
def test_greeting_depends_on_existing_clubs(
    db: None, monkeypatch: pytest.MonkeyPatch, clubs: str, next_step: str
) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("BEHIND_PROXY", "1")
    if clubs != "none":
        a_house()
        Club.objects.update(demo=clubs == "demo")

    lines = build_greeting(Environment())

    assert [line for line in lines if line.startswith("Next: ")] == [next_step]
    # Whoever may still found a club is asked for the code.
    assert any("one-time code" in line for line in lines) == (clubs != "real")
