"""Chips: choices with a long word are laid out in fewer columns."""

import pytest

from tarokk_club.club.pages.widgets import Chips


@pytest.mark.parametrize(
    ("labels", "long"),
    [
        (("Anna", "Béla"), False),
        (("Kovács-Szabó Erzsébet",), False),
        (("Anna", "Szentgyörgyvölgyi"), True),
        ((), False),
    ],
)
def test_a_long_word_makes_the_columns_wide(labels: tuple[str, ...], long: bool) -> None:
    chips = Chips(choices=[(label, label) for label in labels])

    assert ('class="row wrap long"' in chips.render("who", None)) == long
