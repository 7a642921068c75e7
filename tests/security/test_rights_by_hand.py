"""Rights of the roles, deliberately written down a second time by hand.

The test of all addresses reads the table and the loaders themselves, so it passes when a right is
weakened in both at once. This list is independent: whoever opens a page to more people, or gives a
role a right, must change it here too.
"""

import pytest

from support.catalogue import row
from tarokk_club.club.models import Role
from tarokk_club.club.pages.access_table import collect_access_by_route
from tarokk_club.club.writing import permissions
from tarokk_club.club.writing.permissions import Access, Open, Right, may

# What asks for a right -> the pages to which one then may send something.
SENDS: dict[str, str] = {
    "public": """
        api_score appearance calendar_file enter_tournament found guest guest_board
        guest_board_live guest_live guest_picture guest_rules home invited manifest new_password
        notices_stop offline own_registration privacy worker
    """,
    "signed_in": """
        directing directing_agree erase_account found_further key_drop keys leave_everywhere
        sign_out_device me me_hidden my_data my_data_file notices notices_phone notices_phone_drop
        operators_password_link service_key_drop service_keys site_clubs
    """,
    "claim": """
        calendar_feed calendar_feed_revoke evening_answer my_bank_account payment_confirm
        payment_deny payment_undo ranking tournament_own_name transfer_paid
    """,
    "speak": """
        objection objection_hand seal seal_hand take_back
    """,
    "enter": """
        adjust another_dealer api_hands api_restore draft draft_drop draft_take fine hand_new join
        leave notice outbox pot preview restore table_close undo
    """,
    "correct": """
        answer api_hand api_sessions bin close closing delete door door_all door_codes door_person
        door_reduced door_switch entrants_import entries entry_correct entry_insert entry_link
        entry_terms registration registration_remove tournament_arbiter_end tournament_arbiters
        evening_answers evening_cancel evening_change evening_draw evening_new evening_player
        evening_restore evening_seats evening_start event_correct note paper_entry reopen replace
        session_import session_new settings totals_import tournament_delete tournament_names
        tournament_new tournament_penalties tournament_penalty_back tournament_players
        tournament_settings tournament_sides unbin
    """,
    "direct": """
        tournament_publish tournament_round tournament_round_back tournament_schedule
        tournament_seating tournament_seating_undo tournament_table
    """,
    "players": """
        archive guest_admit merge player player_hidden players unmerge
    """,
    "settle": """
        bank_statement cash_count door_paid fee_new fee_undo kinds kitty_transfer kitty_transfer_new
        money_rules openings payment_new settle settle_account settled_paid settled_paid_undo
        settled_withdraw tournament_money transfer_part write_off year_close
    """,
    "seasons": """
        season_close season_new season_reopen season_settings
    """,
    "invite": """
        guest_link guest_new guest_renew guest_revoke guests invitation invitation_revoke
        invite members
    """,
    "club": """
        club_settings guest_names publish ranking_leave ranking_new ranking_remove ranking_settings
        ranking_tournaments rating_switch rule_set rule_set_new rule_set_remove
        sealing webhook webhook_new
    """,
    "members": """
        archive_file erase log member member_erase member_keys member_password member_player
        member_remove password_link programs two_factors
    """,
}
# The same for pages that one then may open.
READS: dict[str, str] = {
    "public": """
        api api_guest api_openapi api_public_evenings api_public_leaderboard api_public_ranking
        api_public_rankings api_public_tournament api_public_tournaments appearance calculation
        calculator dictionary
        calendar_file embed embed_script enter_tournament embed_style found game_rules guest
        guest_board guest_board_live guest_live guest_picture guest_rules home invited manifest
        new_password notices_stop offline own_registration preset_rules privacy public_club
        public_clubs public_ranking public_tournament ranking_csv_file ranking_json_file
        ranking_rating_file ranking_rating_json_file worker
    """,
    "signed_in": """
        directing directing_agree erase_account found_further key_drop keys leave_everywhere
        sign_out_device me me_hidden my_data my_data_file notices notices_phone notices_phone_drop
        operators_password_link service_key_drop service_keys site_clubs
    """,
    "read": """
        account api_balances api_club api_evening api_evenings api_fees api_hand api_hands
        api_leaderboard api_money_rules api_notices api_payments api_players api_ranking
        api_rankings api_records
        api_seasons api_session api_sessions api_settlement api_settlements api_standings
        api_statistics api_tournament api_tournaments
        auditors_paper beside blank_sheet board board_live book book_paper calendar
        calendar_feed career club compare evening fact facts finale finale_picture hand history
        kitty kitty_transfer live money receipt_file year_paper years my_statement_xlsx_file
        my_statement_file objections paper played_evening players ranking rankings rating records
        rule_sets running seals season season_what_if seasons session_list session_rules
        session_what_if settled settled_account settled_paper settlement settlement_paper
        settlements sheet standings statement tournament tournament_cards tournament_draws
        tournament_certificates
        tournament_certificates_file tournament_live tournament_pairings tournament_schedule
        tournament_screen tournaments
    """,
    "claim": """
        my_bank_account payment_deny
    """,
    "speak": """
        objection objection_hand
    """,
    "enter": """
        adjust another_dealer fine hand_new join leave notice outbox pot preview restore undo
    """,
    "correct": """
        answer bin close closing delete door door_codes door_person entrants_import entries
        entry_correct entry_insert entry_link entry_terms registration tournament_arbiters
        evening_answers evening_change evening_draw
        evening_new evening_seats event_correct note paper_entry reopen replace session_import
        session_new settings totals_import tournament_delete tournament_names tournament_new
        tournament_penalties tournament_penalty_back tournament_players tournament_settings
        tournament_sides unbin
    """,
    "direct": """
        tournament_round tournament_seating tournament_table
    """,
    "players": """
        archive merge player
    """,
    "settle": """
        bank_statement cash_count fee_new kinds kitty_transfer_new money_rules openings
        payment_new settle settle_account settled_paid tournament_money transfer_part write_off
        year_close
    """,
    "export": """
        accounting_file api_document book_file book_xlsx_file club_hands_file document_file
        hands_file ledger_file money_files
        money_ledger_xlsx_file money_ledger_file season_csv_file season_hands_file
        season_points_file season_xlsx_file settled_xlsx_file settled_file settlement_xlsx_file
        settlement_file standings_xlsx_file standings_file statement_xlsx_file statements_file
        statement_file tournament_csv_file tournament_json_file tournament_rating_file
        tournament_rating_json_file tournament_rounds_file tournament_xlsx_file
    """,
    "seasons": """
        season_close season_new season_settings
    """,
    "club": """
        club_settings publish ranking_new ranking_settings ranking_tournaments rule_set rule_set_new
        webhook webhook_new
    """,
    "invite": """
        guest_link guest_new guests invitation invite members
    """,
    "members": """
        archive_file erase log member member_erase member_keys password_link programs
    """,
    "data": """
        player_data player_data_file
    """,
}
# What each role may, beside what every member may.
BY_ROLE = {
    "owner": "seasons invite club members data",
    "secretary": "enter correct direct players settle export seasons invite",
    "treasurer": "settle export",
    "scorer": "enter",
    "member": "",
}
OF_EVERY_MEMBER = ("read", "claim")
# Given by a seat at that table and by no role.
BY_SEAT = "speak"
PREFIX = "club:"


