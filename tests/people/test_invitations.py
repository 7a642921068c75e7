"""Invitations: who can make which, what they give, and that each counts as often as it says."""

from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.contrib.auth import authenticate
from django.utils import timezone

from support.catalogue import row
from support.club_factories import House, a_form, a_house, a_user, codes, denes
from support.invitations import PASSWORD, a_newcomer, an_invitation, at_once, token_of
from tarokk_club.club.models import AuditLine, Club, Invitation, Membership, Player, Role, User
from tarokk_club.club.people.queries.members import find_open_invitation
from tarokk_club.club.people.usecases.invitations import (
    MOST_AN_HOUR,
    Offer,
    join_as_newcomer,
    join_club,
    make_invitation,
    revoke_invitation,
)
from tarokk_club.club.people.usecases.members import change_roles
from tarokk_club.club.values.link_tokens import derive_token, hash_token
from tarokk_club.club.writing.errors import (
    ForbiddenError,
    KeyReusedError,
    LinkGoneError,
    OwnPromotionError,
    RefusedError,
    TooManyError,
)

pytestmark = pytest.mark.django_db


def roles_in(club: Club, user: User) -> list[str]:
    return list(Membership.objects.get(club=club, user=user).roles)


def test_an_invited_newcomer_joins_with_the_role(house: House) -> None:
    invitation = an_invitation(house, Role.SCORER, player="Cili")
    user, club = join_as_newcomer(token=token_of(invitation), newcomer=a_newcomer("Cili"))

    assert club == house.club
    assert roles_in(house.club, user) == ["scorer"]
    assert Player.objects.get(name="Cili").user == user
    assert authenticate(None, username="cili", password=PASSWORD) == user
    invitation.refresh_from_db()
    assert (invitation.used, invitation.uses_left) == (1, 0)


def test_an_invitation_for_one_is_used_up_and_one_for_an_evening_is_not(house: House) -> None:
    once, evening = an_invitation(house), an_invitation(house, evening=True)
    assert once.expires_at - once.made_at == timedelta(hours=72)
    assert evening.expires_at - evening.made_at == timedelta(hours=12)

    join_as_newcomer(token=token_of(once), newcomer=a_newcomer("Cili"))
    with pytest.raises(LinkGoneError):
        join_as_newcomer(token=token_of(once), newcomer=a_newcomer("Dezső"))
    for name in ("Dezső", "Elek"):
        join_as_newcomer(token=token_of(evening), newcomer=a_newcomer(name))

    assert Membership.objects.filter(club=house.club).count() == 5


def test_the_database_keeps_no_token_and_the_token_is_long(house: House) -> None:
    invitation = an_invitation(house)
    token = token_of(invitation)

    # 256 bits in letters of 6.
    assert len(token) == 43
    kept = str(Invitation.objects.values().get())
    assert token not in kept
    assert hash_token(token) in kept


@row("S73")
def test_link_survives_a_key_change_and_is_displayed_with_the_old_key(
    house: House, settings: object
) -> None:
    invitation = an_invitation(house)
    token = token_of(invitation)
    old = settings.SECRET_KEY  # type: ignore[attr-defined]
    settings.SECRET_KEY = "another" * 10  # type: ignore[attr-defined]

    assert invitation.token is None
    assert find_open_invitation(token) == invitation
    settings.SECRET_KEY_FALLBACKS = [old]  # type: ignore[attr-defined]
    assert invitation.token == token


@row("S32")
@pytest.mark.parametrize("span", [timedelta(hours=71), timedelta(hours=73)])
def test_an_invitation_expires(house: House, span: timedelta) -> None:
    invitation = an_invitation(house)
    Invitation.objects.update(expires_at=invitation.expires_at - span)

    still = find_open_invitation(token_of(invitation))

    assert (still is not None) == (span < timedelta(hours=72))


@row("S31")
def test_no_other_token_opens_the_invitation(house: House) -> None:
    invitation = an_invitation(house)
    token = token_of(invitation)
    others = [
        token[:-1] + ("A" if token[-1] != "A" else "B"),
        token.swapcase(),
        derive_token("invitation", invitation.id, key="another key"),
        derive_token("password", invitation.id),
        str(invitation.id),
        invitation.token_hash,
    ]

    assert [find_open_invitation(other) for other in others] == [None] * len(others)


@row("S33")
def test_a_revoked_invitation_is_gone(house: House) -> None:
    invitation = an_invitation(house, evening=True)
    form = a_form(house.anna)
    for _again in range(2):
        revoke_invitation(club_id=house.club.id, form=form, invitation_id=invitation.id)

    with pytest.raises(LinkGoneError):
        join_club(token=token_of(invitation), by=denes())
    assert AuditLine.objects.filter(act="revoked").count() == 1


def test_the_secretary_lets_in_members_and_scorers_the_owner_everybody(house: House) -> None:
    secretary = a_user("the-secretary", club=house.club, roles=(Role.SECRETARY,))
    for role in Role:
        assert an_invitation(house, role).roles == [role]
        if role in (Role.MEMBER, Role.SCORER):
            assert an_invitation(house, role, by=secretary).roles == [role]
        else:
            with pytest.raises(ForbiddenError):
                an_invitation(house, role, by=secretary)


