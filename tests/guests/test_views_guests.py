"""The pages about guest links, and the page where members hide their own names."""

from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from support.catalogue import row
from support.club_factories import House, a_form, a_session, a_user, create_denes
from support.club_web import form_in, forms_in, send, session_url, text_of
from support.guest_visits import a_guest_link, guest_url, open_guest_page, season_of
from support.season_tables import an_evening
from support.tournament_tables import a_tournament
from tarokk_club.club.guests.queries import OFFERED
from tarokk_club.club.guests.usecases import revoke_guest_link
from tarokk_club.club.models import Club, GuestLink, Player, Role, Season, Session
from tarokk_club.club.session.usecases.sessions import bin_session


def url_of(house: House, name: str, *more: Any) -> str:
    return reverse(f"club:{name}", args=[house.club.slug, *more])


def test_the_secretary_makes_a_guest_link_from_the_sheet(
    anna: Client, house: House, session: Session
) -> None:
    menu = text_of(anna.get(session_url(session, "sheet")))
    way = f"{url_of(house, 'guest_new')}?what=session:{session.id}"
    assert f'href="{way}"' in menu
    page = anna.get(way)
    form = form_in(page, url_of(house, "guest_new"))
    assert form.sent["what"] == f"session:{session.id}"
    assert form.sent["lasting"] == "season"

    answer = anna.post(form.action, form.sent, follow=True)

    link = GuestLink.objects.get()
    assert link.session == session
    shown = text_of(answer)
    assert f'value="http://testserver{guest_url(link)}"' in shown
    assert "QR code of the link" in shown
    assert "guests see: Initials." in shown
    assert "until the season ends" in shown
    assert url_of(house, "guest_link", link.id) in text_of(anna.get(url_of(house, "guests")))


def test_standings_link_works_for_a_week(anna: Client, house: House) -> None:
    standings = text_of(anna.get(url_of(house, "standings")))
    assert f'href="{url_of(house, "guest_new")}"' in standings

    answer = send(anna, url_of(house, "guest_new"), lasting="week", language="hu")

    link = GuestLink.objects.get()
    assert answer["Location"] == url_of(house, "guest_link", link.id)
    assert (link.season, link.lasting, link.language) == (season_of(house), "week", "hu")


def test_old_session_can_be_chosen_by_its_address(anna: Client, house: House) -> None:
    old = a_session(house, date="2026-01-02")
    for _each in range(OFFERED):
        a_session(house)

    assert f"session:{old.id}" not in text_of(anna.get(url_of(house, "guest_new")))
    wished = f"{url_of(house, 'guest_new')}?what=session:{old.id}"
    assert send(anna, url_of(house, "guest_new"), at=wished).status_code == 302
    assert GuestLink.objects.get().session == old


def test_tournament_link_is_created_on_its_page(anna: Client, house: House) -> None:
    cup = a_tournament(house, 4)
    page = text_of(anna.get(url_of(house, "tournament", cup.id)))
    way = f"{url_of(house, 'guest_new')}?what=tournament:{cup.id}"
    assert f'href="{way}"' in page
    form = form_in(anna.get(way), url_of(house, "guest_new"))
    assert (form.sent["what"], form.sent["lasting"]) == (f"tournament:{cup.id}", "week")
    assert "Until the season ends" not in text_of(anna.get(way))

    answer = anna.post(form.action, form.sent, follow=True)

    link = GuestLink.objects.get()
    assert link.tournament == cup
    assert "Tavaszi kupa" in text_of(answer)
    assert "Tavaszi kupa" in text_of(anna.get(url_of(house, "guests")))
    assert open_guest_page(link).status_code == 200


def test_refuses_a_tournament_link_that_lasts_a_season(anna: Client, house: House) -> None:
    cup = a_tournament(house, 4)

    what = f"tournament:{cup.id}"
    refused = send(anna, url_of(house, "guest_new"), what=what, lasting="season")

    assert refused.status_code == 422
    assert "A tournament belongs to no season" in text_of(refused)


def test_without_a_season_to_come_a_week_is_proposed(anna: Client, house: House) -> None:
    stray = a_session(house, date="2020-03-01")
    wished = f"{url_of(house, 'guest_new')}?what=session:{stray.id}"
    form = form_in(anna.get(wished), url_of(house, "guest_new"))
    assert form.sent["lasting"] == "week"

    refused = send(anna, url_of(house, "guest_new"), at=wished, lasting="season")

    assert refused.status_code == 422
    assert "That season is over, or not known" in text_of(refused)


