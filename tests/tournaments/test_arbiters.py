"""An arbiter directs one tournament, and nothing else of the club."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from support.attackers import a_client
from support.catalogue import row
from support.club_factories import (
    PASSED_OUT,
    House,
    a_form,
    a_house,
    a_session,
    a_user,
    codes,
    denes,
    recorded,
)
from support.club_web import text_of
from support.page_reader import forms_of
from support.tournament_tables import (
    a_tournament,
    an_arbiter,
    begun,
    seen,
    untouched,
    won_by,
)
from tarokk_club.club.models import Arbiter, Role, Tournament, User
from tarokk_club.club.people.usecases.members import remove_member
from tarokk_club.club.privacy.usecases.erasing import anonymise_account
from tarokk_club.club.session.usecases.events import record_event
from tarokk_club.club.tournaments.usecases.arbiters import (
    accept_arbiter_invitation,
    appoint_arbiter,
    remove_arbiter,
)
from tarokk_club.club.tournaments.usecases.rounds import start_round
from tarokk_club.club.tournaments.usecases.tables import end_table_with_totals
from tarokk_club.club.writing.errors import ConflictError, ForbiddenError, RefusedError


@pytest.fixture
def house(db: None) -> House:
    return a_house()


@pytest.fixture
def visitor(house: House) -> User:
    """Dénes, who is a member of another club."""
    return denes()


@pytest.fixture
def member(house: House) -> User:
    return a_user("gizi", club=house.club, roles=(Role.MEMBER,))


def page_of(user: User, tournament: Tournament, name: str = "tournament") -> Any:
    return a_client(user).get(reverse(f"club:{name}", args=[tournament.club.slug, tournament.pk]))


def begun_by(user: User, tournament: Tournament) -> Tournament:
    return start_round(
        club_id=tournament.club_id,
        form=a_form(user),
        tournament_id=tournament.id,
        seen=seen(tournament),
    )


def ended(house: House, arbiter: Arbiter) -> None:
    remove_arbiter(
        club_id=house.club.id,
        form=a_form(house.anna),
        tournament_id=arbiter.tournament_id,
        arbiter_id=arbiter.pk,
    )


@row("S101")
def test_an_arbiter_draws_enters_corrects_and_closes(house: House, visitor: User) -> None:
    cup = a_tournament(house, 4)
    an_arbiter(house, cup, visitor)

    begun_by(visitor, cup)
    table = cup.tables.get().session
    saved = record_event(session_id=table.id, form=a_form(visitor), raw=PASSED_OUT)
    client = a_client(visitor)
    sheet = client.get(reverse("club:sheet", args=[house.club.slug, table.pk]))
    correction = client.get(
        reverse("club:entry_correct", args=[house.club.slug, table.pk, saved.entry_id])
    )
    totals = dict(zip(map(str, table.seats), (9, 1, -3, -7), strict=True))
    end_table_with_totals(session_id=table.id, form=a_form(visitor), totals=totals)
    table.refresh_from_db()

    assert sheet.status_code == correction.status_code == 200
    assert table.closed


@row("S101")
def test_a_table_of_no_tournament_and_of_another_one_stay_closed(
    house: House, visitor: User, member: User
) -> None:
    cup, other = a_tournament(house, 4), a_tournament(house, 4, name="Őszi kupa")
    an_arbiter(house, cup, visitor)
    an_arbiter(house, cup, member)
    (table,) = begun(house, other)
    evening = a_session(house)

    for session in (table, evening):
        address = reverse("club:sheet", args=[house.club.slug, session.pk])
        assert a_client(visitor).get(address).status_code == 404
        for user in (visitor, member):
            with pytest.raises(ForbiddenError):
                record_event(session_id=session.pk, form=a_form(user), raw=PASSED_OUT)
    with pytest.raises(ForbiddenError):
        begun_by(visitor, other)
    assert page_of(visitor, other).status_code == 404


@row("S101")
def test_a_member_who_is_an_arbiter_directs_this_tournament(house: House, member: User) -> None:
    cup = a_tournament(house, 4)
    assert page_of(member, cup, "tournament_round").status_code == 403

    an_arbiter(house, cup, member)
    begun_by(member, cup)
    table = cup.tables.get().session
    record_event(session_id=table.id, form=a_form(member), raw=PASSED_OUT)

    assert page_of(member, cup, "tournament_settings").status_code == 403
    assert "Change the seats" in text_of(page_of(member, cup))


@row("S101")
def test_a_former_arbiter_is_a_stranger_again(house: House, visitor: User) -> None:
    cup = a_tournament(house, 8)
    arbiter = an_arbiter(house, cup, visitor)
    first, _second = begun(house, cup)
    assert page_of(visitor, cup).status_code == 200

    ended(house, arbiter)

    assert page_of(visitor, cup).status_code == 404
    with pytest.raises(ForbiddenError):
        record_event(session_id=first.id, form=a_form(visitor), raw=PASSED_OUT)


@row("S101")
def test_a_removed_or_erased_member_is_no_longer_arbiter(
    house: House, member: User, visitor: User
) -> None:
    cup = a_tournament(house, 4)
    an_arbiter(house, cup, member)
    an_arbiter(house, cup, visitor)

    remove_member(club_id=house.club.id, form=a_form(house.anna), user_id=member.pk)
    anonymise_account(visitor, "X")

    assert page_of(member, cup).status_code == 404
    assert list(cup.arbiters.filter(ended_at=None)) == []


@row("S101")
def test_the_task_ends_with_the_tournament_and_does_not_return(house: House, visitor: User) -> None:
    cup = a_tournament(house, 4, rounds=1)
    an_arbiter(house, cup, visitor)
    (table,) = begun(house, cup)
    won_by(house, table, 3, 1, -1, -3)

    assert page_of(visitor, cup).status_code == 404
    sheet = reverse("club:sheet", args=[house.club.slug, table.pk])
    assert a_client(visitor).get(sheet).status_code == 404
    with pytest.raises(ForbiddenError):
        record_event(session_id=table.id, form=a_form(visitor), raw=PASSED_OUT)
    with pytest.raises(RefusedError) as refused:
        an_arbiter(house, cup, visitor)
    assert codes(refused) == [("user_name", "arbiter_after_end")]


@row("S101")
def test_arbiters_only_read_a_round_with_a_final_result(house: House, visitor: User) -> None:
    """A further round was planned, and the tables of the first one stay the organiser's."""
    cup = a_tournament(house, 4, rounds=1)
    (table,) = begun(house, cup)
    won_by(house, table, 3, 1, -1, -3)
    Tournament.objects.filter(pk=cup.pk).update(rounds=2, guarded=1)
    cup.refresh_from_db()
    an_arbiter(house, cup, visitor)

    client, place = a_client(visitor), [house.club.slug, table.pk]

    assert client.get(reverse("club:sheet", args=place)).status_code == 200
    assert client.get(reverse("club:reopen", args=place)).status_code in (403, 405)
    assert client.post(reverse("club:reopen", args=place)).status_code == 403


