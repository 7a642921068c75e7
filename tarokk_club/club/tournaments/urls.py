"""URL patterns of the tournaments pages."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from tarokk_club.club.tournaments.views import (
    arbiters,
    draws,
    files,
    money,
    names,
    papers,
    penalties,
    schedules,
    seating,
    setup,
    sides,
    tournaments,
    typed_tables,
)

_tournament: list[URLPattern | URLResolver] = [
    path("", tournaments.tournament, name="tournament"),
    path("live/", tournaments.tournament_live, name="tournament_live"),
    path("screen/", tournaments.tournament_screen, name="tournament_screen"),
    path("settings/", setup.tournament_settings, name="tournament_settings"),
    path("players/", setup.tournament_players, name="tournament_players"),
    path("delete/", setup.tournament_delete, name="tournament_delete"),
    path("round/", setup.tournament_round, name="tournament_round"),
    path("schedule/", schedules.tournament_schedule, name="tournament_schedule"),
    path("round/back/", setup.tournament_round_back, name="tournament_round_back"),
    path("round/seats/", seating.tournament_seating, name="tournament_seating"),
    path("round/seats/undo/", seating.tournament_seating_undo, name="tournament_seating_undo"),
    path("round/publish/", seating.tournament_publish, name="tournament_publish"),
    path("draws/", draws.tournament_draws, name="tournament_draws"),
    path("arbiters/", arbiters.tournament_arbiters, name="tournament_arbiters"),
    path(
        "arbiters/<uuid:arbiter_id>/end/",
        arbiters.tournament_arbiter_end,
        name="tournament_arbiter_end",
    ),
    path("results.csv", files.tournament_csv_file, name="tournament_csv_file"),
    path("results.xlsx", files.tournament_xlsx_file, name="tournament_xlsx_file"),
    path("results.json", files.tournament_json_file, name="tournament_json_file"),
    path("money/", money.tournament_money, name="tournament_money"),
    path("penalties/", penalties.tournament_penalties, name="tournament_penalties"),
    path(
        "penalties/<uuid:penalty_id>/",
        penalties.tournament_penalty_back,
        name="tournament_penalty_back",
    ),
    path("sides/", sides.tournament_sides, name="tournament_sides"),
    path("table/<uuid:session_id>/", typed_tables.tournament_table, name="tournament_table"),
    path("names/", names.tournament_names, name="tournament_names"),
    path("names/own/", names.tournament_own_name, name="tournament_own_name"),
    path("pairings/", papers.tournament_pairings, name="tournament_pairings"),
    path("cards/", papers.tournament_cards, name="tournament_cards"),
    path("certificates/", papers.tournament_certificates, name="tournament_certificates"),
    path(
        "certificates.pdf", papers.tournament_certificates_file, name="tournament_certificates_file"
    ),
    path("rating.csv", files.tournament_rating_file, name="tournament_rating_file"),
    path("rating.json", files.tournament_rating_json_file, name="tournament_rating_json_file"),
    path("rounds.csv", files.tournament_rounds_file, name="tournament_rounds_file"),
]
_tournaments: list[URLPattern | URLResolver] = [
    path("", tournaments.tournaments, name="tournaments"),
    path("new/", setup.tournament_new, name="tournament_new"),
    path("<uuid:tournament_id>/", include(_tournament)),
]
site_urls: list[URLPattern | URLResolver] = [
    path("directing/", arbiters.directing, name="directing"),
    path("directing/<uuid:arbiter_id>/", arbiters.directing_agree, name="directing_agree"),
]
club_urls: list[URLPattern | URLResolver] = [
    path("tournaments/", include(_tournaments)),
]