@pytest.mark.parametrize("what", ["", "session:nonsense", "king", "season:", "session:\x00"])
def test_refuses_an_invalid_target_of_a_link(anna: Client, house: House, what: str) -> None:
    assert anna.get(url_of(house, "guest_new"), {"what": what}).status_code == 200
    assert send(anna, url_of(house, "guest_new"), what=what).status_code == 422
    assert not GuestLink.objects.exists()


def test_a_page_of_another_club_is_not_offered(anna: Client, house: House) -> None:
    club = Club.objects.get(founded_by=create_denes())
    theirs = Season.objects.get(club=club)

    refused = send(anna, url_of(house, "guest_new"), what=f"season:{theirs.id}")

    assert refused.status_code == 422
    assert str(theirs.id) not in text_of(anna.get(url_of(house, "guest_new")))


def test_a_link_is_taken_back(anna: Client, house: House, session: Session) -> None:
    link = a_guest_link(house, session)
    page = url_of(house, "guest_link", link.id)

    answer = send(anna, url_of(house, "guest_revoke", link.id), at=page)

    assert answer["Location"] == url_of(house, "guests")
    listed = text_of(anna.get(answer["Location"]))
    assert "The guest link no longer works." in listed
    assert "No links for guests yet" in listed
    assert "This link has ended" in text_of(anna.get(page))
    assert (link.token or "") not in text_of(anna.get(page))
    assert open_guest_page(link).status_code == 404


def test_a_link_is_renewed_even_after_its_end(anna: Client, house: House) -> None:
    link = a_guest_link(house)
    revoke_guest_link(club_id=house.club.id, form=a_form(house.anna), link_id=link.id)
    page = url_of(house, "guest_link", link.id)

    answer = send(anna, url_of(house, "guest_renew", link.id), at=page)

    new = GuestLink.objects.get(revoked_at=None)
    assert answer["Location"] == url_of(house, "guest_link", new.id)
    assert "This is the new link" in text_of(anna.get(answer["Location"]))


def test_renewing_a_link_to_a_binned_session_shows_the_reason(
    anna: Client, house: House, session: Session
) -> None:
    link = a_guest_link(house, session)
    bin_session(session_id=session.id, form=a_form(house.anna))
    page = url_of(house, "guest_link", link.id)

    refused = send(anna, url_of(house, "guest_renew", link.id), at=page)

    assert refused.status_code == 422
    assert "Choose a session, a tournament or a season of this club." in text_of(refused)


def test_link_of_another_club_returns_404(client: Client, house: House) -> None:
    link, user = a_guest_link(house), create_denes()
    client.force_login(user)
    other = user.clubs.get().slug
    for name in ("guest_link", "guest_revoke", "guest_renew"):
        url = reverse(f"club:{name}", args=[other, link.id])
        ask = client.get if name == "guest_link" else client.post
        assert ask(url, {"key": str(uuid4())}).status_code == 404
    assert open_guest_page(link).status_code == 200


def test_only_the_owner_chooses_how_guests_see_names(client: Client, house: House) -> None:
    client.force_login(house.anna)
    url = url_of(house, "guests")
    assert send(client, url_of(house, "guest_names"), at=url, names="full").status_code == 302
    assert Club.objects.get(pk=house.club.pk).guest_names == "full"
    assert send(client, url_of(house, "guest_names"), at=url, names="nick").status_code == 422

    client.force_login(a_user("the-secretary", club=house.club, roles=(Role.SECRETARY,)))
    shown = client.get(url)

    assert forms_in(shown) == []
    assert "Full names" in text_of(shown)


def test_menu_of_a_member_does_not_mention_guests(
    client: Client, session: Session, house: House
) -> None:
    client.force_login(house.bela)
    for url in (session_url(session, "sheet"), url_of(house, "standings")):
        assert "guests" not in text_of(client.get(url))


def test_log_records_who_shared_what(anna: Client, house: House, session: Session) -> None:
    cup = a_tournament(house, 4)
    for link in (a_guest_link(house, session), a_guest_link(house), a_guest_link(house, cup)):
        revoke_guest_link(club_id=house.club.id, form=a_form(house.anna), link_id=link.id)
    send(anna, url_of(house, "guest_names"), at=url_of(house, "guests"), names="full")

    log = text_of(anna.get(url_of(house, "log")))

    for line in (
        "anna made a link for guests to the session of 18 Nov 2026.",
        "anna revoked a link for guests to the session of 18 Nov 2026.",
        "anna made a link for guests to the standings of a season.",
        "anna revoked a link for guests to the standings of a season.",
        "anna made a link for guests to a tournament.",
        "anna revoked a link for guests to a tournament.",
        "anna chose what guests see of the players: Full names.",
    ):
        assert line in log


