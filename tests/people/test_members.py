"""The members of a club: roles, removal, lost passwords; and one's own name and language."""

from datetime import timedelta
from uuid import UUID

import pytest
from django.contrib.auth import authenticate
from django.utils import timezone

from support.catalogue import row
from support.club_factories import House, a_form, a_house, a_user, codes, create_denes
from support.invitations import PASSWORD, an_invitation, at_once, token_of
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import AuditLine, Membership, PasswordLink, Player, Role, User
from tarokk_club.club.people.queries.members import (
    find_open_invitation,
    find_usable_password_link,
    load_member_rows,
)
from tarokk_club.club.people.usecases.accounts import (
    change_profile,
    make_password_link,
    reset_password_by_link,
)
from tarokk_club.club.people.usecases.members import change_roles, remove_member
from tarokk_club.club.people.usecases.players import add_player, link_player
from tarokk_club.club.writing.errors import (
    ConflictError,
    ForbiddenError,
    LinkGoneError,
    OwnPromotionError,
    RefusedError,
)

pytestmark = pytest.mark.django_db
NEW = "új jelszó, jobb"


def give(house: House, user: User, *roles: Role, by: User | None = None) -> Membership:
    return change_roles(
        club_id=house.club.id,
        form=a_form(by or house.anna),
        user_id=user.id,
        roles=[role.value for role in roles],
    )


def remove(house: House, user: User, *, by: User | None = None) -> User:
    return remove_member(club_id=house.club.id, form=a_form(by or house.anna), user_id=user.id)


def a_link(house: House, user: User, *, by: User | None = None) -> PasswordLink:
    return make_password_link(club_id=house.club.id, form=a_form(by or house.anna), user_id=user.id)


def load_member_roles(house: House, user: User) -> list[str]:
    return list(Membership.objects.get(club=house.club, user=user).roles)


def test_roles_are_changed_and_logged(house: House) -> None:
    give(house, house.bela, Role.TREASURER, Role.SECRETARY)

    # As the table of roles orders them, however they were ticked.
    assert load_member_roles(house, house.bela) == ["secretary", "treasurer"]
    line = AuditLine.objects.get(act="roles_changed")
    assert line.user == house.anna
    assert line.facts == {
        "whom": str(house.bela.id),
        "before": ["member"],
        "after": ["secretary", "treasurer"],
    }
    rows = load_member_rows(house.club.id)
    assert [(row.name, row.roles) for row in rows] == [
        ("anna", ("owner", "secretary")),
        ("bela", ("secretary", "treasurer")),
    ]


def test_roles_that_stay_as_they_are_leave_no_line(house: House) -> None:
    give(house, house.bela, Role.MEMBER)
    assert not AuditLine.objects.exists()


def test_a_member_has_at_least_one_role(house: House) -> None:
    with pytest.raises(RefusedError) as caught:
        give(house, house.bela)
    assert codes(caught) == [("roles", "roles_missing")]


@row("S05")
@pytest.mark.parametrize("role", [Role.SECRETARY, Role.TREASURER, Role.SCORER, Role.MEMBER])
def test_only_an_owner_changes_members(house: House, role: Role) -> None:
    user = a_user("wants-more", club=house.club, roles=(role,))
    with pytest.raises(ForbiddenError):
        give(house, house.bela, Role.OWNER, by=user)
    with pytest.raises(ForbiddenError):
        give(house, user, Role.OWNER, by=user)
    with pytest.raises(ForbiddenError):
        remove(house, house.bela, by=user)
    with pytest.raises(ForbiddenError):
        a_link(house, house.bela, by=user)


@row("S07")
def test_owner_cannot_change_the_own_roles(house: House) -> None:
    with pytest.raises(OwnPromotionError):
        give(house, house.anna, Role.OWNER, Role.SECRETARY, Role.TREASURER)
    assert load_member_roles(house, house.anna) == ["owner", "secretary"]


