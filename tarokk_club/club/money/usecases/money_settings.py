"""Change a club's rules of settling, bank accounts of players, and layouts of bank statements."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from uuid import UUID

from scoring.core.problem import Problem
from tarokk_club.club.models import Act, MoneyRules, Player
from tarokk_club.club.models.money import PartyKind, WhenSettled
from tarokk_club.club.money.iban import LONGEST_HOLDER, MOST_HOLDER_BYTES, read_iban
from tarokk_club.club.money.usecases.payments import LARGEST, find_party_problems, plays_as
from tarokk_club.club.writing.errors import ForbiddenError, RefusedError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.typed_text import read_name
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def read_bank_account(
    holder: str, iban: str, problems: list[Problem], *, field: str
) -> tuple[str, str]:
    """Return the holder and the IBAN in stored form, and append any problems to `problems`.

    field: name of the form field for the holder.
    """
    if not holder.strip() and not iban.strip():
        return "", ""
    name = read_name(holder, problems, field=field)
    if len(name) > LONGEST_HOLDER or len(name.encode()) > MOST_HOLDER_BYTES:
        problems.append(Problem("text_too_long", field, {"highest": LONGEST_HOLDER}))
    try:
        return name, read_iban(iban, field="iban")
    except RefusedError as refused:
        problems += refused.problems
        return name, ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BankAccount:
    """A bank account: holder and IBAN; both empty to remove it."""

    holder: str = ""
    iban: str = ""


def set_bank_account(
    *, club_id: UUID, form: Submission, player_id: UUID, account: BankAccount
) -> Player:
    """Set the player's bank account, and return the player.

    Raise RefusedError if the account is invalid.
    Raise ForbiddenError if the user does not play as this player.
    Raise Player.DoesNotExist and the errors of the unit of work.
    """
    content = {
        "do": "bank_account",
        "player": str(player_id),
        "account": [account.holder, account.iban],
    }

    def save_account(write: ClubWrite) -> Player:
        player = Player.objects.get(pk=player_id, club_id=club_id)
        if not plays_as(form.by, player):
            raise ForbiddenError(Right.CLAIM)
        problems: list[Problem] = []
        player.account_holder, player.iban = read_bank_account(
            account.holder, account.iban, problems, field="holder"
        )
        if problems:
            raise RefusedError(problems)
        player.save(update_fields=["account_holder", "iban"])
        return player

    def load_player(write: ClubWrite) -> Player:
        player = Player.objects.get(pk=player_id, club_id=club_id)
        if not plays_as(form.by, player):
            raise ForbiddenError(Right.CLAIM)
        return player

    return write_to_club(
        club_id,
        Command(form, Right.CLAIM, content),
        save_account,
        repeated=load_player,
    )


# A club has one or two banks, so the oldest layouts can be dropped.
_MOST_LAYOUTS = 20


def store_bank_layout(
    *, club_id: UUID, form: Submission, header: str, columns: Sequence[str], order: str
) -> None:
    """Store the column meanings for tables with this header.

    Of the club's layouts, only the _MOST_LAYOUTS stored last remain.

    columns: the meaning of each column.
    order: order of day and month; "" if the dates are unambiguous.

    Raise the errors of the unit of work.
    """
    content = {"do": "bank_layout", "header": header, "columns": list(columns), "order": order}

    def save_layout(write: ClubWrite) -> None:
        rules = MoneyRules.objects.filter(club=write.club).first() or MoneyRules(club=write.club)
        layouts = {**(rules.bank_layouts or {})}
        layouts.pop(hash_layout_header(header), None)
        layouts[hash_layout_header(header)] = {"columns": list(columns), "order": order}
        rules.bank_layouts = dict(list(layouts.items())[-_MOST_LAYOUTS:])
        rules.save()

    write_to_club(
        club_id,
        Command(form, Right.SETTLE, content),
        save_layout,
        repeated=lambda write: None,
    )


def hash_layout_header(header: str) -> str:
    """Return the key under which the layout of a header is stored."""
    return sha256(header.encode("utf-8", "surrogatepass")).hexdigest()[:32]


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyRulesChoice:
    """The rules by which a club settles.

    till: the account through which everybody pays; "" for the fewest transfers.
    cash_step: smallest payment, minor units of the club's currency; None for the smallest coin.
    beneficiary, iban: bank account that receives the club's money; both are set or neither.
    own_only: whether members see only their own money.
    """

    when: WhenSettled
    till: str = ""
    cash_step: int | None = None
    beneficiary: str = ""
    iban: str = ""
    own_only: bool = False


def change_money_rules(*, club_id: UUID, form: Submission, choice: MoneyRulesChoice) -> MoneyRules:
    """Save the new rules and return them; existing settlements do not change.

    Raise RefusedError and the errors of the unit of work.
    """
    content = {
        "do": "money_rules",
        "when": choice.when,
        "till": choice.till,
        "step": choice.cash_step,
        "bank": [choice.beneficiary, choice.iban],
        "own_only": choice.own_only,
    }

    def save_rules(write: ClubWrite) -> MoneyRules:
        player = UUID(choice.till) if choice.till not in ("", PartyKind.KITTY) else None
        rules = MoneyRules.objects.filter(club=write.club).first() or MoneyRules(club=write.club)
        problems = find_party_problems(write.club, [("till", player)])
        if choice.cash_step is not None and not 1 <= choice.cash_step <= LARGEST // 10**6:
            problems.append(Problem("cash_step_wrong", "cash_step"))
        beneficiary, iban = read_bank_account(
            choice.beneficiary, choice.iban, problems, field="beneficiary"
        )
        if problems:
            raise RefusedError(problems)
        rules.when, rules.cash_step = choice.when, choice.cash_step
        rules.till = PartyKind.PLAYER if player else choice.till
        rules.till_player_id = player
        rules.beneficiary, rules.iban = beneficiary, iban
        rules.own_only = choice.own_only
        rules.save()
        facts = {"when": choice.when, "step": choice.cash_step}
        write.log(Act.MONEY_RULES, facts)
        return rules

    return write_to_club(
        club_id,
        Command(form, Right.SETTLE, content),
        save_rules,
        repeated=lambda write: (
            MoneyRules.objects.filter(club=write.club).first() or MoneyRules(club=write.club)
        ),
    )
