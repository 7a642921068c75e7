"""How long what an operator removes waits before it is gone."""

WAIT_DAYS = 30