def test_the_organiser_invites_an_arbiter_of_another_club(
    house: House, visitor: User, client: Client
) -> None:
    cup = a_tournament(house, 4)
    client.force_login(house.anna)
    address = reverse("club:tournament_arbiters", args=[house.club.slug, cup.pk])
    sent = untouched(client.get(address), "arbiter")
    client.post(address, sent | {"user_name": f" {visitor.username.upper()} "})
    client.post(address, sent | {"user_name": f" {visitor.username.upper()} "})

    assert "has not agreed yet" in text_of(client.get(address))
    assert page_of(visitor, cup).status_code == 404

    theirs = a_client(visitor)
    asked = theirs.get(reverse("club:directing"))
    agree = forms_of(asked.content.decode())[0]
    for _tap in range(2):
        answer = theirs.post(agree.action, agree.sent)
        assert answer["Location"] == reverse("club:tournament", args=[house.club.slug, cup.pk])

    assert page_of(visitor, cup).status_code == 200
    assert Arbiter.objects.count() == 1
    assert "To the tournament" in text_of(theirs.get(reverse("club:directing")))


def test_a_user_name_is_answered_alike_whether_somebody_has_it(house: House, visitor: User) -> None:
    cup = a_tournament(house, 4)
    for name in (visitor.username, "senki"):
        form = a_form(house.anna)
        appoint_arbiter(
            club_id=house.club.id,
            form=form,
            tournament_id=cup.id,
            member=None,
            user_name=name,
        )
        assert Arbiter.objects.get(pk=form.key).user is None


