"""URL patterns of the club's pages; each package defines its own."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from tarokk_club.club.api import urls as api
from tarokk_club.club.audit import urls as audit
from tarokk_club.club.calendar import urls as calendar
from tarokk_club.club.confirmations import urls as confirmations
from tarokk_club.club.finale import urls as finale
from tarokk_club.club.guests import urls as guests
from tarokk_club.club.hand import urls as hand
from tarokk_club.club.home import urls as home
from tarokk_club.club.kitty import urls as kitty
from tarokk_club.club.merging import urls as merging
from tarokk_club.club.money import urls as money
from tarokk_club.club.notices import urls as notices
from tarokk_club.club.paper import urls as paper
from tarokk_club.club.people import urls as people
from tarokk_club.club.privacy import urls as privacy
from tarokk_club.club.rankings import urls as rankings
from tarokk_club.club.registration import urls as registration
from tarokk_club.club.rules import urls as rules
from tarokk_club.club.seasons import urls as seasons
from tarokk_club.club.session import urls as session
from tarokk_club.club.sheet import urls as sheet
from tarokk_club.club.statistics import urls as statistics
from tarokk_club.club.tournaments import urls as tournaments
from tarokk_club.club.transfer import urls as transfer
from tarokk_club.club.webhooks import urls as webhooks

app_name = "club"

# Patterns are tried in order, so those of the most frequent requests come first.
_session: list[URLPattern | URLResolver] = [
    *sheet.session_urls,
    *hand.session_urls,
    *confirmations.session_urls,
    *finale.session_urls,
    *guests.session_urls,
    *money.session_urls,
    *paper.session_urls,
    *rules.session_urls,
    *session.session_urls,
    *statistics.session_urls,
]
_club: list[URLPattern | URLResolver] = [
    path("sessions/<uuid:session_id>/", include(_session)),
    *home.club_urls,
    *seasons.club_urls,
    *api.club_urls,
    *audit.club_urls,
    *calendar.club_urls,
    *confirmations.club_urls,
    *guests.club_urls,
    *kitty.club_urls,
    *merging.club_urls,
    *money.club_urls,
    *paper.club_urls,
    *people.club_urls,
    *privacy.club_urls,
    *rankings.club_urls,
    *registration.club_urls,
    *session.club_urls,
    *sheet.club_urls,
    *statistics.club_urls,
    *tournaments.club_urls,
    *transfer.club_urls,
    *webhooks.club_urls,
]
urlpatterns = [
    path("c/<slug:slug>/", include(_club)),
    *api.site_urls,
    *calendar.site_urls,
    *rankings.site_urls,
    *guests.site_urls,
    *hand.site_urls,
    *home.site_urls,
    *notices.site_urls,
    *people.site_urls,
    *privacy.site_urls,
    *registration.site_urls,
    *rules.site_urls,
    *tournaments.site_urls,
    path("api/v1/", include(api.program_urls)),
]
