"""Short names of the players of a sheet: the shortest beginnings that tell them apart."""

from __future__ import annotations

import pytest

from scoring.core.nicknames import Nicknames
from scoring.core.problem import RefusedError


def shorts(*names: str, reserved: tuple[str, ...] = ()) -> tuple[str, ...]:
    seated = {str(number): name for number, name in enumerate(names)}
    return Nicknames(seated, reserved=reserved).list_short_names()


def test_beginnings_are_as_short_as_the_others_let_them_be() -> None:
    assert shorts("Anna") == ("A",)
    assert shorts("Anna", "Béla") == ("A", "B")
    assert shorts("Anna", "Ágnes", "Béla") == ("An", "Ág", "B")
    # Who begins like all of another's name keeps the longer one, and namesakes a number.
    assert shorts("Anna", "Annamária") == ("Anna", "Annam")
    assert shorts("Béla", "Béla") == ("Béla", "Béla_2")
    assert shorts("Anna", reserved=("a", "an")) == ("Ann",)
    assert shorts("A B", "A C") == ("A_B", "A_C")
    assert shorts("!?") == ("P",)


def test_whole_name_matches_before_a_prefix() -> None:
    names = Nicknames({"1": "Annamária", "2": "Anna"}, {"3": "Zoli", "4": "Zoltán", "5": "Béla"})

    assert (
        names.find_player("anna"),
        names.find_player("ANNAM"),
        names.find_player("annamaria"),
    ) == ("2", "1", "1")
    assert (names.find_player("zoli"), names.find_player("zolt"), names.find_player("b")) == (
        "3",
        "4",
        "5",
    )
    assert (names.find_short_name("5"), names.find_whole_name("5"), names.find_short_name("1")) == (
        "Béla",
        "Béla",
        "Annam",
    )


def test_seated_players_match_before_others() -> None:
    assert Nicknames({"1": "Béla"}, {"2": "Berta"}).find_player("b") == "1"
    assert Nicknames({"1": "Anna"}, {"2": "Béla"}).find_player("béla") == "2"


@pytest.mark.parametrize(
    ("text", "code", "allowed"),
    [("zol", "sh.player_unclear", "Zoli, Zoltán"), ("x", "sh.player_unknown", "Annam, Anna")],
)
def test_unknown_and_ambiguous_names_are_refused_with_the_players(
    text: str, code: str, allowed: str
) -> None:
    names = Nicknames({"1": "Annamária", "2": "Anna"}, {"3": "Zoli", "4": "Zoltán"})

    with pytest.raises(RefusedError) as refused:
        names.find_player(text)

    (problem,) = refused.value.problems
    assert (problem.code, dict(problem.values)) == (code, {"word": text, "allowed": allowed})
