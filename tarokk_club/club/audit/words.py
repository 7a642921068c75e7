"""The sentences of a club's log."""

from collections.abc import Mapping
from contextlib import suppress
from datetime import date
from types import MappingProxyType

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tarokk_club.club.audit.queries.logbook import LogLine
from tarokk_club.club.formatting.numbers_and_dates import format_plain_date
from tarokk_club.club.models import Act
from tarokk_club.club.values.naming import Naming
from tarokk_club.club.writing.roles import format_role_names

SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        Act.SIGNED_IN: _("%(who)s signed in."),
        Act.INVITED: _("%(who)s made an invitation for one person: %(roles)s."),
        Act.INVITED_EVENING: _("%(who)s made an invitation for an evening: %(roles)s."),
        Act.REVOKED: _("%(who)s withdrew an invitation: %(roles)s."),
        Act.JOINED: _("%(who)s came by an invitation of %(whom)s: %(roles)s."),
        Act.ROLES_CHANGED: _(
            "%(who)s changed the roles of %(whom)s. Before: %(before)s. Now: %(after)s."
        ),
        Act.PLAYER_LINKED: _("%(who)s noted that %(whom)s plays as %(player)s."),
        Act.PLAYER_UNLINKED: _("%(who)s noted that %(whom)s is not a player in the book."),
        Act.REMOVED: _("%(who)s removed %(whom)s from the club."),
        Act.LEFT: _("%(who)s left the club."),
        Act.LINK_MADE: _("%(who)s made a link for a new password of %(whom)s."),
        Act.LINK_USED: _("%(who)s chose a new password by a link."),
        Act.EXPORTED: _("%(who)s downloaded the file %(file)s of the session of %(day)s."),
        Act.EXPORTED_CLUB: _("%(who)s downloaded the file %(file)s."),
        Act.GUEST_LINK: _("%(who)s made a link for guests to the session of %(day)s."),
        Act.GUEST_LINK_SEASON: _("%(who)s made a link for guests to the standings of a season."),
        Act.GUEST_LINK_CUP: _("%(who)s made a link for guests to a tournament."),
        Act.GUEST_GONE: _("%(who)s revoked a link for guests to the session of %(day)s."),
        Act.GUEST_GONE_SEASON: _("%(who)s revoked a link for guests to the standings of a season."),
        Act.GUEST_GONE_CUP: _("%(who)s revoked a link for guests to a tournament."),
        Act.TWO_FACTORS: _("%(who)s asks owners and treasurers for a passkey from now on."),
        Act.ONE_FACTOR: _("%(who)s asks owners and treasurers for no passkey any more."),
        Act.ENTRY_LINK: _("%(who)s made a link by which people enter a tournament."),
        Act.ENTRY_LINK_GONE: _("%(who)s revoked a link by which people enter a tournament."),
        Act.GUEST_NAMES: _("%(who)s chose what guests see of the players: %(names)s."),
        Act.PUBLISHED: _("%(who)s chose what anybody can see of the club."),
        Act.BINNED: _("%(who)s put the session of %(day)s into the bin."),
        Act.UNBINNED: _("%(who)s took the session of %(day)s out of the bin."),
        Act.MERGED: _("%(who)s merged two players."),
        Act.UNMERGED: _("%(who)s undid the merging of two players."),
        Act.LOG_READ: _("%(who)s read this log."),
        Act.DATA_TAKEN: _("%(who)s downloaded everything the book knows about %(player)s."),
        Act.ERASURE_ASKED: _("%(who)s asks to be erased."),
        Act.ERASURE_DROPPED: _("%(who)s withdrew the request to be erased."),
        Act.ERASED: _("%(who)s erased a person, who is now called %(player)s."),
        Act.PASSKEY_ADDED: _("%(who)s added a passkey to sign in with."),
        Act.PASSKEY_REMOVED: _("%(who)s removed a passkey."),
        Act.MONEY_RULES: _("%(who)s changed how the club settles."),
        Act.PAYMENT_DENIED: _("%(who)s said that a payment has not arrived."),
        Act.WRITTEN_OFF: _("%(who)s wrote off what %(player)s still owed."),
        Act.CLUB_SUSPENDED: _("%(who)s suspended the club: nothing can be entered."),
        Act.CLUB_RESUMED: _("%(who)s lets the club write again."),
        Act.CLUB_TO_GO: _("%(who)s decided that the club is removed on %(day)s."),
        Act.CLUB_LIMITED: _("%(who)s changed how many hands the club may have."),
        Act.CASH_COUNTED: _("%(who)s counted the cash of the kitty."),
        Act.YEAR_CLOSED: _("%(who)s closed the year %(year)s."),
        Act.SEASON_MADE: _("%(who)s made a season."),
        Act.SEASON_CHANGED: _("%(who)s changed the dates or rules of a season."),
        Act.SEASON_CLOSED: _("%(who)s closed a season; its table is final."),
        Act.SEASON_REOPENED: _("%(who)s opened a season again."),
        Act.RULES_SAVED: _("%(who)s saved a set of house rules of the club."),
        Act.RULES_CHANGED: _("%(who)s changed a set of house rules of the club."),
        Act.RULES_REMOVED: _("%(who)s removed a set of house rules of the club."),
        Act.TOURNAMENT_MADE: _("%(who)s set up a tournament."),
        Act.TOURNAMENT_CHANGED: _("%(who)s changed the setup or the players of a tournament."),
        Act.TOURNAMENT_CORRECTED: _(
            "%(who)s corrected the setup or the players of a tournament whose result was final."
        ),
        Act.TOURNAMENT_DELETED: _("%(who)s deleted a tournament that had not begun."),
        Act.ROUNDS_DRAWN: _("%(who)s drew the rounds of a tournament at once."),
        Act.ROUND_STARTED: _("%(who)s started a round of a tournament."),
        Act.ROUND_TAKEN_BACK: _("%(who)s withdrew a round of a tournament."),
        Act.ROUND_DRAWN: _("%(who)s drew a round of a tournament, to be published later."),
        Act.SEATS_CHANGED: _("%(who)s changed the seats of a round of a tournament."),
        Act.SEATS_UNDONE: _("%(who)s undid a change of seats in a tournament."),
        Act.ARBITER_NAMED: _("%(who)s named an arbiter of a tournament."),
        Act.ARBITER_CAME: _("%(who)s agreed to be an arbiter of a tournament."),
        Act.ARBITER_GONE: _("%(who)s ended the task of an arbiter of a tournament."),
        Act.CLUB_CHANGED: _("%(who)s changed the settings of the club: %(what)s."),
        Act.EVENING_PLANNED: _("%(who)s planned the evening of %(day)s."),
        Act.EVENINGS_PLANNED: _("%(who)s planned evenings that repeat, from %(day)s on."),
        Act.EVENING_CHANGED: _("%(who)s changed the evening of %(day)s."),
        Act.EVENINGS_CHANGED: _("%(who)s changed the evenings from %(day)s on."),
        Act.EVENING_CANCELLED: _("%(who)s cancelled the evening of %(day)s."),
        Act.EVENINGS_CANCELLED: _("%(who)s cancelled the evenings from %(day)s on."),
        Act.EVENING_RESTORED: _("%(who)s brought back the evening of %(day)s."),
        Act.EVENINGS_RESTORED: _(
            "%(who)s brought back the evenings cancelled with that of %(day)s."
        ),
        Act.EVENING_DRAWN: _("%(who)s drew the tables of the evening of %(day)s."),
        Act.EVENING_STARTED: _("%(who)s started a table of the evening of %(day)s."),
        Act.CALENDAR_LINK: _("%(who)s made a calendar link."),
        Act.CALENDAR_GONE: _("%(who)s revoked a calendar link."),
        Act.PENALTY_GIVEN: _("%(who)s gave a penalty in a tournament."),
        Act.PENALTY_BACK: _("%(who)s revoked a penalty in a tournament."),
        Act.KEY_MADE: _("%(who)s made a key for programs."),
        Act.SERVICE_KEY_MADE: _("%(who)s made the service key “%(whom)s”."),
        Act.SERVICE_KEY_ENDED: _("%(who)s ended the service key “%(whom)s”."),
        Act.WEBHOOK_MADE: _("%(who)s made a webhook."),
        Act.WEBHOOK_GONE: _("%(who)s removed a webhook."),
        Act.RANKING_CHANGED: _("%(who)s changed a ranking of tournaments."),
        Act.RANKING_JOINED: _("%(who)s chose tournaments for a ranking of several clubs."),
        Act.RANKING_LEFT: _("%(who)s took the club out of a ranking of tournaments."),
        Act.KEY_DROPPED: _("%(who)s revoked a key for programs of %(whom)s."),
    }
)
# For a line whose tournament still has a name; for a round, if its number is stored.
NAMED: Mapping[str, str] = MappingProxyType(
    {
        Act.TOURNAMENT_MADE: _("%(who)s set up the tournament “%(tournament)s”."),
        Act.TOURNAMENT_CHANGED: _(
            "%(who)s changed the setup or the players of the tournament “%(tournament)s”."
        ),
        Act.TOURNAMENT_CORRECTED: _(
            "%(who)s corrected the setup or the players of “%(tournament)s”, whose result was"
            " final."
        ),
        Act.ROUNDS_DRAWN: _(
            "%(who)s drew the rounds of “%(tournament)s” at once: draw number %(round)s."
        ),
        Act.ROUND_STARTED: _("%(who)s started round %(round)s of “%(tournament)s”."),
        Act.ROUND_TAKEN_BACK: _("%(who)s withdrew round %(round)s of “%(tournament)s”."),
        Act.ROUND_DRAWN: _(
            "%(who)s drew round %(round)s of “%(tournament)s”, to be published later."
        ),
        Act.SEATS_CHANGED: _("%(who)s changed the seats of round %(round)s of “%(tournament)s”."),
        Act.SEATS_UNDONE: _(
            "%(who)s undid a change of seats in round %(round)s of “%(tournament)s”."
        ),
        Act.ARBITER_NAMED: _("%(who)s named an arbiter of “%(tournament)s”."),
        Act.ARBITER_CAME: _("%(who)s agreed to be an arbiter of “%(tournament)s”."),
        Act.ARBITER_GONE: _("%(who)s ended the task of an arbiter of “%(tournament)s”."),
        Act.PENALTY_GIVEN: _("%(who)s gave a penalty in “%(tournament)s”."),
        Act.PENALTY_BACK: _("%(who)s revoked a penalty in “%(tournament)s”."),
    }
)
# For a line with a stored seed, with which the draw can be repeated.
SEEDED: Mapping[str, str] = MappingProxyType(
    {
        Act.ROUNDS_DRAWN: _(
            "%(who)s drew the rounds of “%(tournament)s” at once: draw number %(round)s, from the"
            " seed %(seed)s."
        ),
        Act.ROUND_STARTED: _(
            "%(who)s started round %(round)s of “%(tournament)s”, drawn from the seed %(seed)s."
        ),
        Act.ROUND_DRAWN: _(
            "%(who)s drew round %(round)s of “%(tournament)s” from the seed %(seed)s, to be"
            " published later."
        ),
    }
)
# The settings of a club that a line can name as changed.
FIELDS: Mapping[str, str] = MappingProxyType(
    {
        "name": _("name"),
        "language": _("language"),
        "time_zone": _("time zone"),
        "currency": _("currency"),
    }
)
ROUNDS = (
    *(Act.ROUNDS_DRAWN, Act.ROUND_STARTED, Act.ROUND_TAKEN_BACK, Act.ROUND_DRAWN),
    *(Act.SEATS_CHANGED, Act.SEATS_UNDONE),
)


