"""Guest links: who creates and revokes them, how long they last, how they show names."""

from datetime import date, timedelta
from uuid import uuid4

import pytest
from django.db import IntegrityError
from django.utils import timezone

from support.catalogue import row
from support.club_factories import House, a_form, a_session, a_user, codes, create_denes
from support.guest_visits import a_guest_link, season_of
from support.tournament_tables import a_tournament
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.guests.queries import find_guest_link, is_link_open, load_open_guest_links
from tarokk_club.club.guests.usecases import (
    LinkTarget,
    create_guest_link,
    renew_guest_link,
    revoke_guest_link,
    set_guest_naming,
)
from tarokk_club.club.models import AuditLine, GuestLink, Player, Role, Season, Session
from tarokk_club.club.models.guests import TARGETS, LinkLifetime
from tarokk_club.club.people.queries.players import load_names_for_guests
from tarokk_club.club.people.usecases.members import change_roles
from tarokk_club.club.people.usecases.players import set_own_player_hidden, set_player_hidden
from tarokk_club.club.session.usecases.sessions import bin_session
from tarokk_club.club.values.link_tokens import hash_token
from tarokk_club.club.values.naming import (
    NamedPlayer,
    Naming,
    build_public_names,
    shorten_to_initials,
)
from tarokk_club.club.writing.errors import ForbiddenError, KeyReusedError, RefusedError

pytestmark = pytest.mark.django_db


def acts() -> list[str]:
    return list(AuditLine.objects.order_by("pk").values_list("act", flat=True))


def test_a_new_guest_link_opens_and_is_logged(house: House, session: Session) -> None:
    link = a_guest_link(house, session)

    assert link.token
    assert find_guest_link(link.token) == link
    assert is_link_open(link)
    assert load_open_guest_links(house.club) == (link,)
    assert AuditLine.objects.get().facts == {"session": str(session.id)}


def test_the_database_keeps_no_token(house: House) -> None:
    token = a_guest_link(house).token

    assert token
    kept = str(GuestLink.objects.values().get())
    assert token not in kept
    assert hash_token(token) in kept


def test_the_same_form_makes_one_link(house: House) -> None:
    form, showing = a_form(house.anna), LinkTarget(season_id=season_of(house).id)
    first = create_guest_link(club_id=house.club.id, form=form, target=showing)

    assert create_guest_link(club_id=house.club.id, form=form, target=showing) == first
    week = LinkTarget(season_id=season_of(house).id, lasting=LinkLifetime.WEEK)
    with pytest.raises(KeyReusedError):
        create_guest_link(club_id=house.club.id, form=form, target=week)
    assert GuestLink.objects.count() == 1


@pytest.mark.parametrize("role", [Role.TREASURER, Role.SCORER, Role.MEMBER])
def test_only_owner_and_secretary_manage_guest_links(house: House, role: Role) -> None:
    user, link = a_user("wants-more", club=house.club, roles=(role,)), a_guest_link(house)
    for work in (revoke_guest_link, renew_guest_link):
        with pytest.raises(ForbiddenError):
            work(club_id=house.club.id, form=a_form(user), link_id=link.id)
    with pytest.raises(ForbiddenError):
        a_guest_link(house, by=user)
    with pytest.raises(ForbiddenError):
        set_guest_naming(club_id=house.club.id, form=a_form(user), naming=Naming.FULL)
    secretary = a_user("the-secretary", club=house.club, roles=(Role.SECRETARY,))
    assert a_guest_link(house, by=secretary)
    with pytest.raises(ForbiddenError):
        set_guest_naming(club_id=house.club.id, form=a_form(secretary), naming=Naming.FULL)


def test_refuses_links_to_unavailable_pages(house: House, session: Session) -> None:
    user = create_denes()
    club = user.clubs.get()
    theirs = Season.objects.get(club=club)
    binned = a_session(house)
    bin_session(session_id=binned.id, form=a_form(house.anna))
    wrong = [
        LinkTarget(),
        LinkTarget(season_id=theirs.id),
        LinkTarget(season_id=uuid4()),
        LinkTarget(session_id=binned.id),
        LinkTarget(session_id=session.id, season_id=season_of(house).id),
    ]
    for showing in wrong:
        with pytest.raises(RefusedError) as caught:
            create_guest_link(club_id=house.club.id, form=a_form(house.anna), target=showing)
        assert codes(caught) == [("what", "nothing_to_show")]
    with pytest.raises(RefusedError) as caught:
        a_guest_link(house, language="tlh")
    assert codes(caught) == [("language", "language_unknown")]
    assert not GuestLink.objects.exists()


