"""What API clients read about the corrections of a final result."""

from datetime import datetime

from ninja import Schema


class CorrectionOut(Schema):
    """A correction of a final result beside its hands.

    before, after: the settings that changed: name, date, rounds, final_rounds, minutes, draw_kind.
    entered, left: names of the players who were entered or removed.
    """

    at: datetime
    reason: str
    before: dict[str, str | int]
    after: dict[str, str | int]
    entered: list[str]
    left: list[str]
