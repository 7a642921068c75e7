"""Figures of the club itself are set up in its house rules by name and points."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertContains

from support.club_factories import SEATED, House
from support.club_web import form_in, forms_in
from tarokk_club.club.models import Session

PHEASANT = {
    "rule_own_figures_0_name": " Fácán  kakas ",
    "rule_own_figures_0_silent": "10",
    "rule_own_figures_0_announced": "20",
}


def url_of(house: House) -> str:
    """Where a session is started."""
    return reverse("club:session_new", args=[house.club.slug])


def filled(client: Client, house: House, **changes: str) -> dict[str, Any]:
    """The form as the page offers it, with everybody seated."""
    sent = form_in(client.get(url_of(house)), url_of(house)).sent
    seats = {f"seat_{house.players[name]}": place for place, name in enumerate(SEATED, start=1)}
    return {**sent, **seats, **changes}


def test_a_figure_is_set_up_by_name_and_points(anna: Client, house: House) -> None:
    more = {"rule_own_figures_3_name": "fácán kakas", "rule_own_figures_3_announced": "7"}

    anna.post(url_of(house), filled(anna, house, **PHEASANT, **more))

    assert Session.objects.get().rules["own_figures"] == [
        {"key": "facan_kakas", "name": "Fácán kakas", "silent": 10, "announced": 20},
        {"key": "facan_kakas_2", "name": "fácán kakas", "silent": None, "announced": 7},
    ]


def test_the_next_session_has_it_and_a_new_name_keeps_its_key(anna: Client, house: House) -> None:
    anna.post(url_of(house), filled(anna, house, **PHEASANT))

    again = filled(anna, house)
    assert again["rule_own_figures_0_key"] == "facan_kakas"
    anna.post(url_of(house), again | {"rule_own_figures_0_name": "Owl"})

    last = Session.objects.order_by("created_at").last()
    assert last is not None
    assert [(one["key"], one["name"]) for one in last.rules["own_figures"]] == [
        ("facan_kakas", "Owl")
    ]


def test_a_figure_without_name_and_points_is_dropped(anna: Client, house: House) -> None:
    anna.post(url_of(house), filled(anna, house, **PHEASANT))

    emptied = dict.fromkeys(PHEASANT, "")
    anna.post(url_of(house), filled(anna, house, **emptied))

    rules = [one.rules["own_figures"] for one in Session.objects.order_by("created_at")]
    assert [len(figures) for figures in rules] == [1, 0]


def test_another_preset_leaves_the_clubs_own_figures(anna: Client, house: House) -> None:
    sent = filled(anna, house, **PHEASANT, preset="standard", do="preset")

    form = anna.post(url_of(house), sent).context["form"]

    assert [row["announced"] for row in form["rule_own_figures"].value()] == ["20"]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"silent": "many"}, "points are whole numbers from 0 to 1000"),
        ({"announced": "1001"}, "points are whole numbers from 0 to 1000"),
        ({"silent": "0" * 9 + "9" * 5000}, "points are whole numbers from 0 to"),
        ({"silent": "", "announced": ""}, "fill in its points, silent, announced or both"),
        ({"name": ""}, "Give each figure of the club&#x27;s own a name."),
        ({"name": "a\u200bb"}, "an invisible character"),
    ],
)
def test_reports_invalid_input(
    anna: Client, house: House, changes: dict[str, str], sentence: str
) -> None:
    wrong = PHEASANT | {f"rule_own_figures_0_{part}": value for part, value in changes.items()}

    response = anna.post(url_of(house), filled(anna, house, **wrong))

    assertContains(response, sentence, status_code=422)
    assert not Session.objects.exists()


def test_the_calculator_has_the_rows_too(anna: Client) -> None:
    url = reverse("club:calculator")
    page = forms_in(anna.get(url))
    rules = next(form for form in page if "options" in form.sent)

    answer = anna.get(url, rules.sent | PHEASANT, follow=True)

    assertContains(answer, "<b>Fácán kakas</b>")
    assertContains(answer, 'value="Fácán kakas"')
