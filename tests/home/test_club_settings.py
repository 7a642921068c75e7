"""The settings of a club in one place."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from support.club_factories import House, a_session, create_denes
from support.club_web import form_in, send, text_of
from tarokk_club.club.models import AuditLine, Club, MoneyRules, User


def url_of(house: House) -> str:
    return reverse("club:club_settings", args=[house.club.slug])


def club_of(house: House) -> Club:
    return Club.objects.get(pk=house.club.pk)


def test_the_settings_of_a_club_are_changed_and_logged(anna: Client, house: House) -> None:
    User.objects.filter(pk=house.anna.pk).update(language="en")
    url = url_of(house)

    answer = send(
        anna,
        url,
        name="Zuglói Tarokk",
        language="hu",
        time_zone="Europe/Budapest",
        currency="EUR",
    )

    assert answer.headers["Location"] == url
    club = club_of(house)
    assert (club.name, club.language, club.currency) == ("Zuglói Tarokk", "hu", "EUR")
    assert (club.time_zone, club.slug) == ("Europe/Budapest", house.club.slug)
    line = AuditLine.objects.get(act="club_changed")
    assert line.facts == {"what": ["name", "language", "time_zone", "currency"]}
    log = text_of(anna.get(reverse("club:log", args=[club.slug])))
    assert "changed the settings of the club: name, language, time zone, currency." in log


def test_cached_form_fields_show_a_change(anna: Client, house: House) -> None:
    url = url_of(house)
    before = form_in(anna.get(url), url).sent

    send(anna, url, name="Zuglói Tarokk", time_zone="Europe/Bucharest", currency="EUR")

    after = form_in(anna.get(url), url).sent
    fields = ("name", "language", "time_zone", "currency")
    shown = {field: after[field] for field in fields if after[field] != before[field]}
    assert shown == {
        "name": "Zuglói Tarokk",
        "time_zone": "Europe/Bucharest",
        "currency": "EUR",
    }
    a_session(house, stake={"currency": "EUR", "per_point": "10"})
    assert "currency" not in form_in(anna.get(url), url).sent


def test_saving_unchanged_settings_logs_nothing(anna: Client, house: House) -> None:
    send(anna, url_of(house))

    assert not AuditLine.objects.filter(act="club_changed").exists()


def test_the_same_form_counts_once(anna: Client, house: House) -> None:
    form = form_in(anna.get(url_of(house)), url_of(house))
    sent = {**form.sent, "name": "Zuglói Tarokk"}

    anna.post(url_of(house), sent)
    assert anna.post(url_of(house), sent).status_code == 302

    assert AuditLine.objects.filter(act="club_changed").count() == 1


def test_shows_an_invalid_name_at_its_field(anna: Client, house: House) -> None:
    answer = send(anna, url_of(house), name="‎")

    assert answer.status_code == 422
    assert answer.context["form"].errors.keys() == {"name"}
    assert club_of(house).name == "Zugló"


@pytest.mark.parametrize("field", ["language", "time_zone", "currency"])
def test_an_unknown_choice_is_refused(anna: Client, house: House, field: str) -> None:
    answer = send(anna, url_of(house), **{field: "nowhere"})

    assert answer.status_code == 422
    assert field in answer.context["form"].errors


def test_the_currency_is_fixed_once_money_is_booked(anna: Client, house: House) -> None:
    a_session(house, stake={"currency": "HUF", "per_point": "10"})
    url = url_of(house)

    assert "because money has been booked in it" in text_of(anna.get(url))
    form = form_in(anna.get(url), url)
    assert "currency" not in form.sent
    anna.post(url, {**form.sent, "currency": "EUR"})

    assert club_of(house).currency == "HUF"


def test_a_stake_that_was_agreed_meanwhile_keeps_the_currency(anna: Client, house: House) -> None:
    from support.club_factories import a_form
    from tarokk_club.club.people.usecases.clubs import ClubSettings, change_club
    from tarokk_club.club.writing.errors import RefusedError

    a_session(house, stake={"currency": "HUF", "per_point": "10"})
    facts = ClubSettings(name="Zugló", language="en", time_zone="UTC", currency="EUR")

    with pytest.raises(RefusedError) as error:
        change_club(club_id=house.club.pk, form=a_form(house.anna), new_settings=facts)

    assert [problem.code for problem in error.value.problems] == ["currency_booked"]


def test_changing_the_currency_clears_the_smallest_payment(anna: Client, house: House) -> None:
    MoneyRules.objects.create(club=house.club, cash_step=500)

    send(anna, url_of(house), currency="EUR")

    assert MoneyRules.objects.get(club=house.club).cash_step is None


def test_only_an_owner_opens_the_settings(client: Client, house: House) -> None:
    for user, status in ((house.bela, 403), (create_denes(), 404)):
        client.force_login(user)
        assert client.get(url_of(house)).status_code == status
        assert client.post(url_of(house), {"name": "X"}).status_code == status


def test_the_page_links_to_the_other_club_settings(anna: Client, house: House) -> None:
    shown: Any = text_of(anna.get(url_of(house)))

    for name in ("rule_sets", "guests", "money_rules", "log", "sealing", "two_factors"):
        assert reverse(f"club:{name}", args=[house.club.slug]) in shown


def test_sheet_shows_the_new_name_at_once(anna: Client, house: House) -> None:
    session = a_session(house)
    sheet = reverse("club:sheet", args=[house.club.slug, session.id])
    anna.get(sheet)
    send(anna, url_of(house), name="Zuglói Tarokk")

    assert "Zuglói Tarokk" in text_of(anna.get(sheet))


def test_the_page_takes_at_most_six_queries(
    anna: Client, house: House, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(3):
        a_session(house)
    with django_assert_max_num_queries(6):
        anna.get(url_of(house))
