"""Founding the club, and its players' names."""

from uuid import uuid4

import pytest
from allauth.account.adapter import get_adapter
from django.contrib.auth import authenticate
from django.test import RequestFactory

from scoring.core.problem import Problem
from support.catalogue import row
from support.club_factories import House, a_form, a_house, codes, denes
from tarokk_club.club.models import Club, Membership, Player, Season, User
from tarokk_club.club.people.usecases.clubs import Founding, found_club
from tarokk_club.club.people.usecases.players import add_player, archive_player, rename_player
from tarokk_club.club.writing.errors import (
    AlreadyFoundedError,
    ForbiddenError,
    KeyReusedError,
    RefusedError,
)
from tarokk_club.club.writing.permissions import BY_SEAT, Right, may
from tarokk_club.club.writing.typed_text import read_name, read_text

pytestmark = pytest.mark.django_db
PASSWORD = "felvevő és társa"


def a_founding(**changes: object) -> Founding:
    said = {
        "key": uuid4(),
        "club_name": "Őrség Tarokk Kör",
        "founder": "Anna",
        "password": PASSWORD,
        "currency": "HUF",
        "language": "hu",
        "time_zone": "Europe/Budapest",
    }
    return Founding(**(said | changes))  # type: ignore[arg-type]


def test_a_founded_club_has_an_owner_and_a_season() -> None:
    club = found_club(founding=a_founding())
    anna = club.founded_by
    assert (club.slug, anna.username, anna.name) == ("orseg-tarokk-kor", "anna", "Anna")
    assert authenticate(None, username="anna", password=PASSWORD) == anna
    assert Membership.objects.get().roles == ["owner", "secretary"]
    roles = Membership.objects.get(user=anna, club=club).roles
    rights = {right for right in Right if may(roles, right)}
    assert rights == set(Right) - BY_SEAT
    assert Season.objects.get().club == club


def test_the_founder_signs_in_however_the_name_is_typed(rf: RequestFactory) -> None:
    club = found_club(founding=a_founding(founder="Őrsi Ádám"))
    request = rf.post("/")
    for typed in ("Őrsi Ádám", "őrsi ádám", "ŐRSI ÁDÁM", "O\u030brsi A\u0301da\u0301m"):
        user = get_adapter().authenticate(request, username=typed, password=PASSWORD)
        assert user == club.founded_by
    assert get_adapter().authenticate(request, username="orsi adam", password=PASSWORD) is None


def test_a_founder_whose_user_name_is_too_long_is_refused() -> None:
    with pytest.raises(RefusedError) as caught:
        found_club(founding=a_founding(founder="\ufb03" * 30))
    assert codes(caught) == [("founder", "text_too_long")]


def test_nobody_else_can_create_the_club_afterwards() -> None:
    found_club(founding=a_founding())
    with pytest.raises(AlreadyFoundedError):
        found_club(founding=a_founding(club_name="Másik", founder="Denes"))
    assert Club.objects.count() == User.objects.count() == 1


def test_a_demonstration_leaves_the_founding_open_but_keeps_its_names() -> None:
    demo = a_house()
    Club.objects.update(demo=True)
    with pytest.raises(RefusedError) as caught:
        found_club(founding=a_founding(founder=" ANNA "))
    assert codes(caught) == [("founder", "user_name_taken")]
    club = found_club(founding=a_founding(founder="Zsófi"))
    assert club != demo.club and not club.demo
    assert not Membership.objects.filter(user=demo.anna, club=club).exists()


def test_the_same_form_founds_one_club() -> None:
    founding = a_founding()
    assert found_club(founding=founding) == found_club(founding=founding)
    with pytest.raises(KeyReusedError):
        found_club(founding=a_founding(key=founding.key, club_name="Másik"))


def test_shows_every_fault_of_a_new_club_at_once() -> None:
    wrong = a_founding(
        club_name=" ",
        founder="A\u202eB",
        currency="XTS",
        language="xx",
        time_zone="Mars",
        password="",
    )
    with pytest.raises(RefusedError) as caught:
        found_club(founding=wrong)
    assert codes(caught) == [
        ("club_name", "missing"),
        ("currency", "currency_unknown"),
        ("language", "language_unknown"),
        ("time_zone", "time_zone_unknown"),
        ("founder", "name_has_unseen"),
        ("password", "missing"),
    ]
    assert not User.objects.exists()


def test_a_player_is_added_once_by_one_form(house: House) -> None:
    form = a_form(house.anna)
    player = add_player(club_id=house.club.id, form=form, name="  Kovács   János ")
    assert (player.id, player.name) == (form.key, "Kovács János")
    assert add_player(club_id=house.club.id, form=form, name="Kovács János") == player
    with pytest.raises(KeyReusedError):
        add_player(club_id=house.club.id, form=form, name="Kovács Pál")


@pytest.mark.parametrize("name", ["Anna", " ANNA ", "aNNa"])
def test_a_second_player_of_a_name_is_offered_another(house: House, name: str) -> None:
    add_player(club_id=house.club.id, form=a_form(house.anna), name="Anna 2")
    with pytest.raises(RefusedError) as caught:
        add_player(club_id=house.club.id, form=a_form(house.anna), name=name)
    assert codes(caught) == [("name", "name_taken")]
    assert caught.value.problems[0].values["proposal"] == f"{name.strip()} 3"


