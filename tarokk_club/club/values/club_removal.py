"""The number of days for which a removed club can still be restored."""

WAIT_DAYS = 30
