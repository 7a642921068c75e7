"""What happened in a club that somebody may want to be told of.

A use case says so inside its transaction and knows nobody who listens: rooms above it do, such as
the notices, and what they write then is saved or undone together with what happened.
"""

from django.dispatch import Signal

# settlement
plan_made = Signal()
# payments: with whom they are from and to; by: who says so, None for the operator
payments_marked = Signal()
# payment, by
payment_denied = Signal()
# evenings: of one club, cancelled together; by
evening_cancelled = Signal()
# statement: with its session; by
objection_raised = Signal()
