"""The first page: where it sends whom."""

from django.test import Client
from django.urls import reverse

from support.club_factories import House, a_session, a_user, create_denes
from support.club_web import text_of
from tarokk_club.club.models import Club, Membership


def sent_to(client: Client) -> str:
    return str(client.get("/").headers["Location"])


def test_a_member_of_one_club_is_sent_to_it(client: Client, house: House) -> None:
    client.force_login(house.anna)

    assert sent_to(client) == reverse("club:club", args=[house.club.slug])


def test_an_empty_site_is_founded(client: Client, db: None) -> None:
    assert sent_to(client) == reverse("club:found")


def test_anonymous_visitors_get_the_calculator_and_the_sign_in(
    client: Client, house: House
) -> None:
    page = text_of(client.get("/"))
    assert "Score calculator" in page
    assert reverse("account_login") in page


def test_a_member_of_several_clubs_chooses_one(client: Client, house: House) -> None:
    other = create_denes().clubs.get()
    Membership.objects.create(user=house.anna, club=other, roles=["member"])
    client.force_login(house.anna)

    shown = text_of(client.get("/"))

    assert "Kőbánya" in shown and "Zugló" in shown


def test_advises_users_without_a_club(client: Client, house: House) -> None:
    client.force_login(a_user("zoli"))

    assert "Ask the secretary of your club to invite you." in text_of(client.get("/"))


def test_a_demonstration_is_entered_and_another_club_may_be_founded(
    client: Client, house: House
) -> None:
    Club.objects.update(demo=True)

    assert sent_to(client) == reverse("club:found")
    assert reverse("account_login") in text_of(client.get(reverse("club:found")))
    client.force_login(house.anna)
    assert sent_to(client) == reverse("club:club", args=[house.club.slug])


def test_asks_a_founder_for_their_player_until_linked(client: Client, house: House) -> None:
    page = reverse("club:club", args=[house.club.slug])
    client.force_login(house.anna)
    asked = text_of(client.get(page))
    member = reverse("club:member", args=[house.club.slug, house.anna.pk])

    assert f'href="{member}#plays"' in asked and "Which player are you?" in asked
    assert 'id="plays"' in text_of(client.get(member))
    house.club.players.filter(name="Anna").update(user=house.anna)
    assert "Which player are you?" not in text_of(client.get(page))
    # A member who gives no roles cannot say it, and so is not asked.
    client.force_login(house.bela)
    assert "Which player are you?" not in text_of(client.get(page))


def test_lists_the_newest_open_sessions_and_links_to_all(client: Client, house: House) -> None:
    """A club that never ends its sessions still gets a short page."""
    for day in range(1, 9):
        a_session(house, date=f"2026-03-0{day}", title=f"Table {day}")
    page, link = reverse("club:club", args=[house.club.slug]), "All open sessions"
    client.force_login(house.anna)
    assert link not in text_of(client.get(page))

    a_session(house, date="2026-02-01", title="Oldest")

    shown = text_of(client.get(page))
    assert all(f"Table {day}" in shown for day in range(1, 9))
    assert link in shown and "Oldest" not in shown
    every_open = reverse("club:session_list", args=[house.club.slug]) + "?open=on"
    assert every_open in shown
    assert "Oldest" in text_of(client.get(every_open))