@row("S05")
@pytest.mark.parametrize("role", [Role.TREASURER, Role.SCORER, Role.MEMBER])
def test_nobody_else_invites_or_revokes(house: House, role: Role) -> None:
    user = a_user("wants-more", club=house.club, roles=(role,))
    invitation = an_invitation(house)
    with pytest.raises(ForbiddenError):
        an_invitation(house, by=user)
    with pytest.raises(ForbiddenError):
        revoke_invitation(club_id=house.club.id, form=a_form(user), invitation_id=invitation.id)


def test_the_secretary_cannot_change_invitations_of_owners(house: House) -> None:
    secretary = a_user("the-secretary", club=house.club, roles=(Role.SECRETARY,))
    invitation = an_invitation(house, Role.OWNER)
    with pytest.raises(ForbiddenError):
        revoke_invitation(
            club_id=house.club.id, form=a_form(secretary), invitation_id=invitation.id
        )


def test_another_clubs_invitation_cannot_be_revoked(house: House) -> None:
    invitation, user = an_invitation(house), denes()
    with pytest.raises(Invitation.DoesNotExist):
        revoke_invitation(
            club_id=user.clubs.get().id, form=a_form(user), invitation_id=invitation.id
        )


@pytest.mark.parametrize(
    ("offer", "fault"),
    [
        (Offer(roles=()), ("role", "roles_missing")),
        (Offer(roles=("king",)), ("role", "roles_missing")),
        (Offer(roles=("owner",), evening=True), ("lasting", "evening_role")),
        (Offer(roles=("member",), player_id=uuid4()), ("player", "no_such_player")),
        (
            Offer(roles=("member",), evening=True, player_id=uuid4()),
            ("player", "player_for_one"),
        ),
    ],
)
def test_refuses_an_invalid_invitation(house: House, offer: Offer, fault: tuple[str, str]) -> None:
    with pytest.raises(RefusedError) as caught:
        make_invitation(club_id=house.club.id, form=a_form(None), offer=offer)
    assert codes(caught) == [fault]


@row("S03")
def test_a_player_of_another_club_or_of_somebody_is_not_offered(house: House) -> None:
    foreign = Player.objects.create(club=denes().clubs.get(), name="Titkos")
    Player.objects.filter(name="Béla").update(user=house.bela)
    taken = UUID(house.players["Béla"])
    for player_id, code in ((foreign.id, "no_such_player"), (taken, "player_claimed")):
        offer = Offer(roles=("member",), player_id=player_id)
        with pytest.raises(RefusedError) as caught:
            make_invitation(club_id=house.club.id, form=a_form(house.anna), offer=offer)
        assert codes(caught) == [("player", code)]


def test_the_same_form_makes_one_invitation(house: House) -> None:
    form, offer = a_form(house.anna), Offer(roles=("member",))
    first = make_invitation(club_id=house.club.id, form=form, offer=offer)
    assert make_invitation(club_id=house.club.id, form=form, offer=offer) == first
    with pytest.raises(KeyReusedError):
        make_invitation(club_id=house.club.id, form=form, offer=Offer(roles=("scorer",)))
    assert Invitation.objects.count() == 1


@row("S38")
def test_nobody_makes_invitations_without_end(house: House) -> None:
    for _each in range(MOST_AN_HOUR):
        an_invitation(house)
    with pytest.raises(TooManyError):
        an_invitation(house)
    # Somebody else is not held up by it, and an hour later nobody is.
    an_invitation(house, by=a_user("other", club=house.club, roles=(Role.OWNER,)))
    Invitation.objects.update(made_at=timezone.now() - timedelta(minutes=61))
    assert an_invitation(house)


def test_a_member_gets_further_roles_and_keeps_the_old_ones(house: House) -> None:
    invitation = an_invitation(house, Role.SCORER)
    join_club(token=token_of(invitation), by=house.bela)
    assert roles_in(house.club, house.bela) == ["member", "scorer"]


def test_an_invitation_with_nothing_new_is_not_used_up(house: House) -> None:
    invitation = an_invitation(house, Role.MEMBER)
    assert join_club(token=token_of(invitation), by=house.bela) == house.club
    invitation.refresh_from_db()
    assert (invitation.used, invitation.uses_left) == (0, 1)


@row("S07")
def test_nobody_takes_an_invitation_of_the_own_making(house: House) -> None:
    owner = a_user("the-owner", club=house.club, roles=(Role.OWNER,))
    invitation = an_invitation(house, Role.SECRETARY, by=owner)
    with pytest.raises(OwnPromotionError):
        join_club(token=token_of(invitation), by=owner)
    assert roles_in(house.club, owner) == ["owner"]


