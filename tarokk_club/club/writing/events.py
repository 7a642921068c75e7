"""Signals for events in a club, which notices and webhooks receive.

Use cases send them inside their transaction, so that the rows of the receivers are committed or
rolled back together with the change.
"""

from django.dispatch import Signal

# Arguments: session, loaded with its club; change; closes: whether the change closes it.
session_changed = Signal()
# Argument: season, loaded with its club.
season_closed = Signal()
# Argument: settlement.
plan_made = Signal()
# Arguments: payments, loaded with both players; by: the user, None for the operator.
payments_marked = Signal()
# Arguments: payment, by.
payment_denied = Signal()
# Arguments: evenings, all of one club and cancelled together; by.
evening_cancelled = Signal()
# Argument: key, loaded with its club.
key_made = Signal()
# Argument: key, a service key.
service_key_made = Signal()
# Arguments: objection, loaded with its session; by.
objection_raised = Signal()
