"""The number of days for which removed data can still be restored."""

WAIT_DAYS = 30