@row("S07")
def test_the_last_owner_and_the_last_secretary_stay(house: House) -> None:
    with pytest.raises(ConflictError) as caught:
        give(house, house.anna, Role.SECRETARY)
    assert codes(caught) == [("roles", "last_owner")]
    with pytest.raises(ConflictError) as caught:
        give(house, house.anna, Role.OWNER)
    assert codes(caught) == [("roles", "last_secretary")]
    with pytest.raises(ConflictError) as caught:
        remove(house, house.anna)
    assert codes(caught) == [("roles", "last_owner"), ("roles", "last_secretary")]

    give(house, house.bela, Role.OWNER, Role.SECRETARY)
    give(house, house.anna, Role.OWNER)
    remove(house, house.anna)
    assert [row.name for row in load_member_rows(house.club.id)] == ["bela"]
    assert AuditLine.objects.get(act="left").user == house.anna


@row("S07")
@pytest.mark.django_db(transaction=True)
def test_the_last_of_many_owners_leaving_at_once_stays() -> None:
    house = a_house()
    owners = [
        a_user(f"owner {number}", club=house.club, roles=(Role.OWNER, Role.SECRETARY))
        for number in range(19)
    ]
    owners.append(house.anna)

    def leave(number: int) -> bool:
        try:
            remove(house, owners[number], by=owners[number])
        except ConflictError:
            return False
        return True

    assert sum(at_once(leave)) == 19
    assert list(iter_findings()) == []


@row("S08")
def test_a_removed_member_is_a_stranger_at_once(house: House) -> None:
    give(house, house.bela, Role.SECRETARY)
    Player.objects.filter(name="Béla").update(user=house.bela)
    evening, own = an_invitation(house, evening=True), an_invitation(house, by=house.bela)
    other = an_invitation(house)

    remove(house, house.bela)

    assert not Membership.objects.filter(user=house.bela, club=house.club).exists()
    with pytest.raises(ForbiddenError):
        add_player(club_id=house.club.id, form=a_form(house.bela), name="Feri")
    assert Player.objects.get(name="Béla").user is None
    # Neither the link of the evening nor one of the own making leads back.
    assert [find_open_invitation(token_of(one)) for one in (evening, own, other)] == [
        None,
        None,
        other,
    ]


def test_the_same_form_removes_once(house: House) -> None:
    form = a_form(house.anna)
    for _again in range(2):
        remove_member(club_id=house.club.id, form=form, user_id=house.bela.id)
    assert AuditLine.objects.filter(act="removed").count() == 1


def test_member_of_another_club_returns_404(house: House) -> None:
    user = create_denes()
    with pytest.raises(Membership.DoesNotExist):
        give(house, user, Role.MEMBER)
    for work in (remove, a_link):
        with pytest.raises(User.DoesNotExist):
            work(house, user)


@row("S16")
def test_a_password_link_works_once(house: House) -> None:
    token = token_of(a_link(house, house.bela))

    assert reset_password_by_link(token=token, password=NEW) == house.bela

    assert authenticate(None, username="bela", password=NEW) == house.bela
    assert authenticate(None, username="bela", password=PASSWORD) is None
    with pytest.raises(LinkGoneError):
        reset_password_by_link(token=token, password="something else")
    acts = AuditLine.objects.order_by("pk").values_list("act", "user__username")
    assert list(acts) == [("link_made", "anna"), ("link_used", "bela")]


@row("S16")
def test_a_password_link_ends_after_a_day(house: House) -> None:
    link = a_link(house, house.bela)
    assert link.expires_at - link.made_at == timedelta(hours=24)
    PasswordLink.objects.update(expires_at=timezone.now())
    assert find_usable_password_link(token_of(link)) is None


@row("S16")
def test_a_password_link_ends_with_the_password_and_with_the_next_link(house: House) -> None:
    first = a_link(house, house.bela)
    second = a_link(house, house.bela)
    assert find_usable_password_link(token_of(first)) is None
    assert find_usable_password_link(token_of(second)) == second
    house.bela.set_password(NEW)
    house.bela.save()
    assert find_usable_password_link(token_of(second)) is None


@row("S31")
def test_invitations_and_password_links_are_not_interchangeable(house: House) -> None:
    link, invitation = a_link(house, house.bela), an_invitation(house)
    assert find_usable_password_link(token_of(invitation)) is None
    assert find_open_invitation(token_of(link)) is None


