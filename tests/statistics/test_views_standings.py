"""The standings of the club, together and game by game."""

import csv
import io

from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from support.club_evenings import as_bytes, document, import_document
from support.club_factories import END, House, a_form, a_hand, a_session, create_denes, recorded
from support.club_web import text_of
from support.page_reader import rows_of
from tarokk_club.club.session.usecases.sessions import bin_session


def cells_of(page: str) -> list[str]:
    """Return the cells of the table; below the points is the money, which only phones show."""
    return [cell for row in rows_of(page) for cell in row]


def url_of(house: House) -> str:
    return reverse("club:standings", args=[house.club.slug])


def test_standings_add_up_all_games(anna: Client, house: House) -> None:
    recorded(house, a_session(house), a_hand(house), END)
    recorded(house, a_session(house), a_hand(house, "Anna", "Béla"))

    page = text_of(anna.get(url_of(house)))

    assert page.index("<bdi>Anna</bdi>") < page.index("<bdi>Dóra</bdi>")
    assert "+2 Money HUF 20" in cells_of(page)
    assert "−2 Money −HUF 20" in cells_of(page)
    assert "2 sessions" in page
    assert reverse("club:standings_file", args=[house.club.slug]) in page


def test_money_is_grouped_by_currency(anna: Client, house: House) -> None:
    euro = {"currency": "EUR", "per_point": "0.05"}
    recorded(house, a_session(house), a_hand(house))
    recorded(house, a_session(house, stake=euro), a_hand(house))

    page = text_of(anna.get(url_of(house)))

    assert "HUF 10" in page
    assert "€0.05" in page


def test_standings_of_points_show_no_money(anna: Client, house: House) -> None:
    recorded(house, a_session(house, stake=None), a_hand(house))

    assert "Money</th>" not in text_of(anna.get(url_of(house)))


def test_games_are_separate_with_the_most_played_first(anna: Client, house: House) -> None:
    recorded(house, a_session(house), a_hand(house), a_hand(house))
    raw = document({"type": "hand", "outcome": "passed_out"}, game="illustrated")
    import_document(house.club, as_bytes(raw))

    page = text_of(anna.get(url_of(house)))

    assert page.index("Paskievics") < page.index("Illustrated tarokk") < page.index("Money of all")
    assert 'href="?game=paskievics" aria-current="true"' in page
    assert "Each game counts by itself" in page


def test_the_table_comes_with_the_marks_that_are_chosen(anna: Client, house: House) -> None:
    recorded(house, a_session(house), a_hand(house))

    usual, chosen = (
        text_of(anna.get(url_of(house))),
        text_of(anna.get(f"{url_of(house)}?marks=comma")),
    )

    assert '.csv?marks=point"' in usual and '"?marks=comma"' in usual
    assert '.csv?marks=comma"' in chosen and '"?marks=point"' in chosen


def test_the_points_of_several_games_are_not_added_up(anna: Client, house: House) -> None:
    recorded(house, a_session(house), a_hand(house), a_hand(house))
    recorded(house, a_session(house, game="illustrated"), a_hand(house))

    first = text_of(anna.get(url_of(house)))
    other = text_of(anna.get(url_of(house), {"game": "illustrated"}))
    money = text_of(anna.get(url_of(house), {"game": "money"}))

    assert "+2 Money HUF 20" in cells_of(first)
    assert "+1 Money HUF 10" in cells_of(other)
    assert "HUF 30" in cells_of(money) and not any(cell.startswith("+") for cell in cells_of(money))


def test_without_one_currency_there_is_no_sum_of_all_games(anna: Client, house: House) -> None:
    recorded(house, a_session(house, stake=None), a_hand(house))
    recorded(house, a_session(house, game="illustrated", stake=None), a_hand(house))

    page = text_of(anna.get(url_of(house), {"game": "money"}))
    file = anna.get(reverse("club:standings_file", args=[house.club.slug])).content.decode()

    assert "Money of all games" not in page and "+1" in cells_of(page)
    assert "+2" not in page
    rows = list(csv.reader(io.StringIO(file)))
    assert ["All games", "", "Anna", "2", "2", ""] in rows, rows


def test_the_bin_counts_nowhere(anna: Client, house: House) -> None:
    session = a_session(house)
    recorded(house, session, a_hand(house))
    bin_session(session_id=session.id, form=a_form(house.anna))

    assert "Nobody leads yet" in text_of(anna.get(url_of(house)))


def test_a_member_reads_but_takes_nothing_away(client: Client, house: House) -> None:
    recorded(house, a_session(house), a_hand(house))
    client.force_login(house.bela)

    page = text_of(client.get(url_of(house)))

    assert "<bdi>Anna</bdi>" in page
    assert "CSV" not in page


def test_strangers_find_nothing(client: Client, house: House) -> None:
    client.force_login(create_denes())

    assert client.get(url_of(house)).status_code == 404


def test_few_queries(
    anna: Client, house: House, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(3):
        recorded(house, a_session(house), a_hand(house))
    with django_assert_max_num_queries(12):
        assert anna.get(url_of(house)).status_code == 200
