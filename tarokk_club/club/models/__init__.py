"""The database models of the score book, one module for each topic."""

from tarokk_club.club.models.calendar import (
    Attendance,
    CalendarLink,
    EveningAnswer,
    EveningSeries,
    EveningTable,
    PlannedEvening,
    Rhythm,
)
from tarokk_club.club.models.confirmations import Confirmation, ConfirmationKind
from tarokk_club.club.models.draws import Arbiter, DrawnRound, SeatChange
from tarokk_club.club.models.guests import GuestLink
from tarokk_club.club.models.hands import Change, Draft, Entry, WriteKey
from tarokk_club.club.models.keys import ApiKey, KeyScope, ServiceGrant, ServiceKey
from tarokk_club.club.models.kitty import CashCount, ClosedYear, KittyTransfer, Receipt
from tarokk_club.club.models.ledger import Balance, Posting, Tally
from tarokk_club.club.models.members import Act, AuditLine, Invitation, PasswordLink
from tarokk_club.club.models.money import (
    Charge,
    MoneyRules,
    Payment,
    PaymentConfirmation,
    Settlement,
    SettlementPart,
    Share,
    Transfer,
)
from tarokk_club.club.models.notices import (
    Notice,
    NoticeChannel,
    NoticeChoice,
    NoticeKind,
    NoticeState,
    PushDevice,
)
from tarokk_club.club.models.people import Club, Membership, Merge, Player, Role, Season, User
from tarokk_club.club.models.privacy import Erasure, Revocation
from tarokk_club.club.models.rankings import (
    Ranking,
    RankingClub,
    RankingPerson,
    RankingTournament,
)
from tarokk_club.club.models.ratings import RatingTable
from tarokk_club.club.models.registration import (
    Registration,
    RegistrationLink,
    RegistrationTerms,
)
from tarokk_club.club.models.seasons import FinalRow, FinalTable
from tarokk_club.club.models.sessions import RuleSet, Session
from tarokk_club.club.models.site import SiteNote
from tarokk_club.club.models.tournaments import (
    Entrant,
    Penalty,
    Tournament,
    TournamentCharge,
    TournamentCorrection,
    TournamentTable,
)
from tarokk_club.club.models.webhooks import Delivery, Webhook

__all__ = [
    "Act",
    "ApiKey",
    "Arbiter",
    "Attendance",
    "AuditLine",
    "Balance",
    "CalendarLink",
    "CashCount",
    "Change",
    "Charge",
    "ClosedYear",
    "Club",
    "Confirmation",
    "ConfirmationKind",
    "Delivery",
    "Draft",
    "DrawnRound",
    "Entrant",
    "Entry",
    "Erasure",
    "EveningAnswer",
    "EveningSeries",
    "EveningTable",
    "FinalRow",
    "FinalTable",
    "GuestLink",
    "Invitation",
    "KeyScope",
    "KittyTransfer",
    "Membership",
    "Merge",
    "MoneyRules",
    "Notice",
    "NoticeChannel",
    "NoticeChoice",
    "NoticeKind",
    "NoticeState",
    "PasswordLink",
    "Payment",
    "PaymentConfirmation",
    "Penalty",
    "PlannedEvening",
    "Player",
    "Posting",
    "PushDevice",
    "Ranking",
    "RankingClub",
    "RankingPerson",
    "RankingTournament",
    "RatingTable",
    "Receipt",
    "Registration",
    "RegistrationLink",
    "RegistrationTerms",
    "Revocation",
    "Rhythm",
    "Role",
    "RuleSet",
    "Season",
    "SeatChange",
    "ServiceGrant",
    "ServiceKey",
    "Session",
    "Settlement",
    "SettlementPart",
    "Share",
    "SiteNote",
    "Tally",
    "Tournament",
    "TournamentCharge",
    "TournamentCorrection",
    "TournamentTable",
    "Transfer",
    "User",
    "Webhook",
    "WriteKey",
]
