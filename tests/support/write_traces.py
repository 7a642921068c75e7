"""The traces that every write leaves: lines of a log, lines of history, and rows that name a user.

A trace is "history" for a session's history, the kind of a line in the club's audit log
("roles_changed"), or, if there is neither, the field that names the author ("Payment.made_by").
"""

from django.apps import apps

from support.write_paths import Act
from tarokk_club.club.models import AuditLine, Change, User

# Fields that name the author of a row.
AUTHORS = {"made_by", "withdrawn_by", "founded_by", "author", "by"}

# Use case to its traces; a tuple if its acts, in their order, leave different traces.
TRACES: dict[str, str | tuple[str, ...]] = {
    # Accounts and members
    "change_roles": "roles_changed",
    "end_keys_and_links": "key_dropped",
    "erase_person": "erased",
    "join_as_newcomer": "joined",
    "join_club": "joined",
    "link_player": "player_linked",
    "log_data_download": "data_taken",
    "log_export": "exported",
    "make_invitation": "invited",
    "make_password_link": "link_made",
    "merge_players": "history merged",
    "record_log_reading": "log_read",
    "remove_member": "removed",
    "repeat_erasures": "erased",
    "save_erasure_request": "erasure_asked",
    "reset_password_by_link": "link_used",
    "revoke_invitation": "revoked",
    "unmerge_players": "history unmerged",
    # The club, its keys and links
    "change_club": "club_changed",
    "set_guest_naming": "guest_names",
    "set_published_parts": "published",
    "drop_api_key": "key_dropped",
    "drop_own_service_key": "service_key_ended",
    "end_service_key_access": "service_key_ended",
    "found_further_club": "Club.founded_by",
    "create_guest_link": "guest_link",
    "make_api_key": "key_made",
    "make_service_key": "service_key_made",
    "make_webhook": "webhook_made",
    "remove_webhook": "webhook_gone",
    "renew_guest_link": "guest_gone guest_link",
    "revoke_guest_link": "guest_gone",
    "set_two_factor_requirement": "two_factors",
    # Sessions
    "bin_session": "binned history",
    "change_session": "history",
    "close_session": "history",
    "correct_event": "history",
    "delete_event": "history",
    "import_session": "history",
    "insert_hand_keeping_dealers": "history",
    "record_event": "history",
    "record_paper_sheet": "history",
    "reopen_session": "history",
    "replace_player": "history",
    "restore_event": "history",
    "seat_newcomer": "history",
    "start_session": "history",
    "take_seat": "history",
    "restore_session": "history unbinned",
    "undo_last_entry": "history",
    # Confirmations
    "answer_objection": "Confirmation.author",
    "confirm_hand": "Confirmation.author",
    "confirm_session": "Confirmation.author",
    "record_objection": "Confirmation.author",
    "take_back_confirmation": "Confirmation.author",
    # Money
    "change_money_rules": "money_rules",
    "charge_players": "Charge.made_by Payment.made_by",
    "close_year": "year_closed",
    "confirm_payment": "PaymentConfirmation.made_by",
    "pay_transfers": ("Payment.made_by", "Payment.made_by PaymentConfirmation.made_by"),
    "record_kitty_transfer": "KittyTransfer.made_by",
    "record_opening_balances": "Payment.made_by",
    "record_payment": "Payment.made_by",
    "record_tournament_money": "Charge.made_by Payment.made_by",
    "save_cash_count": "cash_counted",
    "set_money_kinds": "money_rules",
    "settle_up": "Settlement.made_by",
    "take_entry_fee": "Charge.made_by Payment.made_by",
    "undo_charge": "Charge.made_by",
    "undo_kitty_transfer": "KittyTransfer.made_by",
    "undo_paid_transfers": "Payment.made_by",
    "undo_payment": "Payment.made_by",
    "withdraw_settlement": "Settlement.withdrawn_by",
    "write_off_debt": "written_off",
    # Seasons, house rules and rankings
    "change_ranking": "ranking_changed",
    "change_rule_set": "rules_changed",
    "change_season": "season_changed",
    "close_season": "season_closed",
    "make_ranking": "ranking_changed",
    "make_season": "season_made",
    "remove_ranking": "ranking_changed",
    "remove_rule_set": "rules_removed",
    "reopen_season": "season_reopened",
    "save_rule_set": "rules_saved",
    "set_participation": "ranking_joined",
    # The calendar
    "answer_evening": "EveningAnswer.by",
    "answer_for_player": "EveningAnswer.by",
    "cancel_evening": "evenings_cancelled",
    "change_evening": "evenings_changed",
    "draw_evening": "evening_drawn",
    "make_calendar_link": "calendar_link",
    "plan_evening": ("evening_planned", "evenings_planned"),
    "restore_evening": "evenings_restored",
    "revoke_calendar_link": "calendar_gone",
    "start_evening_table": "evening_started history",
    # Tournaments
    "accept_arbiter_invitation": "arbiter_came",
    "accept_registrations": "tournament_changed",
    "change_round_seats": "binned history seats_changed",
    "change_tournament": "tournament_changed",
    "close_tournament_table": "history",
    "delete_tournament": "tournament_deleted",
    "draw_all_rounds": "rounds_drawn",
    "end_table_with_totals": "history",
    "enter_players": "tournament_changed",
    "give_penalty": "penalty_given",
    "import_entrants": "tournament_changed",
    "make_tournament": "tournament_made",
    "appoint_arbiter": "arbiter_named",
    "set_teams_and_clubs": "tournament_changed",
    "open_registration": "entry_link tournament_changed",
    "publish_round": "history round_started",
    "remove_arbiter": "arbiter_gone",
    "remove_registration": "tournament_changed",
    "revoke_registration_link": "entry_link_gone",
    "set_name_consents": "tournament_changed",
    "start_round": ("history round_started", "round_drawn"),
    "take_back_penalty": "penalty_back",
    "take_back_round": "binned history round_taken_back",
    "undo_seat_change": "binned history seats_undone",
}