def test_a_name_proposed_for_the_longest_name_fits(house: House) -> None:
    longest, short = "N" * 80, "S" * 20
    player = add_player(club_id=house.club.id, form=a_form(house.anna), name=longest)
    with pytest.raises(RefusedError) as caught:
        add_player(club_id=house.club.id, form=a_form(house.anna), name=longest)
    assert caught.value.problems[0].values["proposal"] == f"{longest[:78]} 2"
    Player.objects.filter(name="Anna").update(short_name=short)
    with pytest.raises(RefusedError) as caught:
        rename_player(
            club_id=house.club.id,
            form=a_form(house.anna),
            player_id=player.id,
            name=longest,
            short_name=short,
        )
    assert caught.value.problems[0].values["proposal"] == f"{short[:18]} 2"


def test_a_short_name_that_is_too_long_in_stored_form_is_refused(house: House) -> None:
    player = Player.objects.get(name="Anna")
    with pytest.raises(RefusedError) as caught:
        rename_player(
            club_id=house.club.id,
            form=a_form(house.anna),
            player_id=player.id,
            name="Anna",
            short_name="\u0958" * 20,
        )
    assert codes(caught) == [("short_name", "text_too_long")]


@row("R31")
def test_composed_and_combining_letters_are_one_name(house: House) -> None:
    with pytest.raises(RefusedError) as caught:
        add_player(club_id=house.club.id, form=a_form(house.anna), name="Be\u0301la")
    assert codes(caught) == [("name", "name_taken")]


def test_two_clubs_may_have_a_player_of_the_same_name(house: House) -> None:
    user = denes()
    club = user.clubs.get()
    assert add_player(club_id=club.id, form=a_form(user), name="Anna").club == club


def test_a_player_is_renamed_and_may_keep_the_name_in_other_letters(house: House) -> None:
    player = Player.objects.get(name="Anna")
    for name in ("ANNA", "Anna K."):
        rename_player(
            club_id=house.club.id, form=a_form(house.anna), player_id=player.id, name=name
        )
        player.refresh_from_db()
        assert player.name == name
    with pytest.raises(RefusedError):
        rename_player(
            club_id=house.club.id, form=a_form(house.anna), player_id=player.id, name="béla"
        )


def test_player_of_another_club_returns_404(house: House) -> None:
    player = Player.objects.create(club=denes().clubs.get(), name="Denes")
    with pytest.raises(Player.DoesNotExist):
        archive_player(
            club_id=house.club.id, form=a_form(house.anna), player_id=player.id, archived=True
        )


def test_a_player_is_archived_and_comes_back(house: House) -> None:
    player = Player.objects.get(name="Cili")
    for archived in (True, False):
        form = a_form(house.anna)
        archive_player(club_id=house.club.id, form=form, player_id=player.id, archived=archived)
        player.refresh_from_db()
        assert bool(player.archived_at) == archived


def test_a_member_changes_no_players(house: House) -> None:
    with pytest.raises(ForbiddenError) as caught:
        add_player(club_id=house.club.id, form=a_form(house.bela), name="Feri")
    assert caught.value.right == Right.PLAYERS


@row("R31")
@pytest.mark.parametrize(
    "name", ["Ő", "Æsop Ø. Å", "שרה", "👨‍👩‍👧‍👦", "Robert'); DROP TABLE", "<b>x</b>", "x" * 80]
)
def test_names_that_people_have_are_taken_as_they_are(name: str) -> None:
    problems: list[Problem] = []
    assert read_name(name, problems) == name
    assert problems == []


@row("R31")
@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "missing"),
        (" \n ", "missing"),
        ("\u200d", "missing"),
        ("a\x00b", "name_has_unseen"),
        ("a\nb", "name_has_unseen"),
        ("a\u202eb", "name_has_unseen"),
        ("a\u200bb", "name_has_unseen"),
        ("a\ud800", "name_has_unseen"),
        ("pot:king", "name_wrong"),
        ("x" * 81, "text_too_long"),
        (7, "not_text"),
    ],
)
def test_other_names_are_refused(name: object, code: str) -> None:
    problems: list[Problem] = []
    read_name(name, problems)
    assert [problem.code for problem in problems] == [code]


def test_a_note_may_have_lines_but_nothing_unseen_and_an_end() -> None:
    problems: list[Problem] = []
    assert read_text(" egy\r\nkettő ", problems, field="note") == "egy\nkettő"
    assert read_text(None, problems, field="note") == ""
    assert problems == []
    for wrong in ("\x07", "x" * 1001, ["x"]):
        read_text(wrong, problems, field="note")
    assert [problem.code for problem in problems] == [
        "text_has_unseen",
        "text_too_long",
        "not_text",
    ]


def test_roles_combine_and_an_owner_without_other_roles_cannot_write() -> None:
    assert not may(["owner"], Right.ENTER)
    assert may(["owner", "scorer"], Right.ENTER)
    assert may(["treasurer"], Right.EXPORT) and not may(["treasurer"], Right.CORRECT)
    assert may(["member"], Right.READ) and not may(["member"], Right.EXPORT)
    assert not may([], Right.READ)