def test_tournament_link_works_for_a_week_or_until_revoked(house: House) -> None:
    cup = a_tournament(house, 4)
    with pytest.raises(RefusedError) as caught:
        a_guest_link(house, cup, lasting=LinkLifetime.SEASON)
    assert codes(caught) == [("lasting", "tournament_no_season")]
    old = a_guest_link(house, cup, lasting=LinkLifetime.WEEK, language="da")

    new = renew_guest_link(club_id=house.club.id, form=a_form(house.anna), link_id=old.id)

    assert (new.tournament, new.lasting, new.language) == (cup, "week", "da")
    assert load_open_guest_links(house.club) == (new,)
    assert acts()[-3:] == ["guest_link_cup", "guest_gone_cup", "guest_link_cup"]


def test_tournament_of_another_club_is_hidden(house: House) -> None:
    cup, user = a_tournament(house, 4), create_denes()
    showing = LinkTarget(tournament_id=cup.id, lasting=LinkLifetime.WEEK)
    with pytest.raises(RefusedError) as caught:
        create_guest_link(club_id=user.clubs.get().id, form=a_form(user), target=showing)
    assert codes(caught) == [("what", "nothing_to_show")]


def test_the_audit_finds_a_link_of_another_club_to_a_tournament(house: House) -> None:
    cup, club = a_tournament(house, 4), create_denes().clubs.get()
    assert list(iter_findings()) == []
    GuestLink.objects.create(club=club, tournament=cup, made_at=timezone.now(), token_hash="x")

    assert {one.check for one in iter_findings()} == {"guest_link_club"}


def test_link_of_another_club_is_not_found(house: House) -> None:
    user, link = create_denes(), a_guest_link(house)
    for work in (revoke_guest_link, renew_guest_link):
        with pytest.raises(GuestLink.DoesNotExist):
            work(club_id=user.clubs.get().id, form=a_form(user), link_id=link.id)


@pytest.mark.parametrize(
    "shown", [(), ("session", "season"), ("season", "tournament"), TARGETS], ids=len
)
def test_database_refuses_a_link_to_no_page_or_to_several(
    house: House, session: Session, shown: tuple[str, ...]
) -> None:
    known = {"session": session, "season": season_of(house), "tournament": a_tournament(house, 4)}
    pages = {kind: known[kind] for kind in shown}
    with pytest.raises(IntegrityError):
        GuestLink.objects.create(club=house.club, made_at=timezone.now(), token_hash="x", **pages)


def test_revoking_twice_is_revoking_once(house: House) -> None:
    link, form = a_guest_link(house), a_form(house.anna)
    for _again in range(2):
        revoke_guest_link(club_id=house.club.id, form=form, link_id=link.id)

    assert load_open_guest_links(house.club) == ()
    assert acts() == ["guest_link_season", "guest_gone_season"]


def test_a_renewed_link_shows_the_same_and_the_old_one_ends(house: House, session: Session) -> None:
    old = a_guest_link(house, session, lasting=LinkLifetime.WEEK, language="hu")
    GuestLink.objects.update(expires_at=timezone.now() - timedelta(days=1))
    form = a_form(house.anna)
    for _again in range(2):
        new = renew_guest_link(club_id=house.club.id, form=form, link_id=old.id)

    assert (new.session, new.lasting, new.language) == (session, "week", "hu")
    assert load_open_guest_links(house.club) == (new,)
    assert new.token != old.token
    assert acts() == ["guest_link", "guest_gone", "guest_link"]


def test_refuses_to_renew_links_to_deleted_sessions(house: House, session: Session) -> None:
    link = a_guest_link(house, session)
    bin_session(session_id=session.id, form=a_form(house.anna))

    assert load_open_guest_links(house.club) == ()
    with pytest.raises(RefusedError):
        renew_guest_link(club_id=house.club.id, form=a_form(house.anna), link_id=link.id)
    assert GuestLink.objects.get().revoked_at is None