def test_shows_the_last_day_of_a_season(anna: Client, house: House) -> None:
    Season.objects.update(ends=date(2031, 6, 30))
    link = a_guest_link(house)

    assert "until 30 Jun 2031, the end of the season" in text_of(
        anna.get(url_of(house, "guest_link", link.id))
    )


@row("S66")
def test_member_hides_only_the_own_name(client: Client, house: House) -> None:
    bela = Player.objects.get(name="Béla")
    Player.objects.filter(pk=bela.pk).update(user=house.bela)
    client.force_login(house.bela)
    me, url = reverse("club:me"), reverse("club:me_hidden", args=[bela.pk])

    for hidden in (True, False):
        assert send(client, url, at=me)["Location"] == me
        assert Player.objects.get(pk=bela.pk).hidden is hidden
    strange = reverse("club:me_hidden", args=[house.players["Anna"]])
    assert client.post(strange, {"key": str(uuid4()), "hidden": "1"}).status_code == 404
    assert not Player.objects.filter(hidden=True).exists()


@row("S66")
def test_a_double_tap_hides_once(client: Client, house: House) -> None:
    bela = Player.objects.get(name="Béla")
    Player.objects.filter(pk=bela.pk).update(user=house.bela)
    client.force_login(house.bela)
    url = reverse("club:me_hidden", args=[bela.pk])
    form = form_in(client.get(reverse("club:me")), url)

    for _tap in range(2):
        client.post(url, form.sent)

    assert Player.objects.get(pk=bela.pk).hidden


@row("S66")
def test_the_secretary_hides_a_player_on_the_players_page(anna: Client, house: House) -> None:
    cili = house.players["Cili"]
    page, url = url_of(house, "player", cili), url_of(house, "player_hidden", cili)
    for hidden in (True, False):
        assert send(anna, url, at=page)["Location"] == page
        assert Player.objects.get(pk=cili).hidden is hidden


@row("S66")
def test_only_the_player_can_undo_hiding_the_name(anna: Client, house: House) -> None:
    bela = Player.objects.get(name="Béla")
    Player.objects.filter(pk=bela.pk).update(user=house.bela, hidden=True)
    page, url = url_of(house, "player", bela.pk), url_of(house, "player_hidden", bela.pk)

    assert "Only the player can undo this" in text_of(anna.get(page))
    refused = anna.post(url, {"key": str(uuid4()), "hidden": "0"})

    assert refused.status_code == 422
    assert "Only the player can undo this" in text_of(refused)
    assert Player.objects.get(pk=bela.pk).hidden


def test_guests_read_the_leaderboard_with_its_race(client: Client, house: House) -> None:
    for day in ("2026-03-01", "2026-03-08"):
        an_evening(house, day, "Anna", "Csaba", "Csaba")

    page = text_of(client.get(guest_url(a_guest_link(house))))

    assert "Dóra" not in page
    assert '<svg class="chart"' in page
    assert "HUF" not in page
    assert "?sort=" not in page
    assert f"/c/{house.club.slug}/" not in page


def test_guest_standings_use_the_weights_of_the_season(client: Client, house: House) -> None:
    an_evening(house, "2026-03-01", "Anna", "Anna")
    an_evening(house, "2026-03-08", "Csaba", game="illustrated", rules={})
    weights = {"paskievics": "3", "illustrated": "1/2"}
    Season.objects.update(games="weighed", weights=weights)

    page = text_of(client.get(guest_url(a_guest_link(house))))

    assert "<b>+5.50</b>" in page
    assert "Paskievics tarokk × 3" in page
    assert "Bring a player forward" not in page


def test_guests_read_places_but_no_amounts_where_money_counts(client: Client, house: House) -> None:
    for day in ("2026-03-01", "2026-03-08"):
        an_evening(house, day, "Anna", "Csaba", "Csaba")
    Season.objects.update(counts="money", drop_worst=1)

    page = text_of(client.get(guest_url(a_guest_link(house))))

    assert "The money counts that was won and lost in HUF." in page
    assert "HUF 10" not in page
    assert "<svg class=" not in page
    assert "Counts" not in page
