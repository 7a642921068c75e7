"""The pages of the members and the invitations, and the log."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from support.catalogue import row
from support.club_factories import House, a_form, a_session, a_user, create_denes
from support.club_web import form_in, send, text_of
from support.invitations import an_invitation, link_to, token_of
from tarokk_club.club.audit.queries.logbook import PAGE
from tarokk_club.club.models import (
    Act,
    AuditLine,
    Invitation,
    Membership,
    PasswordLink,
    Player,
    Role,
    Session,
    User,
)
from tarokk_club.club.people.usecases.accounts import make_password_link
from tarokk_club.club.people.usecases.invitations import MOST_AN_HOUR
from tarokk_club.club.people.usecases.members import remove_member
from tarokk_club.club.session.usecases.sessions import bin_session, restore_session
from tarokk_club.env import Environment

pytestmark = pytest.mark.django_db


@pytest.fixture
def secretary(house: House) -> Client:
    client = Client()
    client.force_login(a_user("the-secretary", club=house.club, roles=(Role.SECRETARY,)))
    return client


def url(house: House, name: str, *parts: object) -> str:
    return reverse(f"club:{name}", args=[house.club.slug, *parts])


def load_member_roles(user: User) -> list[str]:
    return list(Membership.objects.get(user=user).roles)


def test_an_owner_invites_from_the_page_of_members(anna: Client, house: House) -> None:
    shown = text_of(anna.get(url(house, "members")))
    assert "<bdi>bela</bdi>" in shown and "Owner and secretary" in shown
    assert "Nobody is invited at the moment." in shown

    answer = send(anna, url(house, "invite"), role="scorer", player=house.players["Cili"])

    invitation = Invitation.objects.get()
    assert answer["Location"] == url(house, "invitation", invitation.id)
    assert (invitation.roles, invitation.player) == (["scorer"], Player.objects.get(name="Cili"))
    page = text_of(anna.get(answer["Location"]))
    assert f'value="http://testserver{link_to(invitation)}"' in page
    assert "<svg" in page and "style=" not in page
    assert "for <bdi>Cili</bdi> only" in text_of(anna.get(url(house, "members")))


def test_shows_the_link_to_members_only_with_the_right(anna: Client, house: House) -> None:
    club = url(house, "club")
    assert url(house, "members") in text_of(anna.get(club))
    anna.force_login(house.bela)
    assert url(house, "members") not in text_of(anna.get(club))
    assert anna.get(url(house, "members")).status_code == 403


def test_the_secretary_sees_the_members_and_changes_none(secretary: Client, house: House) -> None:
    shown = text_of(secretary.get(url(house, "members")))
    assert "<bdi>bela</bdi>" in shown
    assert url(house, "member", house.bela.id) not in shown
    assert url(house, "log") not in shown
    for name in ("member", "member_remove", "member_password"):
        answer = secretary.post(url(house, name, house.bela.id), {"key": uuid4()})
        assert answer.status_code == 403, name
    assert secretary.get(url(house, "log")).status_code == 403
    assert load_member_roles(house.bela) == ["member"]


def test_the_secretary_is_offered_two_roles_and_gets_no_third(
    secretary: Client, house: House
) -> None:
    page = text_of(secretary.get(url(house, "invite")))
    assert re.findall(r'name="role" value="(\w+)"', page) == ["member", "scorer"]
    answer = send(secretary, url(house, "invite"), role="owner")
    assert answer.status_code == 422
    assert not Invitation.objects.exists()


def test_a_refused_invitation_preserves_the_choices(anna: Client, house: House) -> None:
    answer = send(
        anna,
        url(house, "invite"),
        role="treasurer",
        lasting="evening",
        player=house.players["Cili"],
    )
    assert answer.status_code == 422
    form = form_in(answer, url(house, "invite"))
    assert form.sent["role"] == "treasurer" and form.sent["lasting"] == "evening"
    assert form.sent["player"] == house.players["Cili"]
    assert {"lasting", "player"} <= set(form.faulty)


@row("S06")
def test_additional_form_fields_are_ignored(anna: Client, house: House) -> None:
    send(
        anna,
        url(house, "invite"),
        roles="owner",
        uses_left="99",
        expires_at="2099-01-01",
        made_by=str(house.bela.id),
    )
    invitation = Invitation.objects.get()
    assert (invitation.roles, invitation.uses_left) == (["member"], 1)
    assert (invitation.expires_at - invitation.made_at).days == 3
    assert invitation.made_by == house.anna


@row("S38")
def test_too_many_invitations_return_429(anna: Client, house: House) -> None:
    for _each in range(MOST_AN_HOUR):
        an_invitation(house)
    answer = send(anna, url(house, "invite"))
    assert answer.status_code == 429
    assert answer["Retry-After"] == "3600"
    assert Invitation.objects.count() == MOST_AN_HOUR


def test_an_invitation_is_taken_back_and_shows_no_code_any_more(anna: Client, house: House) -> None:
    invitation = an_invitation(house)
    page, back = (url(house, name, invitation.id) for name in ("invitation", "invitation_revoke"))

    answer = send(anna, back, at=page)

    assert answer["Location"] == url(house, "members")
    shown = text_of(anna.get(page))
    assert "This invitation has ended" in shown
    assert token_of(invitation) not in shown
    assert page not in text_of(anna.get(url(house, "members")))


def test_secretary_cannot_open_an_invitation_of_an_owner(secretary: Client, house: House) -> None:
    strong, weak = an_invitation(house, Role.OWNER), an_invitation(house)
    answer = secretary.get(url(house, "invitation", strong.id))
    assert answer.status_code == 403
    assert "Only an owner may hand out this invitation." in text_of(answer)
    assert secretary.post(url(house, "invitation_revoke", strong.id)).status_code == 403
    assert token_of(weak) in text_of(secretary.get(url(house, "invitation", weak.id)))


@row("S01")
@pytest.mark.parametrize("name", ["invitation", "password_link", "member"])
def test_objects_of_another_club_are_404(anna: Client, house: House, name: str) -> None:
    other = create_denes()
    club = other.clubs.get()
    foreign = House(club, other, other, {})
    # Made by Anna, as an owner there too, so that nothing but the club of the address refuses it.
    Membership.objects.create(user=house.anna, club=club, roles=[Role.OWNER.value])
    link = make_password_link(club_id=club.id, form=a_form(house.anna), user_id=other.id)
    invitation = an_invitation(foreign, by=house.anna)
    ids = {"invitation": invitation.id, "password_link": link.id, "member": other.id}
    assert anna.get(url(foreign, name, ids[name])).status_code == 200
    for one in (ids[name], uuid4()):
        assert anna.get(url(house, name, one)).status_code == 404


def test_the_link_in_the_code_can_be_reached_from_a_phone(
    anna: Client, house: House, settings: Settings
) -> None:
    page = url(house, "invitation", an_invitation(house).id)
    settings.ENV = Environment(host="192.0.2.7")
    assert "http://192.0.2.7:8000/i/" in text_of(anna.get(page, HTTP_HOST="localhost:8000"))
    settings.ENV = Environment(host="127.0.0.1")
    alone = text_of(anna.get(page, HTTP_HOST="localhost:8000"))
    assert "http://localhost:8000/i/" in alone
    assert "only this machine can open the link" in alone


def test_roles_are_ticked_and_saved(anna: Client, house: House) -> None:
    page = url(house, "member", house.bela.id)
    assert form_in(anna.get(page), page).sent["roles"] == "member"

    answer = send(anna, page, roles=["scorer", "treasurer"])

    assert answer["Location"] == url(house, "members")
    assert load_member_roles(house.bela) == ["treasurer", "scorer"]
    assert "bela is now: Treasurer and scorer." in text_of(anna.get(answer["Location"]))


def test_refuses_a_member_without_a_role_at_its_field(anna: Client, house: House) -> None:
    page = url(house, "member", house.bela.id)
    answer = send(anna, page, roles=None)
    assert answer.status_code == 422
    assert "Choose at least one role, or remove the member." in text_of(answer)


@row("S07")
def test_the_own_further_roles_are_locked_and_refused(anna: Client, house: House) -> None:
    page = url(house, "member", house.anna.id)
    shown = text_of(anna.get(page))
    assert len(re.findall(r'<input type="checkbox"[^>]* disabled', shown)) == 3
    answer = send(anna, page, roles=["owner", "secretary", "treasurer"])
    assert answer.status_code == 403
    assert "You cannot give yourself roles" in text_of(answer)
    assert load_member_roles(house.anna) == ["owner", "secretary"]


@row("S07")
def test_refuses_to_remove_the_last_secretary_or_owner(anna: Client, house: House) -> None:
    page, gone = (url(house, name, house.anna.id) for name in ("member", "member_remove"))
    answer = send(anna, page, roles=["owner"])
    assert answer.status_code == 409
    assert "A club needs a secretary; make somebody else secretary first." in text_of(answer)
    answer = send(anna, gone, at=page)
    assert answer.status_code == 409
    assert "A club needs an owner; make somebody else owner first." in text_of(answer)
    assert load_member_roles(house.anna) == ["owner", "secretary"]


def test_the_founder_links_a_player_and_gets_a_money_account(anna: Client, house: House) -> None:
    page, link = (url(house, name, house.anna.id) for name in ("member", "member_player"))
    mine = url(house, "account", house.players["Anna"])
    assert "is_mine" in anna.get(mine).context and not anna.get(mine).context["is_mine"]

    answer = send(anna, link, at=page, player=house.players["Anna"])

    assert answer["Location"] == page
    assert "It is recorded which player anna is." in text_of(anna.get(page))
    assert anna.get(mine).context["is_mine"]
    # Who plays already is offered to nobody else.
    other = url(house, "member", house.bela.id)
    assert house.players["Anna"] not in text_of(anna.get(other))
    link = url(house, "member_player", house.bela.id)
    answer = send(anna, link, at=other, player=house.players["Anna"])
    assert answer.status_code == 422
    assert "Choose a player who belongs to no account." in text_of(answer)
    log = text_of(anna.get(url(house, "log")))
    assert "anna noted that anna plays as Anna." in log


@row("S08")
def test_a_removed_member_finds_no_club_at_the_next_request(anna: Client, house: House) -> None:
    bela = Client()
    bela.force_login(house.bela)
    club = url(house, "club")
    assert bela.get(club).status_code == 200

    answer = send(
        anna, url(house, "member_remove", house.bela.id), at=url(house, "member", house.bela.id)
    )

    assert answer["Location"] == url(house, "members")
    assert bela.get(club).status_code == 404
    assert "You belong to no club yet" in text_of(bela.get("/"))


def test_leaving_a_club_redirects_home(anna: Client, house: House) -> None:
    a_user("next", club=house.club, roles=(Role.OWNER, Role.SECRETARY))
    page = url(house, "member", house.anna.id)
    answer = send(anna, url(house, "member_remove", house.anna.id), at=page)
    assert answer["Location"] == "/"
    assert not Membership.objects.filter(user=house.anna).exists()


def test_shows_a_password_link_only_to_its_maker(anna: Client, house: House) -> None:
    page = url(house, "member", house.bela.id)
    answer = send(anna, url(house, "member_password", house.bela.id), at=page)
    link = PasswordLink.objects.get()
    assert answer["Location"] == url(house, "password_link", link.id)
    assert f"/p/{token_of(link)}/" in text_of(anna.get(answer["Location"]))

    anna.force_login(a_user("owner-too", club=house.club, roles=(Role.OWNER,)))
    assert anna.get(answer["Location"]).status_code == 404


def test_explains_why_a_password_link_is_refused(anna: Client, house: House) -> None:
    user = create_denes()
    Membership.objects.create(user=user, club=house.club, roles=["member"])
    page = url(house, "member", user.id)
    answer = send(anna, url(house, "member_password", user.id), at=page)
    assert answer.status_code == 422
    assert "only the operator of the site can help" in text_of(answer)


def test_log_describes_events_in_sentences(anna: Client, house: House, session: Session) -> None:
    an_invitation(house, Role.SCORER, evening=True)
    bin_session(session_id=session.id, form=a_form(house.anna))
    restore_session(session_id=session.id, form=a_form(house.anna))
    anna.get(reverse("club:hands_file", args=[house.club.slug, session.id]))
    anna.get(url(house, "standings_file"))
    send(anna, url(house, "member", house.bela.id), roles=["scorer", "treasurer"])
    remove_member(club_id=house.club.id, form=a_form(), user_id=house.bela.id)

    shown = text_of(anna.get(url(house, "log")))

    told = [
        "anna signed in.",
        "anna made an invitation for an evening: Scorer.",
        "anna put the session of 18 Nov 2026 into the bin.",
        "anna took the session of 18 Nov 2026 out of the bin.",
        "anna downloaded the file hands.csv of the session of 18 Nov 2026.",
        "anna downloaded the file standings.csv.",
        "anna changed the roles of bela. Before: Member. Now: Treasurer and scorer.",
        "The operator removed bela from the club.",
        "anna read this log.",
    ]
    places = [shown.find(sentence) for sentence in reversed(told)]
    assert -1 not in places and places == sorted(places)


def test_the_log_holds_no_names_and_its_reading_is_one_line_an_hour(
    anna: Client, house: House
) -> None:
    for _again in range(3):
        anna.get(url(house, "log"))
    assert AuditLine.objects.filter(act="log_read").count() == 1
    assert "anna" not in str(list(AuditLine.objects.values_list("facts", flat=True)))
    # Who is called otherwise now is called so in every line.
    User.objects.filter(pk=house.anna.pk).update(name="Panni")
    assert "Panni signed in." in text_of(anna.get(url(house, "log")))


@row("S71")
def test_nothing_can_be_sent_to_the_log(anna: Client, house: House) -> None:
    anna.get(url(house, "log"))
    before = AuditLine.objects.count()
    anna.post(url(house, "log"), {"delete": "all", "before": "1"})
    assert AuditLine.objects.count() == before


def test_older_lines_are_a_page_away(
    anna: Client, house: House, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(PAGE + 5):
        facts = {"file": f"file-{number}.csv"}
        AuditLine.write(house.club.id, Act.EXPORTED_CLUB, by=house.anna, facts=facts)
    with django_assert_max_num_queries(12):
        first = text_of(anna.get(url(house, "log")))
    older = re.search(r'href="([^"]*before=\d+)"', first)
    assert older and "file-0.csv" not in first
    second = text_of(anna.get(older[1]))
    assert "file-0.csv" in second and "before=" not in second
    for odd in ("x", "-1", "9" * 30, "²"):
        assert anna.get(url(house, "log"), {"before": odd}).status_code == 200


def test_another_clubs_lines_are_not_in_the_log(anna: Client, house: House) -> None:
    other = create_denes()
    AuditLine.write(other.clubs.get().id, Act.EXPORTED_CLUB, by=other, facts={"file": "titok.csv"})
    assert "titok.csv" not in text_of(anna.get(url(house, "log")))


def test_pages_take_few_queries(
    anna: Client, house: House, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    a_session(house)
    for number in range(30):
        user = a_user(f"member {number}", club=house.club, roles=(Role.MEMBER,))
        Player.objects.create(club=house.club, name=f"Player {number}", user=user)
    for _each in range(10):
        invitation = an_invitation(house)
    pages = [
        url(house, "members"),
        url(house, "invite"),
        url(house, "invitation", invitation.id),
        url(house, "member", house.bela.id),
    ]
    for page in pages:
        with django_assert_max_num_queries(12):
            assert anna.get(page).status_code == 200