def test_a_link_until_the_end_of_a_season_needs_one_to_come(house: House) -> None:
    stray = a_session(house, date="2020-03-01")
    with pytest.raises(RefusedError) as caught:
        a_guest_link(house, stray)
    assert codes(caught) == [("lasting", "season_over")]
    assert is_link_open(a_guest_link(house, stray, lasting=LinkLifetime.REVOKED))
    Season.objects.update(ends=date(2026, 2, 1))
    with pytest.raises(RefusedError):
        a_guest_link(house)


def test_losing_the_right_to_invite_revokes_open_links(house: House) -> None:
    owner = a_user("the-owner", club=house.club, roles=(Role.OWNER, Role.SECRETARY))
    own, annas = a_guest_link(house, by=owner), a_guest_link(house)
    for roles, left in ((["secretary"], {own, annas}), (["member"], {annas})):
        change_roles(club_id=house.club.id, form=a_form(house.anna), user_id=owner.id, roles=roles)
        assert set(load_open_guest_links(house.club)) == left


# --- names


def test_initials_and_numbers_distinguish_everybody() -> None:
    names = ["Kis Anna", "Kő Anikó", "kovács aladár", "Béla", "Béla 2", "Dr. Nagy-Kiss Éva", "🦊"]
    known = [NamedPlayer(str(number), name, False) for number, name in enumerate(names)]

    found = list(build_public_names(known, Naming.INITIALS).values())

    assert found == ["K. A.", "K. A. 2", "K. A. 3", "B.", "B. 2", "N. É.", "🦊."]


def test_a_generated_name_avoids_taken_names() -> None:
    known = [
        NamedPlayer("a", "Béla", False),
        NamedPlayer("b", "Bora", False),
        NamedPlayer("c", "Béla 2", False),
        NamedPlayer("d", "Dóra", True),
        NamedPlayer("e", "Player 4", False),
    ]

    assert list(build_public_names(known, Naming.INITIALS).values()) == [
        "B.",
        "B. 2",
        "B. 2 2",
        "P. 4",
        "Player 4",
    ]
    full = build_public_names(known, Naming.FULL)
    assert (full["e"], full["d"]) == ("Player 4", "Player 5")


def test_later_players_keep_existing_labels() -> None:
    first = [NamedPlayer("a", "Anna", False), NamedPlayer("b", "Andor", False)]
    before = build_public_names(first, Naming.INITIALS)

    after = build_public_names([*first, NamedPlayer("c", "Aladár", False)], Naming.INITIALS)

    assert before.items() < after.items()


def test_the_initials_of_odd_names() -> None:
    assert [shorten_to_initials(name) for name in ("(Öcsi) Pál", "ßen", "12", "—")] == [
        "Ö. P.",
        "SS.",
        "12",
        "—.",
    ]


def test_a_club_shows_initials_until_its_owner_wants_more(house: House) -> None:
    assert set(load_names_for_guests(house.club).values()) == {"A.", "B.", "C.", "D.", "C. 2"}

    club = set_guest_naming(club_id=house.club.id, form=a_form(house.anna), naming=Naming.FULL)

    assert set(load_names_for_guests(club).values()) == set(house.players)
    assert acts() == ["guest_names"]


@row("S66")
def test_secretary_cannot_unhide_a_player_with_an_account(house: House) -> None:
    bela = Player.objects.get(name="Béla")
    Player.objects.filter(pk=bela.pk).update(user=house.bela)
    common = {"club_id": house.club.id, "player_id": bela.pk}

    set_player_hidden(**common, form=a_form(house.anna), hidden=True)
    with pytest.raises(RefusedError) as caught:
        set_player_hidden(**common, form=a_form(house.anna), hidden=False)
    assert codes(caught) == [("", "own_choice")]
    set_own_player_hidden(user=house.bela, player_id=bela.pk, hidden=False)
    assert not Player.objects.get(pk=bela.pk).hidden

    # Who has no account says it to the secretary.
    cili = {"club_id": house.club.id, "player_id": Player.objects.get(name="Cili").pk}
    for hidden in (True, False):
        assert set_player_hidden(**cili, form=a_form(house.anna), hidden=hidden).hidden == hidden


@row("S66")
def test_member_cannot_hide_another_player(house: House) -> None:
    anna = Player.objects.get(name="Anna")
    with pytest.raises(Player.DoesNotExist):
        set_own_player_hidden(user=house.bela, player_id=anna.pk, hidden=True)
    with pytest.raises(ForbiddenError):
        set_player_hidden(
            club_id=house.club.id, form=a_form(house.bela), player_id=anna.pk, hidden=True
        )
