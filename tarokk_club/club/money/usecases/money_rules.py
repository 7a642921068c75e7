"""Change how a club settles."""

from dataclasses import dataclass
from uuid import UUID

from scoring.core.problem import Problem
from tarokk_club.club.models import Act, MoneyRules
from tarokk_club.club.models.money import PartyKind, WhenSettled
from tarokk_club.club.money.usecases.bank_accounts import read_bank_account
from tarokk_club.club.money.usecases.payments import LARGEST, find_party_problems
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


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


def change_money_rules(*, club_id: UUID, form: Submission, custom: MoneyRulesChoice) -> MoneyRules:
    """Save the new rules; existing settlements do not change.

    Raise RefusedError and the errors of the unit of work.
    """
    content = {
        "do": "money_rules",
        "when": custom.when,
        "till": custom.till,
        "step": custom.cash_step,
        "bank": [custom.beneficiary, custom.iban],
        "own_only": custom.own_only,
    }

    def save_rules(write: ClubWrite) -> MoneyRules:
        player = UUID(custom.till) if custom.till not in ("", PartyKind.KITTY) else None
        rules = MoneyRules.objects.filter(club=write.club).first() or MoneyRules(club=write.club)
        problems = find_party_problems(write.club, [("till", player)])
        if custom.cash_step is not None and not 1 <= custom.cash_step <= LARGEST // 10**6:
            problems.append(Problem("cash_step_wrong", "cash_step"))
        beneficiary, iban = read_bank_account(
            custom.beneficiary, custom.iban, problems, field="beneficiary"
        )
        if problems:
            raise RefusedError(problems)
        rules.when, rules.cash_step = custom.when, custom.cash_step
        rules.till = PartyKind.PLAYER if player else custom.till
        rules.till_player_id = player
        rules.beneficiary, rules.iban = beneficiary, iban
        rules.own_only = custom.own_only
        rules.save()
        facts = {"when": custom.when, "step": custom.cash_step}
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
