"""The pages about personal data: contents, download, erasure."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from support.catalogue import row
from support.club_factories import House, a_club, a_hand, a_user, recorded
from support.club_web import form_in, forms_in, is_described, send, text_of
from support.erasable import NAME, Traces, find_fields_with, traces
from tarokk_club.club.models import Erasure, Membership, Player, Role, Session
from tarokk_club.club.privacy.retention import NEVER_DELETED, PERIODS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_list")]
DATA, ERASE = "/me/data/", "/me/erase/"


@pytest.fixture
def there() -> Traces:
    return traces()


@pytest.fixture
def anna(client: Client, there: Traces) -> Client:
    client.force_login(there.house.anna)
    return client


def player_url(there: Traces, name: str) -> str:
    return reverse(f"club:{name}", args=[there.house.club.slug, there.tamas.id])


def member_url(there: Traces, user: Any, name: str = "member_erase") -> str:
    return reverse(f"club:{name}", args=[there.house.club.slug, user.id])


def test_the_erasure_page_lists_the_data_to_delete(anna: Client, there: Traces) -> None:
    page = player_url(there, "erase")
    shown = text_of(anna.get(page))
    assert "This cannot be undone." in shown
    assert "Titkos Tamás fizetett" in shown and "Tamásnak nem volt XXI-ese" in shown
    assert "Nobody signs in with it any more." in shown

    answer = send(anna, page, name=NAME)

    assert answer["Location"] == player_url(there, "player_data")
    after = text_of(anna.get(answer["Location"]))
    assert "The person is erased and called Player 1." in after
    assert "This player was erased" in after
    assert find_fields_with("titkos", "Tamás") == []


@row("S65")
def test_the_privacy_page_lists_every_period(client: Client) -> None:
    answer = client.get("/privacy/")
    shown = text_of(answer)
    assert answer.status_code == 200
    assert str(NEVER_DELETED) in shown
    for period in PERIODS.values():
        assert str(period.description) in shown and f"{period.days} days" in shown
    assert 'href="/me/data/"' not in shown


@pytest.mark.parametrize("path", ["/", "/accounts/login/", "/nothing/", "/me/", "/privacy/"])
def test_every_page_leads_to_the_privacy_page(house: House, client: Client, path: str) -> None:
    client.force_login(house.anna)
    assert 'href="/privacy/"' in text_of(client.get(path, follow=True))


def test_the_name_must_be_typed(anna: Client, there: Traces) -> None:
    page = player_url(there, "erase")
    for typed in ("", "Tamás", "Titkos Tamara"):
        answer = send(anna, page, name=typed)
        assert answer.status_code == 422
        (form,) = forms_in(answer)
        assert is_described(answer, form, "name")
    assert Player.objects.get(pk=there.tamas.pk).name == NAME
    assert send(anna, page, name=" titkos tamas ").status_code == 302


@row("S61")
def test_a_double_tap_is_one_act(anna: Client, there: Traces) -> None:
    page = player_url(there, "erase")
    (form,) = forms_in(anna.get(page))
    for _each in range(2):
        answer = anna.post(page, {**form.sent, "name": NAME})
        assert answer["Location"] == player_url(there, "player_data")
    member = a_user("gizi", club=there.house.club, roles=(Role.MEMBER,))
    page = member_url(there, member)
    (form,) = forms_in(anna.get(page))
    for _each in range(2):
        assert anna.post(page, {**form.sent, "name": "gizi"}).status_code == 302
    assert Erasure.objects.exclude(club=None).count() == 2


def test_notes_with_a_part_of_the_name_stay_when_the_tick_is_taken_away(
    anna: Client, there: Traces
) -> None:
    send(anna, player_url(there, "erase"), name=NAME, parts=None)
    assert find_fields_with("Tamásnak") == ["Change.note_before", "Change.note_after"]


@row("S62")
def test_erasing_a_player_of_an_open_session_is_409(
    client: Client, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house))
    client.force_login(house.anna)
    page = reverse("club:erase", args=[house.club.slug, house.players["Csaba"]])
    sheet = reverse("club:sheet", args=[house.club.slug, session.id])
    assert f'href="{sheet}"' in text_of(client.get(page))

    answer = send(client, page, name="Csaba")

    assert answer.status_code == 409
    assert "This player sits in a session that is open; close it first." in text_of(answer)
    assert Player.objects.get(pk=house.players["Csaba"]).name == "Csaba"


def test_a_member_of_the_same_name_is_pointed_at(anna: Client, there: Traces) -> None:
    Player.objects.filter(pk=there.tamas.pk).update(user=None)
    url = member_url(there, there.account)
    assert f'href="{url}"' in text_of(anna.get(player_url(there, "erase")))

    assert send(anna, url, name=NAME)["Location"] == reverse(
        "club:members", args=[there.house.club.slug]
    )
    # The notes about the player of that name are gone, the player is another step.
    assert find_fields_with("Tamás") == ["Player.name", "Player.name_key"]


def test_the_member_with_a_player_is_erased_as_the_player(anna: Client, there: Traces) -> None:
    send(anna, member_url(there, there.account), name=NAME)
    assert Player.objects.get(pk=there.tamas.pk).name == "Player 1"


def test_erasing_oneself_signs_out(anna: Client, there: Traces) -> None:
    house = there.house
    roles = (Role.OWNER, Role.SECRETARY)
    a_user("gizi", club=house.club, roles=roles)
    answer = send(anna, member_url(there, house.anna), name="anna")
    assert answer["Location"] == reverse("account_login")
    assert anna.get("/me/").status_code == 302


def test_erasing_oneself_leads_to_the_other_club(anna: Client, there: Traces) -> None:
    house = there.house
    a_user("gizi", club=house.club, roles=(Role.OWNER, Role.SECRETARY))
    other = a_club("Kőbánya", house.anna)
    answer = send(anna, member_url(there, house.anna), name="anna")
    assert answer["Location"] == reverse("club:home")
    assert anna.get("/")["Location"] == reverse("club:club", args=[other.slug])


def test_an_erased_player_cannot_be_renamed(anna: Client, there: Traces) -> None:
    page = player_url(there, "player")
    assert player_url(there, "player_data") in text_of(anna.get(page))
    sent = {**form_in(anna.get(page), page).sent, "name": NAME}
    send(anna, player_url(there, "erase"), name=NAME)

    assert forms_in(anna.get(page)) == []
    assert anna.post(page, sent).status_code == 409
    assert find_fields_with("Titkos") == []
    erase = anna.get(player_url(there, "erase"))
    assert erase["Location"] == player_url(there, "player_data")


def test_an_owner_without_another_role_finds_the_players_data(
    there: Traces, client: Client
) -> None:
    client.force_login(a_user("gizi", club=there.house.club, roles=(Role.OWNER,)))
    players = text_of(client.get(reverse("club:players", args=[there.house.club.slug])))
    assert f'href="{player_url(there, "career")}"' in players
    shown = text_of(client.get(player_url(there, "career")))
    assert f'href="{player_url(there, "player_data")}"' in shown
    assert client.get(player_url(there, "player_data")).status_code == 200


def test_the_wish_to_be_erased_reaches_the_owner(there: Traces, client: Client) -> None:
    club = there.house.club
    client.force_login(there.account)
    assert f'href="{DATA}"' in text_of(client.get("/me/"))

    answer = send(client, DATA)

    assert answer["Location"] == DATA
    assert "The owners of the club know now." in text_of(client.get(DATA))
    owner = Client()
    owner.force_login(there.house.anna)
    members = reverse("club:members", args=[club.slug])
    assert "asks to be erased" in text_of(owner.get(members))
    told = text_of(owner.get(member_url(there, there.account, "member")))
    assert "This member asks to be erased." in told
    assert f'href="{member_url(there, there.account)}"' in told
    log = text_of(owner.get(reverse("club:log", args=[club.slug])))
    assert "Titkos Tamás asks to be erased." in log

    send(client, DATA)
    assert "asks to be erased" not in text_of(owner.get(members))


def test_nobody_asks_in_another_club(there: Traces, client: Client) -> None:
    stranger = a_user("gizi", club=None)
    client.force_login(there.account)
    sent = form_in(client.get(DATA), DATA).sent
    client.force_login(stranger)
    assert client.post(DATA, sent).status_code == 404
    assert not Membership.objects.exclude(erasure_asked_at=None).exists()


def test_an_account_without_a_club_erases_itself(there: Traces, client: Client) -> None:
    client.force_login(a_user("gizi"))
    answer = send(client, ERASE, at=DATA, name="Somebody")
    assert answer.status_code == 422
    assert is_described(answer, form_in(answer, ERASE), "name")

    answer = send(client, ERASE, at=DATA, name="gizi")

    assert answer["Location"] == reverse("account_login")
    assert find_fields_with("gizi") == []
    assert client.get(ERASE).status_code == 302


def test_member_of_a_club_cannot_erase_the_account(there: Traces, client: Client) -> None:
    client.force_login(there.account)
    sent = {"key": "5b9ad6c4-65a5-4ac2-9ac2-2b8b0f4be3a9", "name": there.account.username}
    assert client.post(ERASE, sent).status_code == 409
    there.account.refresh_from_db()
    assert there.account.name == NAME


def test_poll_of_a_sheet_with_an_erased_name_is_rendered_again(anna: Client, there: Traces) -> None:
    live = reverse("club:live", args=[there.house.club.slug, there.sessions[0].id])
    tag = anna.get(live)["ETag"]
    assert anna.get(live, headers={"if-none-match": tag}).status_code == 304
    send(anna, player_url(there, "erase"), name=NAME)
    answer = anna.get(live, headers={"if-none-match": tag})
    assert answer.status_code == 200 and NAME not in text_of(answer)