def describe_log_line(line: LogLine) -> str:
    """Return the sentence that describes the line, in the active language."""
    facts = line.facts
    values = {
        "who": line.who or gettext("The operator"),
        "whom": line.whom or gettext("the operator"),
        "player": line.player or line.whom or gettext("nobody any more"),
        "roles": format_role_names(facts.get("roles", ())),
        "before": format_role_names(facts.get("before", ())),
        "after": format_role_names(facts.get("after", ())),
        "names": Naming(facts["names"]).label if "names" in facts else "",
        "file": facts.get("file", ""),
        "day": _format_day(line),
        "tournament": line.tournament,
        "round": facts.get("round"),
        "seed": facts.get("seed"),
        "year": facts.get("year", ""),
        "what": ", ".join(gettext(FIELDS[name]) for name in facts.get("what", ())),
    }
    return gettext(_find_template(line)) % values


def _format_day(line: LogLine) -> str:
    """Return the date of the line's session or evening; "" if there is none."""
    day = line.day
    # The line may come from an imported archive, whose content is not validated.
    with suppress(KeyError, ValueError):
        day = day or date.fromisoformat(str(line.facts["on"]))
    return format_plain_date(day) if day else ""


def _find_template(line: LogLine) -> str:
    # Older log lines do not record the round.
    numbered = line.act not in ROUNDS or "round" in line.facts
    named = line.tournament and numbered and NAMED.get(line.act)
    seeded = named and "seed" in line.facts and SEEDED.get(line.act)
    return seeded or named or SENTENCES[line.act]