def test_no_owner_opens_an_account_that_leads_into_another_club(house: House) -> None:
    user = create_denes()
    Membership.objects.create(user=user, club=house.club, roles=["member"])
    with pytest.raises(RefusedError) as caught:
        a_link(house, user)
    assert codes(caught) == [("", "password_elsewhere")]
    # Nor one that does so only later.
    link = a_link(house, house.bela)
    Membership.objects.create(user=house.bela, club=user.founded_clubs.get(), roles=["member"])
    assert find_usable_password_link(token_of(link)) is None


@pytest.mark.parametrize("mark", ["is_staff", "is_superuser"])
def test_no_owner_opens_the_account_of_an_operator(house: House, mark: str) -> None:
    User.objects.filter(pk=house.bela.pk).update(**{mark: True})
    with pytest.raises(RefusedError) as caught:
        a_link(house, house.bela)
    assert codes(caught) == [("", "password_elsewhere")]


def test_an_owner_changes_the_own_password_elsewhere(house: House) -> None:
    with pytest.raises(RefusedError) as caught:
        a_link(house, house.anna)
    assert codes(caught) == [("", "own_password")]


def test_a_password_link_of_a_former_owner_is_void(house: House) -> None:
    owner = a_user("the-owner", club=house.club, roles=(Role.OWNER,))
    link = a_link(house, house.bela, by=owner)
    give(house, owner, Role.MEMBER)
    assert find_usable_password_link(token_of(link)) is None


@pytest.mark.django_db(transaction=True)
def test_a_password_link_used_twenty_times_at_once_works_once() -> None:
    house = a_house()
    token = token_of(a_link(house, house.bela))

    def choose(number: int) -> bool:
        try:
            reset_password_by_link(token=token, password=f"{NEW} {number}")
        except LinkGoneError:
            return False
        return True

    assert sum(at_once(choose)) == 1


def test_changing_the_name_keeps_the_user_name(house: House) -> None:
    change_profile(user=house.bela, name="  Kovács   Béla ", language="hu")
    house.bela.refresh_from_db()
    assert (house.bela.name, house.bela.language) == ("Kovács Béla", "hu")
    assert house.bela.username == "bela"


def test_member_cannot_take_the_name_of_another(house: House) -> None:
    with pytest.raises(RefusedError) as caught:
        change_profile(user=house.bela, name="ANNA", language="xx")
    assert codes(caught) == [("language", "language_unknown"), ("name", "companion_has_name")]
    # The own name in other letters, and the name of a stranger, may be taken.
    create_denes()
    for name in ("BELA", "denes"):
        assert change_profile(user=house.bela, name=name, language="").name == name


def plays(house: House, user: User, player: str, *, by: User | None = None) -> None:
    link_player(
        club_id=house.club.id,
        form=a_form(by or house.anna),
        user_id=user.id,
        player_id=UUID(house.players[player]) if player else None,
    )


def test_founder_links_and_changes_the_own_player(house: House) -> None:
    plays(house, house.anna, "Anna")
    plays(house, house.anna, "Cili")
    assert [one.name for one in Player.objects.filter(user=house.anna)] == ["Cili"]
    plays(house, house.anna, "")
    assert not Player.objects.filter(user=house.anna).exists()
    acts = AuditLine.objects.filter(club=house.club).order_by("pk").values_list("act", "facts")
    whom = {"whom": str(house.anna.id)}
    assert list(acts) == [
        ("player_linked", whom | {"player": house.players["Anna"]}),
        ("player_linked", whom | {"player": house.players["Cili"]}),
        ("player_unlinked", whom),
    ]


def test_refuses_a_claimed_or_foreign_player(house: House) -> None:
    plays(house, house.bela, "Béla")
    with pytest.raises(RefusedError) as caught:
        plays(house, house.anna, "Béla")
    assert codes(caught) == [("player", "player_claimed")]
    foreign = Player.objects.create(club=create_denes().clubs.get(), name="Titkos Tamás")
    with pytest.raises(RefusedError) as caught:
        link_player(
            club_id=house.club.id,
            form=a_form(house.anna),
            user_id=house.anna.id,
            player_id=foreign.id,
        )
    assert codes(caught) == [("player", "no_such_player")]
    with pytest.raises(ForbiddenError):
        plays(house, house.bela, "Cili", by=house.bela)
    assert [one.name for one in Player.objects.exclude(user=None)] == ["Béla"]
