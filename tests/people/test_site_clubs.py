"""The operator's pages and commands about the clubs of a site."""

import json
from datetime import date, timedelta
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from support.archives import a_full_world
from support.catalogue import row
from support.club_evenings import PASSED, document
from support.club_factories import (
    END,
    PASSED_OUT,
    House,
    a_form,
    a_house,
    a_session,
    a_user,
    codes,
    recorded,
)
from support.club_web import session_url, text_of
from support.guest_visits import a_guest_link
from support.money_tables import paid
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.guests.usecases import set_published_parts
from tarokk_club.club.models import AuditLine, Club, Membership, PasswordLink, Role, User
from tarokk_club.club.models.money import KITTY
from tarokk_club.club.models.people import PublicPart
from tarokk_club.club.people.queries.site_clubs import load_site_clubs
from tarokk_club.club.people.usecases.clubs import Decision, resume_club, suspend_club
from tarokk_club.club.session.usecases.events import insert_hand_keeping_dealers, record_event
from tarokk_club.club.transfer.archived import ARCHIVED
from tarokk_club.club.transfer.exports import build_club_archive
from tarokk_club.club.transfer.usecases.remove_club import LOOKUPS_OUTSIDE_ARCHIVE, remove_due_clubs
from tarokk_club.club.transfer.usecases.session_documents import (
    import_session,
    read_incoming_document,
)
from tarokk_club.club.writing.errors import RefusedError

pytestmark = pytest.mark.django_db
CLUB_MODELS = list(apps.get_app_config("club").get_models())


def list_clubs() -> list[list[str]]:
    """The lines of the command by their columns."""
    out = StringIO()
    call_command("clubs", stdout=out)
    return [[cell for cell in line.split("  ") if cell] for line in out.getvalue().splitlines()]


def a_club(house: House, slug: str, **more: Any) -> Club:
    facts = {"language": "hu", "time_zone": "UTC", "founded_by": house.anna, **more}
    return Club.objects.create(slug=slug, name="Üres", **facts)


def test_each_club_has_a_line_with_its_size_last_use_and_owners() -> None:
    house = a_house()
    a_user("zita", club=house.club, roles=(Role.OWNER, Role.MEMBER))
    session = a_session(house)
    recorded(house, session, PASSED_OUT, PASSED_OUT, END)
    binned = a_session(house)
    recorded(house, binned, PASSED_OUT)
    binned.binned_at = binned.created_at
    binned.save()
    a_club(house, "empty", demo=True)

    titles, empty, club = list_clubs()

    assert len(titles) == len(empty) == len(club) == 8
    bare = [cell.strip() for cell in empty[:1] + empty[2:]]
    assert bare == ["empty", "0", "0", "0", "–", "–", "–"]
    cells = [cell.strip() for cell in club]
    assert cells[0] == house.club.slug
    assert cells[2:] == [
        str(len(house.players)),
        "1",
        "2",
        str(session.date),
        ", ".join(sorted(("anna", "zita"))),
        "–",
    ]


def test_reports_a_site_without_a_club() -> None:
    assert list_clubs() == [["There is no club on this site."]]


