"""Where a name can occur in the database, and how it is found there."""

import pytest
from django.apps import apps
from django.db import models

from support.catalogue import row
from tarokk_club.club.names.name_search import NameFinder, replace_names
from tarokk_club.club.privacy.queries.free_text_fields import FREE_TEXT_FIELDS

TEXT = (models.CharField, models.TextField, models.JSONField)
# The names themselves, which an erasing replaces, and the draft, whose note it empties.
NAMES = {
    "User.username",
    "User.name",
    "User.email",
    "User.called_in",
    "Player.name",
    "Player.name_key",
    "Player.short_name",
    "Draft.record",
}
# Codes, numbers, ids and hashes; the posting of agreed points repeats their note.
NAMELESS = {
    "ApiKey.scopes",
    "ApiKey.token_hash",
    "Arbiter.user_name",
    "ServiceGrant.roles",
    "ServiceKey.scopes",
    "ServiceKey.token_hash",
    "Club.webhook_events",
    "Delivery.data",
    "Delivery.event",
    "Delivery.state",
    "Delivery.why",
    "Webhook.events",
    "Webhook.secret_hash",
    "Webhook.url",
    "Ranking.scale",
    "AuditLine.act",
    "AuditLine.facts",
    "Posting.after",
    "Posting.kind",
    "Posting.lines",
    "Posting.net",
    "Posting.pots",
    "CalendarLink.token_hash",
    "CashCount.currency",
    "Change.action",
    "Change.after",
    "Change.before",
    "Change.effect",
    "Change.hash",
    "Change.prev_hash",
    "Charge.currency",
    "Charge.purpose",
    "ClosedYear.figures",
    "ClosedYear.fingerprint",
    "Club.currency",
    "Club.guest_names",
    "Club.language",
    "Club.last_choice",
    "Club.published",
    "Club.slug",
    "Club.time_zone",
    "Draft.device",
    "DrawnRound.kind",
    "DrawnRound.out",
    "DrawnRound.seed",
    "DrawnRound.tables",
    "Entry.record",
    "EveningAnswer.coming",
    "EveningSeries.rhythm",
    "FinalRow.minor",
    "FinalTable.rules",
    "FinalTable.seal",
    "GuestLink.language",
    "GuestLink.lasting",
    "GuestLink.token_hash",
    "Registration.token_hash",
    "RegistrationLink.token_hash",
    "RegistrationTerms.currency",
    "Invitation.roles",
    "Invitation.token_hash",
    "KittyTransfer.currency",
    "KittyTransfer.source",
    "KittyTransfer.target",
    "Membership.roles",
    "Merge.money",
    "Merge.sessions",
    "MoneyRules.bank_layouts",
    "MoneyRules.iban",
    "MoneyRules.till",
    "MoneyRules.when",
    "Notice.kind",
    "Notice.once",
    "Notice.state",
    "Notice.way",
    "NoticeChoice.kind",
    "PasswordLink.password_mark",
    "PasswordLink.token_hash",
    "Payment.currency",
    "Payment.how",
    "Payment.payer_side",
    "Payment.purpose",
    "Payment.receiver_side",
    "PlannedEvening.game",
    "PlannedEvening.seating",
    "Player.iban",
    "PushDevice.agent",
    "PushDevice.auth",
    "PushDevice.endpoint",
    "PushDevice.endpoint_hash",
    "PushDevice.key",
    "PushDevice.mark",
    "PushDevice.p256dh",
    "PushDevice.session_key",
    "RatingTable.game",
    "RatingTable.history",
    "RatingTable.rows",
    "Revocation.ident",
    "Revocation.kind",
    "RuleSet.game",
    "RuleSet.rules",
    "RuleSet.rules_preset",
    "Season.counts",
    "Season.game",
    "Season.games",
    "Season.tie",
    "Season.weights",
    "Session.currency",
    "Session.game",
    "SeatChange.kind",
    "Session.per_point",
    "Session.rules",
    "Session.rules_preset",
    "Session.seats",
    "Settlement.currency",
    "Settlement.scope",
    "SiteNote.name",
    "SiteNote.text",
    "Confirmation.hash",
    "Confirmation.kind",
    "Tally.facts",
    "Tournament.carry",
    "Tournament.currency",
    "Tournament.draw_kind",
    "Tournament.game",
    "Tournament.per_point",
    "Tournament.publishing",
    "Tournament.reckoning",
    "Tournament.rules",
    "Tournament.rules_preset",
    "Tournament.scale",
    "Tournament.scale_five",
    "Tournament.scale_three",
    "Tournament.schedule",
    "Tournament.ties",
    "TournamentCorrection.after",
    "TournamentCorrection.before",
    "TournamentCorrection.entered",
    "TournamentCorrection.left",
    "User.hand_side",
    "User.language",
    "User.password",
    "User.theme",
    "WriteKey.fingerprint",
}


def texts_of_the_book() -> set[str]:
    """Every field of the book that holds text."""
    return {
        f"{model.__name__}.{field.name}"
        for model in apps.get_app_config("club").get_models()
        for field in model._meta.concrete_fields
        if isinstance(field, TEXT)
    }


def unknown(known: set[str]) -> set[str]:
    """Return the text fields that are not classified as containing names or not."""
    searched = {f"{place.model.__name__}.{place.field}" for place in FREE_TEXT_FIELDS}
    return texts_of_the_book() - searched - NAMES - known


@row("S61")
def test_every_text_of_the_book_is_searched_or_holds_no_name() -> None:
    told = "Free text goes to FREE_TEXT_FIELDS, anything else to NAMELESS here."
    assert unknown(NAMELESS) == set(), told
    assert NAMELESS - texts_of_the_book() == set()


def test_a_new_text_is_seen() -> None:
    assert unknown(NAMELESS - {"Session.per_point"}) == {"Session.per_point"}


@pytest.mark.parametrize(
    ("text", "whole", "part"),
    [
        ("Kovács Béla", True, True),
        ("KOVACS  BELA nyert", True, True),
        ("mondta Kovács Bélának", True, True),
        ("Kova\u0301cs Be\u0301la", True, True),
        ("Béla ultimója", False, True),
        ("a Kovácsék", False, True),
        ("Kovácsné és Belarus", False, True),
        ("Belátom", False, True),
        ("Bélabarátok", False, False),
        ("lakovács", False, False),
        ("Szép játék", False, False),
        ("", False, False),
    ],
)
def test_finds_a_name_in_any_spelling_or_declension(text: str, whole: bool, part: bool) -> None:
    names = ["Kovács Béla", "", "by"]
    assert NameFinder(names, parts=False).matches(text) == whole
    assert NameFinder(names, parts=True).matches(text) == part


def test_without_names_finds_no_mention() -> None:
    assert not NameFinder(["", " "], parts=True).matches("anything")


def test_a_name_is_replaced_as_it_is_spelt() -> None:
    names = ("Kovács Béla", "béla")
    assert replace_names("Kovács Béla, BÉLA és Bélabarát", names, "X") == "X, X és Bélabarát"