def _by_hand(table: dict[str, str], role: str) -> set[str]:
    needs = (*OF_EVERY_MEMBER, *BY_ROLE[role].split())
    return {name for need in needs for name in table.get(need, "").split()}


def _by_the_site(role: str, *, sends: bool) -> set[str]:
    found = set()
    for name, access in _pages().items():
        need = access.post if sends else access.get
        if isinstance(need, Right) and may([role], need):
            found.add(name)
    return found


def _pages() -> dict[str, Access]:
    pages = collect_access_by_route()
    return {
        name.removeprefix(PREFIX): access
        for name, access in pages.items()
        if name.startswith(PREFIX)
    }


@row("S05")
@pytest.mark.parametrize("role", [role.value for role in Role])
def test_each_role_has_exactly_the_rights_listed_here(role: str) -> None:
    assert _by_the_site(role, sends=True) == _by_hand(SENDS, role)
    assert _by_the_site(role, sends=False) == _by_hand(READS, role)


@row("S05")
@pytest.mark.parametrize("need", [Open.PUBLIC, Open.SIGNED_IN, Right.SPEAK])
def test_pages_without_a_role_are_listed_here_too(need: Open | Right) -> None:
    sent = {name for name, access in _pages().items() if access.post == need}
    read = {name for name, access in _pages().items() if access.get == need}

    assert sent == set(SENDS.get(need.value, "").split())
    assert read == set(READS.get(need.value, "").split())


@row("S05")
def test_no_role_grants_the_rights_of_a_seat() -> None:
    assert [role for role in Role if may([role.value], Right(BY_SEAT))] == []
    assert {Right.SPEAK} == permissions.BY_SEAT


@row("S05")
def test_only_secretary_and_treasurer_see_hidden_money_of_others() -> None:
    assert {role.value for role in Role if may([role.value], Right.MONEY)} == {
        "secretary",
        "treasurer",
    }


@row("S05")
def test_roles_grant_only_the_roles_listed_here() -> None:
    given = {role.value: set(permissions.list_grantable_roles([role.value])) for role in Role}

    assert given.pop("owner") == {"owner", "secretary", "treasurer", "scorer", "member"}
    assert given.pop("secretary") == {"member", "scorer"}
    assert set().union(*given.values()) == set()


@row("S05")
def test_a_right_weakened_in_the_page_and_in_the_table_is_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    generous = {**permissions.TABLE, Right.MEMBERS: frozenset(Role)}
    monkeypatch.setattr(permissions, "TABLE", generous)

    with pytest.raises(AssertionError):
        test_each_role_has_exactly_the_rights_listed_here("member")