def test_losing_the_right_to_invite_closes_the_links(house: House) -> None:
    owner = a_user("the-owner", club=house.club, roles=(Role.OWNER, Role.SECRETARY))
    strong = an_invitation(house, Role.OWNER, by=owner)
    weak = an_invitation(house, Role.MEMBER, by=owner)

    for roles, left in ((["secretary"], {weak}), (["member"], set[Invitation]())):
        change_roles(club_id=house.club.id, form=a_form(house.anna), user_id=owner.id, roles=roles)
        still = {one for one in (strong, weak) if find_open_invitation(token_of(one))}
        assert still == left


def test_two_invitations_for_one_player_bring_one_person(house: House) -> None:
    first, second = (an_invitation(house, player="Cili") for _each in range(2))
    join_as_newcomer(token=token_of(first), newcomer=a_newcomer("Cili"))
    with pytest.raises(LinkGoneError):
        join_as_newcomer(token=token_of(second), newcomer=a_newcomer("Másik"))


def test_a_linked_member_cannot_join_as_a_second_player(house: House) -> None:
    Player.objects.filter(name="Béla").update(user=house.bela)
    invitation = an_invitation(house, player="Cili")
    with pytest.raises(RefusedError) as caught:
        join_club(token=token_of(invitation), by=house.bela)
    assert codes(caught) == [("", "plays_under_another")]
    assert Player.objects.get(name="Cili").user is None


def test_a_name_that_somebody_signs_in_with_is_refused_and_another_proposed(house: House) -> None:
    a_user("bela 2")
    token = token_of(an_invitation(house))
    with pytest.raises(RefusedError) as caught:
        join_as_newcomer(token=token, newcomer=a_newcomer(" BELA "))
    assert codes(caught) == [("name", "user_name_taken_else")]
    assert caught.value.problems[0].values["proposal"] == "BELA 3"
    assert find_open_invitation(token)


def test_a_name_whose_user_name_is_too_long_is_refused(house: House) -> None:
    token = token_of(an_invitation(house))
    with pytest.raises(RefusedError) as caught:
        join_as_newcomer(token=token, newcomer=a_newcomer("\ufb03" * 30))
    assert codes(caught) == [("name", "text_too_long")]
    assert find_open_invitation(token)


def test_reports_every_fault_of_a_newcomer_and_creates_nobody(house: House) -> None:
    token, before = token_of(an_invitation(house)), User.objects.count()
    with pytest.raises(RefusedError) as caught:
        join_as_newcomer(token=token, newcomer=a_newcomer(" ", password=""))
    assert codes(caught) == [("name", "missing"), ("password", "missing")]
    assert User.objects.count() == before


def test_a_resent_newcomer_form_creates_one_account(house: House) -> None:
    token, newcomer = token_of(an_invitation(house)), a_newcomer("Cili")
    first = join_as_newcomer(token=token, newcomer=newcomer)
    assert join_as_newcomer(token=token, newcomer=newcomer) == first
    # Who saw the form, but not the password, gets nothing by sending it again.
    for wrong in (
        a_newcomer("Cili", key=newcomer.key, password="another one"),
        a_newcomer("Dezső", key=newcomer.key),
    ):
        with pytest.raises(LinkGoneError):
            join_as_newcomer(token=token, newcomer=wrong)


def test_a_key_of_the_book_makes_no_account(house: House) -> None:
    token = token_of(an_invitation(house, evening=True))
    with pytest.raises(KeyReusedError):
        join_as_newcomer(token=token, newcomer=a_newcomer(key=house.anna.id))


@row("S34")
@pytest.mark.django_db(transaction=True)
def test_of_twenty_people_at_once_one_comes_in() -> None:
    house = a_house()
    token = token_of(an_invitation(house))

    def come(number: int) -> bool:
        try:
            join_as_newcomer(token=token, newcomer=a_newcomer(f"Vendég {number}"))
        except LinkGoneError:
            return False
        return True

    assert sum(at_once(come)) == 1
    assert Membership.objects.filter(club=house.club).count() == 3
    assert User.objects.count() == 3


@row("S34")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("evening", [False, True])
def test_the_same_person_twenty_times_at_once_is_one_member(evening: bool) -> None:
    house = a_house()
    user = denes()
    invitation = an_invitation(house, evening=evening)
    token = token_of(invitation)

    def come(number: int) -> bool:
        del number
        try:
            join_club(token=token, by=user)
        except LinkGoneError:
            return False
        return True

    assert any(at_once(come))
    assert Membership.objects.filter(club=house.club, user=user).count() == 1
    invitation.refresh_from_db()
    assert invitation.used == 1


@pytest.mark.django_db(transaction=True)
def test_one_form_of_a_newcomer_sent_twenty_times_at_once_makes_one_account() -> None:
    house = a_house()
    token, newcomer = token_of(an_invitation(house, evening=True)), a_newcomer("Cili")

    found = at_once(lambda number: join_as_newcomer(token=token, newcomer=newcomer)[0].id)

    assert set(found) == {newcomer.key}
    assert User.objects.filter(username="cili").count() == 1
