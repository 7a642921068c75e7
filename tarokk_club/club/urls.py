"""The addresses of the book."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from tarokk_club.club.views import (
    account,
    calculator,
    closing,
    drafts,
    entry,
    erasing,
    events,
    exports,
    hands,
    imports,
    invitations,
    joining,
    log,
    members,
    merging,
    people,
    privacy,
    sessions,
    settings,
    standings,
)

app_name = "club"

_entry: list[URLPattern | URLResolver] = [
    path("", hands.hand, name="hand"),
    path("correct/", entry.entry_correct, name="entry_correct"),
    path("insert/", entry.entry_insert, name="entry_insert"),
    path("change/", events.event_correct, name="event_correct"),
    path("delete/", hands.delete, name="delete"),
    path("restore/", hands.restore, name="restore"),
    path("note/", hands.note, name="note"),
]
_session: list[URLPattern | URLResolver] = [
    path("", sessions.sheet, name="sheet"),
    path("live/", sessions.live, name="live"),
    path("hand/", entry.hand_new, name="hand_new"),
    path("hand/preview/", entry.preview, name="preview"),
    path("hand/draft/", drafts.draft, name="draft"),
    path("hand/draft/take/", drafts.draft_take, name="draft_take"),
    path("hand/draft/drop/", drafts.draft_drop, name="draft_drop"),
    path("undo/", sessions.undo, name="undo"),
    path("join/", events.join, name="join"),
    path("leave/", events.leave, name="leave"),
    path("adjust/", events.adjust, name="adjust"),
    path("notice/", events.notice, name="notice"),
    path("fine/", events.fine, name="fine"),
    path("settings/", settings.settings, name="settings"),
    path("replace/", settings.replace, name="replace"),
    path("closing/", closing.closing, name="closing"),
    path("close/", closing.close, name="close"),
    path("reopen/", closing.reopen, name="reopen"),
    path("bin/", closing.into_bin, name="bin"),
    path("unbin/", closing.out_of_bin, name="unbin"),
    path("history/", hands.history, name="history"),
    path("settlement/", standings.settlement, name="settlement"),
    path("settlement.csv", exports.settlement_file, name="settlement_file"),
    path("hands.csv", exports.hands_file, name="hands_file"),
    path("ledger.csv", exports.ledger_file, name="ledger_file"),
    path("document.json", exports.document_file, name="document_file"),
    path("hands/<uuid:entry_id>/", include(_entry)),
]
_club: list[URLPattern | URLResolver] = [
    path("", people.club, name="club"),
    path("players/", people.players, name="players"),
    path("players/<uuid:player_id>/", people.player, name="player"),
    path("players/<uuid:player_id>/archive/", people.archive, name="archive"),
    path("players/<uuid:player_id>/merge/", merging.merge, name="merge"),
    path("merges/<uuid:merge_id>/undo/", merging.unmerge, name="unmerge"),
    path("players/<uuid:player_id>/data/", privacy.player_data, name="player_data"),
    path("players/<uuid:player_id>/data.zip", privacy.player_data_file, name="player_data_file"),
    path("players/<uuid:player_id>/erase/", erasing.erase, name="erase"),
    path("sessions/", sessions.session_list, name="session_list"),
    path("sessions/new/", sessions.session_new, name="session_new"),
    path("import/", imports.session_import, name="session_import"),
    path("standings/", standings.standings, name="standings"),
    path("standings.csv", exports.standings_file, name="standings_file"),
    path("sessions/<uuid:session_id>/", include(_session)),
]
_members: list[URLPattern | URLResolver] = [
    path("members/", members.members, name="members"),
    path("members/invite/", invitations.invite, name="invite"),
    path("members/<uuid:user_id>/", members.member, name="member"),
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
    path("log/", log.log, name="log"),
]
_people: list[URLPattern | URLResolver] = [
    path("me/", account.me, name="me"),
    path("me/data/", privacy.my_data, name="my_data"),
    path("me/data.zip", privacy.my_data_file, name="my_data_file"),
    path("me/erase/", privacy.erase_account, name="erase_account"),
    path("me/sign-out/", account.leave_everywhere, name="leave_everywhere"),
    path("i/<str:token>/", joining.invited, name="invited"),
    path("p/<str:token>/", joining.new_password, name="new_password"),
]
urlpatterns = [
    path("", people.home, name="home"),
    path("found/", people.found, name="found"),
    path("calculator/", calculator.calculator, name="calculator"),
    path("calculator/amounts/", calculator.calculation, name="calculation"),
    path("privacy/", privacy.privacy, name="privacy"),
    path("c/<slug:slug>/", include(_club)),
    path("c/<slug:slug>/", include(_members)),
    *_people,
]