DRAFT = "a draft is nobody's result; the hand that replaces it has its history"
PREFERENCE = "is the user's own preference, which concerns nobody else"
CONSENT = "is the person's own choice about the own name; the row stores its present state"
PLAYERS = "is seen in the list of players, and can be reversed there by the same people"
CHECK_IN = "changes dozens of times in an hour before the first round; the row has the time"
SETTING = "is seen on the settings page, moves no points and can be reversed there"
REGISTRATION = "the sender has no account; the registration itself is the trace"
DERIVED = "stores what the site derives, without a user"

# Use case to the reason for which it leaves no trace.
WITHOUT_TRACE: dict[str, str] = {
    **dict.fromkeys(("save_draft", "take_over_draft", "delete_draft"), DRAFT),
    **dict.fromkeys(
        ("change_profile", "change_appearance", "set_next_hand_preference"), PREFERENCE
    ),
    **dict.fromkeys(("save_notice_choices", "stop_mails", "save_push_device"), PREFERENCE),
    **dict.fromkeys(("delete_chosen_push_device", "delete_push_devices"), PREFERENCE),
    **dict.fromkeys(("set_own_player_hidden", "set_player_hidden"), CONSENT),
    **dict.fromkeys(("record_name_consent", "record_one_person_consent"), CONSENT),
    **dict.fromkeys(("add_player", "admit_guest", "archive_player", "rename_player"), PLAYERS),
    **dict.fromkeys(("switch_check_in", "check_in", "check_in_everybody"), CHECK_IN),
    "switch_reduced_fee": CHECK_IN,
    **dict.fromkeys(("set_hand_confirmations", "switch_ratings"), SETTING),
    **dict.fromkeys(("register_applicant", "withdraw_registration"), REGISTRATION),
    **dict.fromkeys(("rate_players", "store_key_use"), DERIVED),
    "change_evening_seats": "the draw was logged; seats may be moved until a table starts",
    "delete_outdated_rows": "deletes what is outdated, lines of the log included, without a user",
    "erase_account": "an erased account is to leave no trace; the site's list of erasures has it",
    "store_bank_layout": "stores the columns of a file for the next import",
    "repeat_revocations": "repeats after a restored backup what was logged before it",
    "set_bank_account": "only the player changes it, and a log would disclose it to others",
    "set_operator_rights": "belongs to no club; the site's security log has a line",
    "switch_on_webhook": "the page of the webhook shows its state and its deliveries",
    "queue_test_message": "the page of the webhook lists the delivery",
}


def traces_of(act: Act) -> str:
    """Run the act and return the traces that it left, in alphabetical order."""
    lines, changes, authors = _log_lines(), _change_ids(), _authors()
    act()
    traces = {kind for _, kind in _log_lines() - lines}
    if _change_ids() - changes:
        traces.add("history")
    named = {f"{model}.{field}" for model, field, _, _ in _authors() - authors}
    return " ".join(sorted(traces or named))


def _log_lines() -> set[tuple[int, str]]:
    return set(AuditLine.objects.values_list("pk", "act"))


def _change_ids() -> set[int]:
    return set(Change.objects.values_list("pk", flat=True))


def _authors() -> set[tuple[str, str, object, object]]:
    """Return every named author of a row, as model, field, id of the row and id of the user."""
    return {
        (model.__name__, field.name, pk, user)
        for model in apps.get_app_config("club").get_models()
        if model is not Change
        for field in model._meta.concrete_fields
        if field.related_model is User and field.name in AUTHORS
        for pk, user in model._default_manager.values_list("pk", field.attname)
        if user is not None
    }
