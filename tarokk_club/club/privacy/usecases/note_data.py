"""Put into the log of a club that somebody took away all that it knows about a player."""

from uuid import UUID

from tarokk_club.club.models import Act, AuditLine, User
from tarokk_club.database.write_lock import write_lock


def note_data(*, club_id: UUID, by: User, player_id: UUID) -> None:
    """Write the line."""
    with write_lock():
        AuditLine.write(club_id, Act.DATA_TAKEN, by=by, facts={"player": str(player_id)})
