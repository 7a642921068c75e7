"""Guests of a tournament see the full names only of players who agreed."""

from functools import partial
from uuid import UUID

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse

from support.club_factories import House, a_form
from support.club_web import form_in, text_of
from support.guest_visits import a_guest_link, guest_url, names_in, open_guest_page, set_guest_names
from support.tournament_tables import a_tournament, begun
from tarokk_club.club.models import GuestLink, Player, Tournament
from tarokk_club.club.pages.anonymous_page_cache import ANONYMOUS_PAGES
from tarokk_club.club.tournaments.usecases.entrants import record_name_consent, set_name_consents
from tarokk_club.club.values.naming import Naming
from tarokk_club.club.writing.errors import ForbiddenError, RefusedError


@pytest.fixture
def cup(house: House) -> Tournament:
    """Béla alone has an account that is a player."""
    Player.objects.filter(user=house.anna).update(user=None)
    Player.objects.filter(name="Béla").update(user=house.bela)
    set_guest_names(house.club, Naming.INITIALS)
    tournament = a_tournament(house, 4)
    begun(house, tournament)
    return tournament


@pytest.fixture
def link(house: House, cup: Tournament) -> GuestLink:
    return a_guest_link(house, cup)


def agreed(house: House, cup: Tournament, *names: str) -> Tournament:
    players = [UUID(one) for one in house.ids(*names)]
    form = a_form(house.anna)
    return set_name_consents(
        club_id=house.club.id, form=form, tournament_id=cup.id, players=players
    )


def read(link: GuestLink) -> set[str]:
    """Whose names guests read, on the page, in the part that follows and as programs do."""
    caches[ANONYMOUS_PAGES].clear()
    api = str(Client().get(f"/api/v1/guests/{link.token}").json())
    told = [text_of(open_guest_page(link)), text_of(open_guest_page(link, "guest_live")), api]
    found = [names_in(one) for one in told]
    assert found[0] == found[1] == found[2]
    return found[0]


def test_only_players_who_agreed_are_named(house: House, cup: Tournament, link: GuestLink) -> None:
    assert read(link) == set()
    agreed(house, cup, "Anna", "Csaba")
    assert read(link) == {"Anna", "Csaba"}
    agreed(house, cup, "Csaba")
    assert read(link) == {"Csaba"}


def test_the_agreement_is_for_one_tournament(house: House, cup: Tournament) -> None:
    agreed(house, cup, "Anna", "Csaba")
    other = a_tournament(house, 4)

    assert read(a_guest_link(house, other)) == set()
    assert names_in(text_of(open_guest_page(a_guest_link(house)))) == set()


def test_a_phone_that_follows_learns_that_it_was_taken_back(
    house: House, cup: Tournament, link: GuestLink
) -> None:
    agreed(house, cup, "Anna")
    tag = open_guest_page(link, "guest_live")["ETag"]
    agreed(house, cup)
    caches[ANONYMOUS_PAGES].clear()

    answer = Client().get(guest_url(link, "guest_live"), headers={"if-none-match": tag})
    assert answer.status_code == 200
    assert names_in(text_of(answer)) == set()


def test_a_hidden_player_is_not_named(house: House, cup: Tournament, link: GuestLink) -> None:
    agreed(house, cup, "Anna", "Csaba")
    Player.objects.filter(name="Anna").update(hidden=True)

    assert read(link) == {"Csaba"}


def test_only_the_account_holder_can_agree(house: House, cup: Tournament, link: GuestLink) -> None:
    with pytest.raises(RefusedError) as refused:
        agreed(house, cup, "Anna", "Béla")
    assert [one.code for one in refused.value.problems] == ["own_choice"]
    assert read(link) == set()

    entrant = cup.entrants.get(player__name="Béla")
    say = partial(record_name_consent, club_id=house.club.id, entrant_id=entrant.pk)
    say(form=a_form(house.bela), agreed=True)
    assert read(link) == {"Béla"}
    # The organiser keeps it, or takes it back.
    agreed(house, cup, "Anna", "Béla")
    assert read(link) == {"Anna", "Béla"}
    say(form=a_form(house.bela), agreed=False)
    assert read(link) == {"Anna"}


def test_nobody_agrees_for_another(house: House, cup: Tournament, link: GuestLink) -> None:
    for name in ("Anna", "Béla"):
        entrant = cup.entrants.get(player__name=name)
        with pytest.raises(ForbiddenError):
            record_name_consent(
                club_id=house.club.id,
                form=a_form(house.anna),
                entrant_id=entrant.pk,
                agreed=True,
            )
    assert read(link) == set()


def test_only_entrants_can_be_named(house: House, cup: Tournament) -> None:
    with pytest.raises(RefusedError):
        agreed(house, cup, "Cili")


def test_the_organiser_ticks_players_who_agreed(
    client: Client, house: House, cup: Tournament, link: GuestLink
) -> None:
    client.force_login(house.anna)
    page = reverse("club:tournament_names", args=[house.club.slug, cup.id])
    assert page in text_of(client.get(reverse("club:tournament", args=[house.club.slug, cup.id])))
    shown = client.get(page)
    form = form_in(shown, "")
    assert "Players with an account agree themselves" in text_of(shown)

    client.post(page, form.sent | {"players": house.ids("Anna", "Dóra")})

    assert read(link) == {"Anna", "Dóra"}


def test_a_player_agrees_on_the_page_of_the_tournament(
    client: Client, house: House, cup: Tournament, link: GuestLink
) -> None:
    client.force_login(house.bela)
    page = reverse("club:tournament", args=[house.club.slug, cup.id])
    own = reverse("club:tournament_own_name", args=[house.club.slug, cup.id])

    client.post(own, form_in(client.get(page), own).sent)
    assert read(link) == {"Béla"}
    assert "read your full name" in text_of(client.get(page))
    client.post(own, form_in(client.get(page), own).sent)
    assert read(link) == set()

    client.force_login(house.anna)
    assert own not in text_of(client.get(page))
    told = client.post(own, {"agreed": "1"}, follow=True)
    assert "You do not take part in this tournament." in text_of(told)
    assert read(link) == set()
