"""Change how a club settles."""

from dataclasses import dataclass
from uuid import UUID

from scoring.core.problem import Problem
from tarokk_club.club.base.errors import RefusedError
from tarokk_club.club.base.permissions import Right
from tarokk_club.club.base.texts import read_name
from tarokk_club.club.base.unit_of_work import Submission, club_unit_of_work, keep_key
from tarokk_club.club.models import Act, AuditLine, MoneyRules
from tarokk_club.club.models.money import Side, WhenSettled
from tarokk_club.club.money.iban import read_iban
from tarokk_club.club.money.usecases.money_checks import LARGEST, party_problems

# Source: EPC069-12; a code for a bank's app has room for this many bytes.
LONGEST_BENEFICIARY, MOST_BYTES = 70, 140


@dataclass(frozen=True, slots=True, kw_only=True)
class Custom:
    """How a club settles.

    till: the account through which everybody pays, "" for the fewest transfers; cash_step: smallest
    payment in minor units of the club's currency, None: what the coins allow; beneficiary, iban:
    of the bank account that the till has, both or none.
    """

    when: WhenSettled
    till: str = ""
    cash_step: int | None = None
    beneficiary: str = ""
    iban: str = ""


def change_money_rules(*, club_id: UUID, form: Submission, custom: Custom) -> MoneyRules:
    """The rules from now on; settlements that were made stay. Raises RefusedError and what the
    raises.
    """
    content = {
        "do": "money_rules",
        "when": custom.when,
        "till": custom.till,
        "step": custom.cash_step,
        "bank": [custom.beneficiary, custom.iban],
    }
    with club_unit_of_work(club_id, form=form, right=Right.SETTLE, content=content) as write:
        player = UUID(custom.till) if custom.till not in ("", Side.KITTY) else None
        rules = MoneyRules.objects.filter(club=write.club).first() or MoneyRules(club=write.club)
        if write.repeated:
            return rules
        problems = party_problems(write.club, [("till", player)])
        if custom.cash_step is not None and not 1 <= custom.cash_step <= LARGEST // 10**6:
            problems.append(Problem("cash_step_wrong", "cash_step"))
        beneficiary, iban = _bank(custom, problems)
        if problems:
            raise RefusedError(problems)
        rules.when, rules.cash_step = custom.when, custom.cash_step
        rules.till = Side.PLAYER if player else custom.till
        rules.till_player_id = player
        rules.beneficiary, rules.iban = beneficiary, iban
        rules.save()
        keep_key(write)
        facts = {"when": custom.when, "step": custom.cash_step}
        AuditLine.write(club_id, Act.MONEY_RULES, by=form.by, facts=facts)
        return rules


def _bank(custom: Custom, problems: list[Problem]) -> tuple[str, str]:
    """Beneficiary and IBAN as they are kept; a fault of them is added to `problems`."""
    if not custom.beneficiary.strip() and not custom.iban.strip():
        return "", ""
    name = read_name(custom.beneficiary, problems, field="beneficiary")
    if len(name) > LONGEST_BENEFICIARY or len(name.encode()) > MOST_BYTES:
        problems.append(Problem("text_too_long", "beneficiary", {"highest": LONGEST_BENEFICIARY}))
    try:
        return name, read_iban(custom.iban, field="iban")
    except RefusedError as wrong:
        problems += wrong.problems
        return name, ""
