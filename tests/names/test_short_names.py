"""What players are called where there is little room."""

from support.catalogue import row
from tarokk_club.club.names.player_names import (
    Names,
    propose_short_name,
    shorten_names,
    shorten_session_names,
)


def called(*names: str) -> list[str]:
    return list(shorten_names({name: name for name in names}, names).values())


def test_a_name_that_fits_stays_as_it_is() -> None:
    assert called("Anna", "Nagy Éva") == ["Anna", "Nagy Éva"]


def test_a_long_name_is_called_by_its_first_word() -> None:
    assert called("Szentkuti Albert", "Dr. Horváth Elemér") == ["Szentkuti", "Horváth"]
    assert called("Szentgyörgyivölgyi") == ["Szentgyörgyivölgyi"]


def test_a_long_first_word_is_replaced_by_the_given_name() -> None:
    assert called("Szentgyörgyi Albert", "Horváth-Nagy Erzsébet") == ["Albert", "Erzsébet"]


def test_a_double_name_that_goes_on_after_its_hyphen_is_short_as_well() -> None:
    found = called("Szentgyörgyi-Horváth Kristóf", "Szentgyörgyi-Horváth Kristóf-Ágoston")
    assert found == ["Kristóf", "Kristóf-Ágoston"]


def test_names_with_one_first_word_are_distinguished_by_the_next() -> None:
    assert called("Kovács Péter", "Kovács Pál") == ["Kovács Pé.", "Kovács Pá."]
    assert called("Kovács Péter", "Kovács Anna") == ["Kovács P.", "Kovács A."]


def test_brackets_do_not_distinguish_names() -> None:
    assert called("Kovács István", "Kovács István (öreg)") == ["Kovács István", "Kovács István ö."]


def test_short_name_never_equals_the_full_name_of_another() -> None:
    found = called("Kovács", "Kovács Péter Pál", "Kovács Péter")
    assert len({one.casefold() for one in found}) == 3


def test_short_name_contains_a_distinguishing_number() -> None:
    assert called("Kovács Péter", "Kovács Péter 2") == ["Kovács P.", "Kovács 2"]
    assert called("Anna Nagy-Kiss", "Anna Nagy-Kiss (2)", "Anna Nagy-Kiss (3)")[1:] == [
        "Anna 2",
        "Anna 3",
    ]


def test_chosen_short_name_is_used_for_its_player_only() -> None:
    whole = {"1": "Kovács Péter", "2": "Kovács Pál", "3": "Szabó-Varga Réka"}
    found = shorten_names(Names(whole, {"1": "Szabó-Varga"}), whole)
    assert found["1"] == "Szabó-Varga"
    assert found["3"] != "Szabó-Varga"
    assert len(set(found.values())) == 3


def test_the_proposal_is_unique_in_the_club() -> None:
    whole = {"1": "Kovács Péter", "2": "Kovács Pál", "3": "Anna"}
    assert propose_short_name("2", whole) == "Kovács Pá."


def hungarian(*names: str) -> list[str]:
    """Return what these players of a Hungarian club are called at a table."""
    whole = Names({name: name for name in names}, {}, family_first=True)
    return list(shorten_names(whole, names).values())


@row("U34")
def test_a_hungarian_club_calls_its_players_by_their_given_names() -> None:
    assert hungarian("Dr. Nagy Éva", "Szentgyörgyi-Horváth Kristóf") == ["Éva", "Kristóf"]
    assert hungarian("Elemér", "Jens Holm") == ["Elemér", "Holm"]


@row("U34")
def test_equal_given_names_are_distinguished_by_the_family_name() -> None:
    assert hungarian("Kovács Péter", "Szabó Péter") == ["K. Péter", "Sz. Péter"]
    assert hungarian("Kovács Péter", "Kovács Péter 2") == ["K. Péter", "Péter 2"]


@row("U34")
def test_parent_and_child_are_distinguished_by_their_title() -> None:
    assert hungarian("Nagy Elemér id.", "Nagy Elemér ifj.") == ["id. Elemér", "ifj. Elemér"]
    assert hungarian("ifj. Nagy Elemér", "Nagy Elemér")[0] == "ifj. Elemér"


@row("U34")
def test_short_names_use_initials_but_no_numbers() -> None:
    assert called("N. E. id. 2", "K. Péter Pál") == ["N.", "K."]


@row("U34")
def test_short_names_stay_when_another_player_comes_or_goes() -> None:
    whole = Names({"1": "Kovács Péter", "2": "Kovács Pál", "3": "Zoli"}, {})
    names = shorten_session_names(whole, ("1", "2"))
    assert names == {"1": "Kovács Pé.", "2": "Kovács Pá.", "3": "Zoli"}
