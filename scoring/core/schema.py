"""The schema versions of records and house rules; every old version can still be read."""

from __future__ import annotations

# 1: as in Tarokk Club 0.1.0. 2: a second reading of the rules made more hands impossible
# (section 6); a record keeps the checks of the schema that it was written under. 3: a record is
# checked against itself: card points and tricks, cards and sides, facts and what follows from them.
RECORD_SCHEMA = 3
# 1: as in Tarokk Club 0.1.0. 2: `pot` and `two_each` of `trial_three` follow the bid, the deal
# after a Danish misdeal is not paid again; the former meanings have names of their own.
RULES_SCHEMA = 2