def test_a_user_name_that_no_account_can_have_is_refused(house: House) -> None:
    cup = a_tournament(house, 4)
    with pytest.raises(RefusedError) as caught:
        appoint_arbiter(
            club_id=house.club.id,
            form=a_form(house.anna),
            tournament_id=cup.id,
            member=None,
            user_name="\ufb03" * 30,
        )
    assert codes(caught) == [("user_name", "text_too_long")]


def test_nobody_else_agrees_in_place_of_the_person(house: House, visitor: User) -> None:
    cup, stranger = a_tournament(house, 4), a_user("stranger")
    arbiter = an_arbiter(house, cup, visitor)
    Arbiter.objects.filter(pk=arbiter.pk).update(user=None, user_name=visitor.username)

    address = reverse("club:directing_agree", args=[arbiter.pk])
    answer = a_client(stranger).post(address, {"key": uuid4()})

    assert answer.status_code == 404
    assert a_client(stranger).get(address).status_code == 405


def test_an_invitation_ends_when_it_is_withdrawn_or_the_tournament_over(
    house: House, visitor: User
) -> None:
    cup = a_tournament(house, 4, rounds=1)
    arbiter = an_arbiter(house, cup, visitor)
    Arbiter.objects.filter(pk=arbiter.pk).update(user=None, user_name=visitor.username)
    (table,) = begun(house, cup)
    won_by(house, table, 3, 1, -1, -3)

    with pytest.raises(ConflictError) as over:
        accept_arbiter_invitation(by=visitor, arbiter_id=arbiter.pk)
    ended(house, arbiter)
    with pytest.raises(Arbiter.DoesNotExist):
        accept_arbiter_invitation(by=visitor, arbiter_id=arbiter.pk)

    assert codes(over) == [("", "arbiter_after_end")]


@pytest.mark.parametrize(
    ("sent", "code"),
    [({"member": ""}, "Choose a member"), ({"member": "nobody"}, "nobody")],
)
def test_refuses_an_arbiter_form_without_a_person(
    house: House, client: Client, sent: dict[str, str], code: str
) -> None:
    cup = a_tournament(house, 4)
    client.force_login(house.anna)
    address = reverse("club:tournament_arbiters", args=[house.club.slug, cup.pk])

    answer = client.post(address, untouched(client.get(address), "arbiter") | sent)

    assert answer.status_code == 422
    assert code in text_of(answer)


def test_visiting_arbiter_sees_no_club_bar(house: House, visitor: User) -> None:
    cup = a_tournament(house, 4)
    an_arbiter(house, cup, visitor)
    (table,) = begun(house, cup)
    recorded(house, table, PASSED_OUT)

    answer = page_of(visitor, cup)
    sheet = a_client(visitor).get(reverse("club:sheet", args=[house.club.slug, table.pk]))

    for page in (answer, sheet):
        assert page.status_code == 200
        assert reverse("club:money", args=[house.club.slug]) not in page.content.decode()
        assert f'href="{reverse("club:club", args=[house.club.slug])}"' not in page.content.decode()
