"""Whether the result of a tournament, or of one of its rounds, is final."""

from tarokk_club.club.models import Session, Tournament


def has_final_round_result(session: Session) -> bool:
    """Return whether the session is a table of a round whose result is final.

    The result stays final when a table of the round is reopened or a further round is planned.
    """
    table = getattr(session, "tournament_table", None)
    if table is None:
        return False
    return table.round <= table.tournament.guarded or is_result_final(table.tournament)


def was_ever_final(tournament: Tournament) -> bool:
    """Return whether the result of the tournament is final, or was final after a round."""
    return tournament.guarded > 0 or is_result_final(tournament)


def are_entrants_final(tournament: Tournament) -> bool:
    """Return whether every planned round has a final result, so entrants can only be corrected.

    If another round is planned later, the tournament accepts entrants again.
    """
    return tournament.has_ended()


def is_result_final(tournament: Tournament) -> bool:
    """Return whether the last round has started and every table is closed, in one query."""
    return tournament.is_final()
