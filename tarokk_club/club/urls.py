"""The addresses of the book."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path, register_converter

from tarokk_club.club.api.views import keys as api_keys
from tarokk_club.club.api.views import programs
from tarokk_club.club.audit import views as audit_views
from tarokk_club.club.calendar.views import evenings, feeds, plans
from tarokk_club.club.calendar.views import tables as evening_tables
from tarokk_club.club.confirmations.views import confirmations as confirmations_views
from tarokk_club.club.finale import views as finale_views
from tarokk_club.club.guests.views import boards, guest_links
from tarokk_club.club.guests.views import guests as guests_views
from tarokk_club.club.hand.views import calculator, drafts, entry, events, offline, outbox
from tarokk_club.club.home.views import people
from tarokk_club.club.home.views import settings as club_settings
from tarokk_club.club.merging import views as merging_views
from tarokk_club.club.money.views import (
    balances,
    bank_accounts,
    bank_statements,
    money_entries,
    openings,
    papers,
    paying,
    payments,
    session,
    session_files,
    settling,
    statements,
    write_offs,
)
from tarokk_club.club.money.views import files as money_files
from tarokk_club.club.money.views import money as money_views
from tarokk_club.club.notices import views as notices_views
from tarokk_club.club.pages.converters import DayConverter
from tarokk_club.club.paper import views as paper_views
from tarokk_club.club.people.views import (
    account,
    appearance,
    founding,
    invitations,
    joining,
    members,
)
from tarokk_club.club.privacy.views import erasing
from tarokk_club.club.privacy.views import privacy as privacy_views
from tarokk_club.club.rules import views as rules_views
from tarokk_club.club.seasons import views as seasons_views
from tarokk_club.club.session.views import closing, settings
from tarokk_club.club.session.views import rule_sets as session_rule_sets
from tarokk_club.club.session.views import sessions as session_sessions
from tarokk_club.club.sheet.views import files as sheet_files
from tarokk_club.club.sheet.views import hands
from tarokk_club.club.sheet.views import sessions as sheet_sessions
from tarokk_club.club.statistics.views import figures, ratings, standings, what_if
from tarokk_club.club.statistics.views import files as statistics_files
from tarokk_club.club.tournaments.views import files as tournament_files
from tarokk_club.club.tournaments.views import money as tournament_money
from tarokk_club.club.tournaments.views import names as tournament_names
from tarokk_club.club.tournaments.views import papers as tournament_papers
from tarokk_club.club.tournaments.views import penalties, schedules, setup, sides, typed_tables
from tarokk_club.club.tournaments.views import tournaments as tournaments_views
from tarokk_club.club.transfer.views import imports
from tarokk_club.club.transfer.views import imports as transfer_files
from tarokk_club.club.transfer.views import totals as transfer_totals

app_name = "club"
register_converter(DayConverter, "day")

_entry: list[URLPattern | URLResolver] = [
    path("", hands.hand, name="hand"),
    path("correct/", entry.entry_correct, name="entry_correct"),
    path("insert/", entry.entry_insert, name="entry_insert"),
    path("change/", events.event_correct, name="event_correct"),
    path("delete/", hands.delete, name="delete"),
    path("restore/", hands.restore, name="restore"),
    path("note/", hands.note, name="note"),
    path("seal/", confirmations_views.seal_hand, name="seal_hand"),
    path("object/", confirmations_views.objection_hand, name="objection_hand"),
]
_session: list[URLPattern | URLResolver] = [
    path("", sheet_sessions.sheet, name="sheet"),
    path("live/", sheet_sessions.live, name="live"),
    path("beside/", sheet_sessions.beside, name="beside"),
    path("running/", sheet_sessions.running, name="running"),
    path("board/", boards.board, name="board"),
    path("board/live/", boards.board_live, name="board_live"),
    path("hand/", entry.hand_new, name="hand_new"),
    path("hand/preview/", entry.preview, name="preview"),
    path("hand/draft/", drafts.draft, name="draft"),
    path("hand/draft/take/", drafts.draft_take, name="draft_take"),
    path("hand/draft/drop/", drafts.draft_drop, name="draft_drop"),
    path("outbox/", outbox.outbox, name="outbox"),
    path("undo/", sheet_sessions.undo, name="undo"),
    path("join/", events.join, name="join"),
    path("leave/", events.leave, name="leave"),
    path("adjust/", events.adjust, name="adjust"),
    path("pot/", events.pot, name="pot"),
    path("notice/", events.notice, name="notice"),
    path("fine/", events.fine, name="fine"),
    path("dealer/", events.another_dealer, name="another_dealer"),
    path("settings/", settings.settings, name="settings"),
    path("replace/", settings.replace, name="replace"),
    path("closing/", closing.closing, name="closing"),
    path("close/", closing.close, name="close"),
    path("reopen/", closing.reopen, name="reopen"),
    path("bin/", closing.into_bin, name="bin"),
    path("unbin/", closing.out_of_bin, name="unbin"),
    path("history/", hands.history, name="history"),
    path("seals/", confirmations_views.seals, name="seals"),
    path("seal/", confirmations_views.seal, name="seal"),
    path("table/close/", confirmations_views.table_close, name="table_close"),
    path("object/", confirmations_views.objection, name="objection"),
    path("seals/<uuid:statement_id>/take-back/", confirmations_views.take_back, name="take_back"),
    path("seals/<uuid:statement_id>/answer/", confirmations_views.answer, name="answer"),
    path("what-if/", what_if.session_what_if, name="session_what_if"),
    path("finale/", finale_views.finale, name="finale"),
    path("finale.png", finale_views.finale_picture, name="finale_picture"),
    path("settlement/", session.settlement, name="settlement"),
    path("settlement/paper/", papers.settlement_paper, name="settlement_paper"),
    path("settlement.csv", session_files.settlement_file, name="settlement_file"),
    path("settlement.xlsx", session_files.settlement_book_file, name="settlement_book_file"),
    path("hands.csv", sheet_files.hands_file, name="hands_file"),
    path("ledger.csv", sheet_files.ledger_file, name="ledger_file"),
    path("document.json", sheet_files.document_file, name="document_file"),
    path("rules/", rules_views.session_rules, name="session_rules"),
    path("paper/", paper_views.paper, name="paper"),
    path("paper/enter/", paper_views.paper_entry, name="paper_entry"),
    path("hands/<uuid:entry_id>/", include(_entry)),
]
_seasons: list[URLPattern | URLResolver] = [
    path("", seasons_views.seasons, name="seasons"),
    path("new/", seasons_views.season_new, name="season_new"),
    path("<uuid:season_id>/", seasons_views.season, name="season"),
    path("<uuid:season_id>/settings/", seasons_views.season_settings, name="season_settings"),
    path("<uuid:season_id>/close/", seasons_views.season_close, name="season_close"),
    path("<uuid:season_id>/reopen/", seasons_views.season_reopen, name="season_reopen"),
    path("<uuid:season_id>/what-if/", what_if.season_what_if, name="season_what_if"),
    path("<uuid:season_id>/hands.zip", sheet_files.season_hands_file, name="season_hands_file"),
    path("<uuid:season_id>/leaderboard.csv", seasons_views.season_csv_file, name="season_csv_file"),
    path(
        "<uuid:season_id>/leaderboard.xlsx", seasons_views.season_xlsx_file, name="season_xlsx_file"
    ),
]
_tournament: list[URLPattern | URLResolver] = [
    path("", tournaments_views.tournament, name="tournament"),
    path("live/", tournaments_views.tournament_live, name="tournament_live"),
    path("screen/", tournaments_views.tournament_screen, name="tournament_screen"),
    path("settings/", setup.tournament_settings, name="tournament_settings"),
    path("players/", setup.tournament_players, name="tournament_players"),
    path("delete/", setup.tournament_delete, name="tournament_delete"),
    path("round/", setup.tournament_round, name="tournament_round"),
    path("schedule/", schedules.tournament_schedule, name="tournament_schedule"),
    path("round/back/", setup.tournament_round_back, name="tournament_round_back"),
    path("results.csv", tournament_files.tournament_csv_file, name="tournament_csv_file"),
    path("results.xlsx", tournament_files.tournament_xlsx_file, name="tournament_xlsx_file"),
    path("results.json", tournament_files.tournament_json_file, name="tournament_json_file"),
    path("money/", tournament_money.tournament_money, name="tournament_money"),
    path("penalties/", penalties.tournament_penalties, name="tournament_penalties"),
    path(
        "penalties/<uuid:penalty_id>/",
        penalties.tournament_penalty_back,
        name="tournament_penalty_back",
    ),
    path("sides/", sides.tournament_sides, name="tournament_sides"),
    path("table/<uuid:session_id>/", typed_tables.tournament_table, name="tournament_table"),
    path("names/", tournament_names.tournament_names, name="tournament_names"),
    path("names/own/", tournament_names.tournament_own_name, name="tournament_own_name"),
    path("pairings/", tournament_papers.tournament_pairings, name="tournament_pairings"),
    path("cards/", tournament_papers.tournament_cards, name="tournament_cards"),
    path(
        "certificates/", tournament_papers.tournament_certificates, name="tournament_certificates"
    ),
    path(
        "certificates.pdf",
        tournament_papers.tournament_certificates_file,
        name="tournament_certificates_file",
    ),
    path("rounds.csv", tournament_files.tournament_rounds_file, name="tournament_rounds_file"),
]
_tournaments: list[URLPattern | URLResolver] = [
    path("", tournaments_views.tournaments, name="tournaments"),
    path("new/", setup.tournament_new, name="tournament_new"),
    path("<uuid:tournament_id>/", include(_tournament)),
]
_evening: list[URLPattern | URLResolver] = [
    path("", evenings.evening, name="evening"),
    path("answer/", evenings.evening_answer, name="evening_answer"),
    path("player/", evenings.evening_player, name="evening_player"),
    path("change/", plans.evening_change, name="evening_change"),
    path("cancel/", plans.evening_cancel, name="evening_cancel"),
    path("restore/", plans.evening_restore, name="evening_restore"),
    path("draw/", evening_tables.evening_draw, name="evening_draw"),
    path("seats/", evening_tables.evening_seats, name="evening_seats"),
    path("start/", evening_tables.evening_start, name="evening_start"),
]
_calendar: list[URLPattern | URLResolver] = [
    path("", evenings.calendar, name="calendar"),
    path("new/", plans.evening_new, name="evening_new"),
    path("feed/", feeds.calendar_feed, name="calendar_feed"),
    path("feed/revoke/", feeds.calendar_feed_revoke, name="calendar_feed_revoke"),
    path("<uuid:evening_id>/", include(_evening)),
]
_club: list[URLPattern | URLResolver] = [
    path("", people.club, name="club"),
    path("settings/", club_settings.club_settings, name="club_settings"),
    path("sealing/", confirmations_views.sealing, name="sealing"),
    path("objections/", confirmations_views.objections, name="objections"),
    path("house-rules/", session_rule_sets.rule_sets, name="rule_sets"),
    path("house-rules/new/", session_rule_sets.rule_set_new, name="rule_set_new"),
    path("house-rules/<uuid:rule_set_id>/", session_rule_sets.rule_set, name="rule_set"),
    path(
        "house-rules/<uuid:rule_set_id>/remove/",
        session_rule_sets.rule_set_remove,
        name="rule_set_remove",
    ),
    path("players/", people.players, name="players"),
    path("players/<uuid:player_id>/", figures.career, name="career"),
    path("players/<uuid:player_id>/compare/", figures.compare, name="compare"),
    path("players/<uuid:player_id>/edit/", people.player, name="player"),
    path("players/<uuid:player_id>/archive/", people.archive, name="archive"),
    path("players/<uuid:player_id>/merge/", merging_views.merge, name="merge"),
    path("merges/<uuid:merge_id>/undo/", merging_views.unmerge, name="unmerge"),
    path("players/<uuid:player_id>/data/", privacy_views.player_data, name="player_data"),
    path(
        "players/<uuid:player_id>/data.zip", privacy_views.player_data_file, name="player_data_file"
    ),
    path("players/<uuid:player_id>/erase/", erasing.erase, name="erase"),
    path("players/<uuid:player_id>/guests/", people.player_hidden, name="player_hidden"),
    path("sessions/", session_sessions.session_list, name="session_list"),
    path("sessions/new/", session_sessions.session_new, name="session_new"),
    path("evenings/<day:day>/", session_sessions.evening_of_day, name="played_evening"),
    path("import/", imports.session_import, name="session_import"),
    path("import/totals/", transfer_totals.totals_import, name="totals_import"),
    path("paper/", paper_views.blank_sheet, name="blank_sheet"),
    path("standings/", standings.standings, name="standings"),
    path("standings.csv", statistics_files.standings_file, name="standings_file"),
    path("standings.xlsx", statistics_files.standings_book_file, name="standings_book_file"),
    path("rating/", ratings.rating, name="rating"),
    path("rating/switch/", ratings.rating_switch, name="rating_switch"),
    path("seasons/", include(_seasons)),
    path("annals/", figures.records, name="records"),
    path("sessions/<uuid:session_id>/", include(_session)),
]
_members: list[URLPattern | URLResolver] = [
    path("members/", members.members, name="members"),
    path("members/invite/", invitations.invite, name="invite"),
    path("members/two-factors/", members.two_factors, name="two_factors"),
    path("members/<uuid:user_id>/", members.member, name="member"),
    path("members/<uuid:user_id>/keys/", api_keys.member_keys, name="member_keys"),
    path("members/<uuid:user_id>/player/", members.member_player, name="member_player"),
    path("members/<uuid:user_id>/remove/", members.member_remove, name="member_remove"),
    path("members/<uuid:user_id>/password/", members.member_password, name="member_password"),
    path("members/<uuid:user_id>/erase/", erasing.member_erase, name="member_erase"),
    path("passwords/<uuid:link_id>/", members.password_link, name="password_link"),
    path("invitations/<uuid:invitation_id>/", invitations.invitation, name="invitation"),
    path(
        "invitations/<uuid:invitation_id>/revoke/",
        invitations.invitation_revoke,
        name="invitation_revoke",
    ),
    path("log/", audit_views.log, name="log"),
    path("hands.zip", sheet_files.club_hands_file, name="club_hands_file"),
    path("archive.zip", transfer_files.archive_file, name="archive_file"),
]
_guests: list[URLPattern | URLResolver] = [
    path("", guest_links.guests, name="guests"),
    path("new/", guest_links.guest_new, name="guest_new"),
    path("names/", guest_links.guest_names, name="guest_names"),
    path("<uuid:guest_id>/", guest_links.guest_link, name="guest_link"),
    path("<uuid:guest_id>/revoke/", guest_links.guest_revoke, name="guest_revoke"),
    path("<uuid:guest_id>/renew/", guest_links.guest_renew, name="guest_renew"),
]
_money: list[URLPattern | URLResolver] = [
    path("", money_views.money, name="money"),
    path("players/<uuid:player_id>/", money_views.account, name="account"),
    path("players/<uuid:player_id>/statement/", statements.statement, name="statement"),
    path(
        "players/<uuid:player_id>/statement.csv", statements.statement_file, name="statement_file"
    ),
    path(
        "players/<uuid:player_id>/statement.xlsx",
        statements.statement_book_file,
        name="statement_book_file",
    ),
    path("statement.csv", statements.my_statement_file, name="my_statement_file"),
    path("statement.xlsx", statements.my_statement_book_file, name="my_statement_book_file"),
    path("kitty/", money_views.kitty, name="kitty"),
    path("rules/", money_views.money_rules, name="money_rules"),
    path("my-bank/", bank_accounts.my_bank_account, name="my_bank_account"),
    path("bank/", bank_statements.bank_statement, name="bank_statement"),
    path("openings/", openings.openings, name="openings"),
    path("files/", money_files.money_files, name="money_files"),
    path("files/accounting.beancount", money_files.accounting_file, name="accounting_file"),
    path("files/money.csv", money_files.money_ledger_file, name="money_ledger_file"),
    path("files/money.xlsx", money_files.money_ledger_book_file, name="money_ledger_book_file"),
    path("facts/", money_entries.facts, name="facts"),
    path("facts/<uuid:fact_id>/", money_entries.fact, name="fact"),
    path("players/<uuid:player_id>/write-off/", write_offs.write_off, name="write_off"),
    path("payments/<uuid:payment_id>/deny/", payments.payment_deny, name="payment_deny"),
    path("payments/new/", payments.payment_new, name="payment_new"),
    path("payments/<uuid:payment_id>/confirm/", payments.payment_confirm, name="payment_confirm"),
    path("payments/<uuid:payment_id>/undo/", payments.payment_undo, name="payment_undo"),
    path("fees/new/", payments.fee_new, name="fee_new"),
    path("fees/<uuid:charge_id>/undo/", payments.fee_undo, name="fee_undo"),
    path("settle/", settling.settle, name="settle"),
    path("settle/of/<str:account>/", balances.settle_account, name="settle_account"),
    path("settlements/", settling.settlements, name="settlements"),
    path("settlements/<uuid:settlement_id>/", settling.settled, name="settled"),
    path("settlements/<uuid:settlement_id>/paper/", papers.settled_paper, name="settled_paper"),
    path(
        "settlements/<uuid:settlement_id>/settlement.csv",
        money_files.settled_file,
        name="settled_file",
    ),
    path(
        "settlements/<uuid:settlement_id>/settlement.xlsx",
        money_files.settled_book_file,
        name="settled_book_file",
    ),
    path(
        "settlements/<uuid:settlement_id>/of/<str:account>/",
        balances.settled_account,
        name="settled_account",
    ),
    path("settlements/<uuid:settlement_id>/paid/", paying.settled_paid, name="settled_paid"),
    path(
        "settlements/<uuid:settlement_id>/paid/undo/<uuid:act>/",
        paying.settled_paid_undo,
        name="settled_paid_undo",
    ),
    path(
        "settlements/<uuid:settlement_id>/part/<uuid:transfer_id>/",
        paying.transfer_part,
        name="transfer_part",
    ),
    path(
        "settlements/<uuid:settlement_id>/withdraw/",
        settling.settled_withdraw,
        name="settled_withdraw",
    ),
    path(
        "settlements/<uuid:settlement_id>/paid/<uuid:transfer_id>/",
        paying.transfer_paid,
        name="transfer_paid",
    ),
]
_people: list[URLPattern | URLResolver] = [
    path("me/", account.me, name="me"),
    path("me/data/", privacy_views.my_data, name="my_data"),
    path("me/data.zip", privacy_views.my_data_file, name="my_data_file"),
    path("me/erase/", privacy_views.erase_account, name="erase_account"),
    path("me/sign-out/", account.leave_everywhere, name="leave_everywhere"),
    path("me/sign-out/<int:visit_id>/", account.leave_one, name="leave_one"),
    path("me/keys/", api_keys.keys, name="keys"),
    path("me/notices/", notices_views.notices, name="notices"),
    path("me/notices/phone/", notices_views.notices_phone, name="notices_phone"),
    path(
        "me/notices/phone/<uuid:device_id>/drop/",
        notices_views.notices_phone_drop,
        name="notices_phone_drop",
    ),
    path("n/<secret:token>/", notices_views.notices_stop, name="notices_stop"),
    path("me/keys/<uuid:key_id>/drop/", api_keys.key_drop, name="key_drop"),
    path("me/guests/<uuid:player_id>/", account.me_hidden, name="me_hidden"),
    path("g/<secret:token>/", guests_views.guest, name="guest"),
    path("g/<secret:token>/live/", guests_views.guest_live, name="guest_live"),
    path("g/<secret:token>/rules/", boards.guest_rules, name="guest_rules"),
    path("g/<secret:token>/picture.png", guests_views.guest_picture, name="guest_picture"),
    path("g/<secret:token>/board/", boards.guest_board, name="guest_board"),
    path("g/<secret:token>/board/live/", boards.guest_board_live, name="guest_board_live"),
    path("k/<secret:token>/evenings.ics", feeds.calendar_file, name="calendar_file"),
    path("i/<secret:token>/", joining.invited, name="invited"),
    path("p/<secret:token>/", joining.new_password, name="new_password"),
]
urlpatterns = [
    path("", people.home, name="home"),
    path("calculator/", calculator.calculator, name="calculator"),
    path("calculator/amounts/", calculator.calculation, name="calculation"),
    path("rules/<slug:game>/", rules_views.game_rules, name="game_rules"),
    path("rules/<slug:game>/<slug:preset>/", rules_views.game_rules, name="preset_rules"),
    path("privacy/", privacy_views.privacy, name="privacy"),
    path("appearance/", appearance.appearance, name="appearance"),
    path("found/", founding.found, name="found"),
    path("clubs/new/", founding.found_further, name="found_further"),
    path("c/<slug:slug>/", include(_club)),
    path("c/<slug:slug>/", include(_members)),
    path("c/<slug:slug>/guests/", include(_guests)),
    path("c/<slug:slug>/money/", include(_money)),
    path("c/<slug:slug>/tournaments/", include(_tournaments)),
    path("c/<slug:slug>/calendar/", include(_calendar)),
    *_people,
    path("api/v1/", include(list(programs.addresses()))),
    path("sw.js", offline.worker, name="worker"),
    path("manifest.webmanifest", offline.manifest, name="manifest"),
    path("offline/", offline.offline, name="offline"),
]
