"""URL patterns of the tournament pages."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from tarokk_club.club.tournaments.views import (
    arbiters,
    draw_check,
    files,
    money,
    name_consents,
    papers,
    penalties,
    rounds,
    schedules,
    seating,
    setup,
    sides,
    tournaments,
    typed_tables,
)

_tournament: list[URLPattern | URLResolver] = [
    path("", tournaments.show_tournament, name="tournament"),
    path("live/", tournaments.poll_tournament, name="tournament_live"),
    path("screen/", tournaments.show_projector_page, name="tournament_screen"),
    path("settings/", setup.edit_tournament_settings, name="tournament_settings"),
    path("players/", setup.choose_entrants, name="tournament_players"),
    path("delete/", setup.confirm_tournament_deletion, name="tournament_delete"),
    path("round/", rounds.preview_and_start_round, name="tournament_round"),
    path("schedule/", schedules.show_schedule, name="tournament_schedule"),
    path("round/back/", rounds.withdraw_round, name="tournament_round_back"),
    path("round/seats/", seating.change_seats, name="tournament_seating"),
    path("round/seats/undo/", seating.undo_last_seat_change, name="tournament_seating_undo"),
    path("round/publish/", seating.publish_drawn_round, name="tournament_publish"),
    path("draws/", draw_check.show_draws, name="tournament_draws"),
    path("arbiters/", arbiters.show_arbiters, name="tournament_arbiters"),
    path(
        "arbiters/<uuid:arbiter_id>/end/",
        arbiters.dismiss_arbiter,
        name="tournament_arbiter_end",
    ),
    path("results.csv", files.download_results_csv, name="tournament_csv_file"),
    path("results.xlsx", files.download_results_xlsx, name="tournament_xlsx_file"),
    path("results.json", files.download_tournament_json, name="tournament_json_file"),
    path("money/", money.record_fees_and_prizes, name="tournament_money"),
    path("penalties/", penalties.show_penalties, name="tournament_penalties"),
    path(
        "penalties/<uuid:penalty_id>/",
        penalties.withdraw_penalty,
        name="tournament_penalty_back",
    ),
    path("sides/", sides.edit_teams_and_clubs, name="tournament_sides"),
    path("table/<uuid:session_id>/", typed_tables.enter_table_totals, name="tournament_table"),
    path("names/", name_consents.edit_name_consents, name="tournament_names"),
    path("names/own/", name_consents.set_own_name_consent, name="tournament_own_name"),
    path("pairings/", papers.show_pairings, name="tournament_pairings"),
    path("cards/", papers.show_place_cards, name="tournament_cards"),
    path("certificates/", papers.show_certificates, name="tournament_certificates"),
    path("certificates.pdf", papers.download_certificates, name="tournament_certificates_file"),
    path("rating.csv", files.download_rating_csv, name="tournament_rating_file"),
    path("rating.json", files.download_rating_json, name="tournament_rating_json_file"),
    path("rounds.csv", files.download_rounds_csv, name="tournament_rounds_file"),
]
_tournaments: list[URLPattern | URLResolver] = [
    path("", tournaments.list_tournaments, name="tournaments"),
    path("new/", setup.create_tournament, name="tournament_new"),
    path("<uuid:tournament_id>/", include(_tournament)),
]
site_urls: list[URLPattern | URLResolver] = [
    path("directing/", arbiters.list_directed_tournaments, name="directing"),
    path("directing/<uuid:arbiter_id>/", arbiters.accept_arbiter_role, name="directing_agree"),
]
club_urls: list[URLPattern | URLResolver] = [
    path("tournaments/", include(_tournaments)),
]
