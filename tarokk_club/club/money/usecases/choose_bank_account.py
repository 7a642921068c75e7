"""Give or take away the own bank account, for payments from player to player."""

from dataclasses import dataclass
from uuid import UUID

from scoring.core.problem import Problem
from tarokk_club.club.models import Player
from tarokk_club.club.money.usecases.bank_accounts import read_account
from tarokk_club.club.money.usecases.money_checks import is_own
from tarokk_club.club.writing.errors import ForbiddenError, RefusedError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


@dataclass(frozen=True, slots=True, kw_only=True)
class BankAccount:
    """Whose it is and its number; both empty: none any more."""

    holder: str = ""
    iban: str = ""


def choose_bank_account(
    *, club_id: UUID, form: Submission, player_id: UUID, account: BankAccount
) -> Player:
    """The player, with the account from now on.

    Raises RefusedError, ForbiddenError (it is somebody else), Player.DoesNotExist and what the door
    raises.
    """
    content = {
        "do": "bank_account",
        "player": str(player_id),
        "account": [account.holder, account.iban],
    }

    def change(write: ClubWrite) -> Player:
        player = Player.objects.get(pk=player_id, club_id=club_id)
        if not is_own(form.by, player):
            raise ForbiddenError(Right.CLAIM)
        problems: list[Problem] = []
        player.account_holder, player.iban = read_account(
            account.holder, account.iban, problems, field="holder"
        )
        if problems:
            raise RefusedError(problems)
        player.save(update_fields=["account_holder", "iban"])
        return player

    def repeated(write: ClubWrite) -> Player:
        player = Player.objects.get(pk=player_id, club_id=club_id)
        if not is_own(form.by, player):
            raise ForbiddenError(Right.CLAIM)
        return player

    return write_to_club(
        club_id,
        Command(form, Right.CLAIM, content),
        change,
        repeated=repeated,
    )
