"""URLs of guest links, public pages and scoreboards."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from tarokk_club.club.guests.views import boards, guest_links, guests, public

_guest_link: list[URLPattern | URLResolver] = [
    path("", guests.show_guest_page, name="guest"),
    path("live/", guests.poll_guest_page, name="guest_live"),
    path("rules/", boards.show_guest_rules, name="guest_rules"),
    path("picture.png", guests.show_guest_picture, name="guest_picture"),
    path("board/", boards.show_guest_scoreboard, name="guest_board"),
    path("board/live/", boards.poll_guest_scoreboard, name="guest_board_live"),
]
_public: list[URLPattern | URLResolver] = [
    path("", public.show_public_club, name="public_club"),
    path(
        "tournaments/<uuid:tournament_id>/", public.show_public_tournament, name="public_tournament"
    ),
    path("embed/<slug:part>/", public.show_embedded_part, name="embed"),
]
site_urls: list[URLPattern | URLResolver] = [
    path("g/<secret:token>/", include(_guest_link)),
    path("public/", public.list_public_clubs, name="public_clubs"),
    path("public/<slug:club_slug>/", include(_public)),
    path("embed.css", public.serve_embed_style, name="embed_style"),
    path("embed.js", public.serve_embed_script, name="embed_script"),
]
_guests: list[URLPattern | URLResolver] = [
    path("", guest_links.list_guest_links, name="guests"),
    path("new/", guest_links.create_link, name="guest_new"),
    path("names/", guest_links.choose_guest_names, name="guest_names"),
    path("public/", public.choose_public_parts, name="publish"),
    path("<uuid:guest_id>/", guest_links.show_guest_link, name="guest_link"),
    path("<uuid:guest_id>/revoke/", guest_links.revoke_link, name="guest_revoke"),
    path("<uuid:guest_id>/renew/", guest_links.renew_link, name="guest_renew"),
]
club_urls: list[URLPattern | URLResolver] = [
    path("guests/", include(_guests)),
]
session_urls: list[URLPattern | URLResolver] = [
    path("board/", boards.show_scoreboard, name="board"),
    path("board/live/", boards.poll_scoreboard, name="board_live"),
]
