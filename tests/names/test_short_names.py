"""What players are called where there is little room."""

from tarokk_club.club.names.player_names import Names, at_table, proposal


def called(*names: str) -> list[str]:
    return list(at_table({name: name for name in names}, names).values())


def test_a_name_that_fits_stays_as_it_is() -> None:
    assert called("Anna", "Nagy Éva") == ["Anna", "Nagy Éva"]


def test_a_long_name_is_called_by_its_first_word() -> None:
    assert called("Szentkuti Albert", "Dr. Horváth Elemér") == ["Szentkuti", "Horváth"]
    assert called("Szentgyörgyivölgyi") == ["Szentgyörgyivölgyi"]


def test_a_long_first_word_gives_way_to_the_name_that_the_table_says() -> None:
    assert called("Szentgyörgyi Albert", "Horváth-Nagy Erzsébet") == ["Albert", "Erzsébet"]


def test_a_double_name_that_goes_on_after_its_hyphen_is_short_as_well() -> None:
    found = called("Szentgyörgyi-Horváth Kristóf", "Szentgyörgyi-Horváth Kristóf-Ágoston")
    assert found == ["Kristóf", "Kristóf-Ágoston"]


def test_two_who_begin_alike_are_told_apart_by_the_next_word() -> None:
    assert called("Kovács Péter", "Kovács Pál") == ["Kovács Pé.", "Kovács Pá."]
    assert called("Kovács Péter", "Kovács Anna") == ["Kovács P.", "Kovács A."]


def test_a_bracket_is_no_letter_that_tells_anybody_apart() -> None:
    assert called("Kovács István", "Kovács István (öreg)") == ["Kovács István", "Kovács István ö."]


def test_nobody_is_called_as_another_is_called_in_full() -> None:
    found = called("Kovács", "Kovács Péter Pál", "Kovács Péter")
    assert len({one.casefold() for one in found}) == 3


def test_nobody_is_cut_short_to_nothing_where_only_a_number_differs() -> None:
    assert called("Kovács Péter", "Kovács Péter 2") == ["Kovács Péter", "Kovács Péter 2"]


def test_what_the_club_chose_comes_first_and_nobody_else_gets_it() -> None:
    whole = {"1": "Kovács Péter", "2": "Kovács Pál", "3": "Szabó-Varga Réka"}
    found = at_table(Names(whole, {"1": "Szabó-Varga"}), whole)
    assert found["1"] == "Szabó-Varga"
    assert found["3"] != "Szabó-Varga"
    assert len(set(found.values())) == 3


def test_the_proposal_is_unique_in_the_club() -> None:
    whole = {"1": "Kovács Péter", "2": "Kovács Pál", "3": "Anna"}
    assert proposal("2", whole) == "Kovács Pá."