def test_the_queries_do_not_grow_with_the_clubs(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    house = a_house()
    for number in range(5):
        a_club(house, f"c{number}")

    with django_assert_num_queries(3):
        assert len(load_site_clubs()) == 6


@pytest.fixture
def operator(client: Client, house: House) -> Client:
    """Somebody who runs the site and belongs to no club."""
    user = a_user("operator")
    User.objects.filter(pk=user.pk).update(is_staff=True, is_superuser=True)
    client.force_login(User.objects.get(pk=user.pk))
    return client


def decided(slug: str, *options: str) -> str:
    out = StringIO()
    call_command("clubs", slug, *options, stdout=out)
    return out.getvalue()


@row("S94")
def test_suspended_club_can_be_read_but_not_changed(house: House, anna: Client) -> None:
    session = a_session(house)
    set_published_parts(club_id=house.club.id, form=a_form(house.anna), parts=tuple(PublicPart))
    link = a_guest_link(house, session)
    before = text_of(anna.get(session_url(session, "sheet")))
    suspend_club(Decision(house.club.slug))

    with pytest.raises(RefusedError) as hand:
        recorded(house, session, PASSED_OUT)
    with pytest.raises(RefusedError) as payment:
        paid(house, "Anna", KITTY, 100)

    assert codes(hand) == codes(payment) == [("", "club_suspended")]
    sheet = text_of(anna.get(session_url(session, "sheet")))
    assert "Enter hand 1" in before
    assert "has suspended this club" in sheet and "Enter hand 1" not in sheet
    form = anna.get(session_url(session, "hand_new"))
    assert form.headers["Location"] == session_url(session, "sheet")
    home = text_of(anna.get(reverse("club:club", args=[house.club.slug])))
    assert "has suspended this club" in home
    assert anna.get(reverse("club:public_club", args=[house.club.slug])).status_code == 404
    assert anna.get(reverse("club:guest", args=[link.token])).status_code == 404
    assert build_club_archive(house.club.id)
    resume_club(Decision(house.club.slug))
    assert recorded(house, session, PASSED_OUT)


def test_the_operator_writes_in_a_suspended_club(house: House) -> None:
    session = a_session(house)
    suspend_club(Decision(house.club.slug))

    assert record_event(session_id=session.id, form=a_form(), raw=PASSED_OUT)


def test_number_of_hands_of_a_club_can_be_limited(house: House) -> None:
    session = a_session(house)
    recorded(house, session, PASSED_OUT)
    decided(house.club.slug, "--most-hands", "2")
    recorded(house, session, PASSED_OUT)

    with pytest.raises(RefusedError) as error:
        recorded(house, session, PASSED_OUT)
    with pytest.raises(RefusedError) as inserted:
        insert_hand_keeping_dealers(
            session_id=session.id,
            form=a_form(house.anna),
            raw=PASSED_OUT,
            before=session.entries.earliest("position").id,
            dealer_event={"type": "dealer", "player": house.players["Béla"], "note": "as played"},
        )
    typed = document(PASSED, PASSED, date="2026-11-20")
    with pytest.raises(RefusedError) as taken_in:
        import_session(
            club_id=house.club.id,
            form=a_form(house.anna),
            incoming=read_incoming_document(json.dumps(typed).encode(), today=date(2026, 11, 28)),
        )
    decided(house.club.slug, "--most-hands", "any")

    assert codes(error) == codes(inserted) == codes(taken_in) == [("", "hands_quota")]
    assert recorded(house, session, PASSED_OUT, END)


@row("S94")
def test_a_club_is_removed_after_its_waiting_time_with_every_row_of_it(db: None) -> None:
    world = a_full_world()
    slug, other = world.house.club.slug, Club.objects.exclude(pk=world.house.club.pk).get()
    before = {model: model._base_manager.count() for model in CLUB_MODELS}
    said = decided(slug, "--remove")
    club = Club.objects.get(slug=slug)
    assert club.removal_on
    day = club.removal_on

    early = remove_due_clubs(day - timedelta(days=1))
    gone = remove_due_clubs(day)

    assert (early, gone) == (0, 1)
    assert str(day) in said
    left = {model: model._base_manager.count() for model in CLUB_MODELS}
    assert list(Club.objects.all()) == [other]
    assert any(before[model] > left[model] for model in CLUB_MODELS)
    connection.check_constraints()
    assert list(iter_findings()) == []
    # Only what belongs to the other club is left: every row still leads to it.
    for label, lookup in [*LOOKUPS_OUTSIDE_ARCHIVE.items(), *ARCHIVED.items()]:
        if label not in ("club.User", "club.Club"):
            rows = apps.get_model(label)._base_manager.exclude(**{lookup: other.pk})
            assert not rows.exists(), label


def test_cancelled_removal_leaves_the_club(house: House) -> None:
    decided(house.club.slug, "--remove")
    decided(house.club.slug, "--resume")

    assert remove_due_clubs(date(2999, 1, 1)) == 0
    assert Club.objects.filter(pk=house.club.pk).exists()


def test_every_table_of_a_club_is_removed_with_it() -> None:
    of_no_club = {"club.User", "club.SiteNote", "club.NoticeChoice", "club.PushDevice"}
    of_no_club |= {"club.Revocation", "club.ServiceKey"}
    known = {*ARCHIVED, *LOOKUPS_OUTSIDE_ARCHIVE} | of_no_club

    assert {model._meta.label for model in CLUB_MODELS} - known == set()


@pytest.mark.parametrize("options", [["--most-hands", "many"], []])
def test_refuses_an_invalid_decision(house: House, options: list[str]) -> None:
    with pytest.raises(CommandError):
        decided(house.club.slug, *options)
    with pytest.raises(CommandError, match="no club"):
        decided("nowhere", "--suspend")


def test_only_operators_open_the_page_and_decide(operator: Client, house: House) -> None:
    url = reverse("club:site_clubs")

    sent = operator.post(url, {"club": house.club.slug, "decision": "suspend"})
    odd = operator.post(url, {"club": house.club.slug, "decision": "limit", "most_hands": "x"})
    nowhere = operator.post(url, {"club": "nowhere", "decision": "suspend"})

    assert (sent.status_code, odd.status_code, nowhere.status_code) == (302, 422, 404)
    assert Club.objects.get(pk=house.club.pk).suspended_at
    assert "Suspended" in text_of(operator.get(url))
    assert AuditLine.objects.filter(act="club_suspended", club=house.club).count() == 1
    operator.force_login(house.anna)
    assert operator.get(url).status_code == 404
    assert operator.post(url, {"club": house.club.slug, "decision": "remove"}).status_code == 404


def test_operator_creates_a_club_for_another_owner(operator: Client, house: House) -> None:
    form = {"club": "Új Kör", "currency": "HUF", "language": "hu", "owner": "bela"}

    sent = operator.post(reverse("club:found_further"), {**form, "key": str(uuid4())})
    nobody = {**form, "key": str(uuid4()), "owner": "nobody"}
    refused = operator.post(reverse("club:found_further"), nobody)

    club = Club.objects.get(name="Új Kör")
    membership = Membership.objects.get(club=club)
    assert sent.status_code == 302
    assert refused.status_code == 422
    assert (membership.user, Role.OWNER in membership.roles) == (house.bela, True)


def test_an_operator_makes_a_link_for_a_lost_password(operator: Client, house: House) -> None:
    url = reverse("club:operators_password_link")

    nobody = operator.post(url, {"key": str(uuid4()), "username": "nobody"})
    shown = text_of(operator.post(url, {"key": str(uuid4()), "username": house.bela.username}))

    assert nobody.status_code == 422
    link = PasswordLink.objects.get(user=house.bela)
    assert link.token and link.token in shown
    assert link.made_by is None
    assert operator.get(reverse("club:new_password", args=[link.token])).status_code == 200
