"""URL patterns of the registration pages."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from tarokk_club.club.registration.views import check_in, entries, imports, public

_entries: list[URLPattern | URLResolver] = [
    path("", entries.list_registrations, name="entries"),
    path("terms/", entries.edit_terms, name="entry_terms"),
    path("link/", entries.show_registration_link, name="entry_link"),
    path("import/", imports.import_entrants_table, name="entrants_import"),
    path("<uuid:registration_id>/", entries.show_registration, name="registration"),
    path(
        "<uuid:registration_id>/remove/", entries.discard_registration, name="registration_remove"
    ),
]
_check_in: list[URLPattern | URLResolver] = [
    path("", check_in.show_check_in, name="door"),
    path("switch/", check_in.set_check_in, name="door_switch"),
    path("all/", check_in.check_in_all_entrants, name="door_all"),
    path("codes/", check_in.show_check_in_codes, name="door_codes"),
    path("<uuid:person_id>/", check_in.show_person, name="door_person"),
    path("<uuid:person_id>/reduced/", check_in.set_reduced, name="door_reduced"),
    path("<uuid:person_id>/paid/", check_in.take_fee, name="door_paid"),
]
site_urls: list[URLPattern | URLResolver] = [
    path("enter/<secret:token>/", public.enter_tournament, name="enter_tournament"),
    path("entered/<secret:token>/", public.show_own_registration, name="own_registration"),
]
club_urls: list[URLPattern | URLResolver] = [
    path("tournaments/<uuid:tournament_id>/entries/", include(_entries)),
    path("tournaments/<uuid:tournament_id>/door/", include(_check_in)),
]
