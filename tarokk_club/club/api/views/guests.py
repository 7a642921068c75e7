"""The API endpoint of guest links."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import Http404, HttpRequest
from django.utils import timezone, translation
from ninja import Router

from tarokk_club.club.api import shapes, table_shapes
from tarokk_club.club.api.operations import refuse_unknown_parameters
from tarokk_club.club.api.queries.serializers import serialize_guest_session
from tarokk_club.club.api.queries.tables import serialize_guest_season, serialize_tournament
from tarokk_club.club.api.routes import get_ninja_path
from tarokk_club.club.guests.queries import find_guest_link, is_link_open
from tarokk_club.club.models import GuestLink
from tarokk_club.club.pages.link_pages import MINUTE, count_guess
from tarokk_club.club.people.queries.players import load_names_for_guests
from tarokk_club.club.seasons.queries.final_tables import load_season_table
from tarokk_club.club.seasons.queries.season_totals import Filters
from tarokk_club.club.sheet.queries.sheets import load_sheet
from tarokk_club.club.tournaments.queries.standing import load_standing
from tarokk_club.club.writing.errors import TooManyError
from tarokk_club.club.writing.permissions import Access, Open

router = Router(tags=["guests"])
ACCESS = {"api_guest": Access(Open.PUBLIC)}


@router.get(
    get_ninja_path("api_guest"),
    url_name="api_guest",
    operation_id="read_guest",
    auth=None,
    response={
        200: table_shapes.GuestOut,
        404: shapes.Problem,
        422: shapes.Problem,
        429: shapes.Problem,
    },
    summary="What a guest link shows",
)
def read_guest(request: HttpRequest, token: str) -> table_shapes.GuestOut:
    """Return the session, season or tournament of the link, with the names that guests may see."""
    refuse_unknown_parameters(request)
    link = find_guest_link(token)
    if link is None or not is_link_open(link):
        # Only unknown tokens count as guesses, or phones that poll an ended link would block their
        # network.
        if link is None and not count_guess(request):
            raise TooManyError(MINUTE)
        raise Http404
    _activate_locale(link)
    return _serialize_guest(link)


def _activate_locale(link: GuestLink) -> None:
    timezone.activate(ZoneInfo(link.club.time_zone))
    language = link.language or link.club.language
    if language in dict(settings.LANGUAGES):
        translation.activate(language)


def _serialize_guest(link: GuestLink) -> table_shapes.GuestOut:
    names = load_names_for_guests(link.club, link.tournament)
    content = table_shapes.GuestOut(club=link.club.name, session=None, season=None, tournament=None)
    if link.session:
        content.session = serialize_guest_session(
            load_sheet(link.session, names=names, concealed=True)
        )
    elif link.season:
        table = load_season_table(link.club, link.season, Filters(), names=names)
        content.season = serialize_guest_season(link.season, table)
    elif link.tournament:
        standing = load_standing(link.tournament, names=names)
        content.tournament = serialize_tournament(link.tournament, standing, for_guests=True)
    return content
