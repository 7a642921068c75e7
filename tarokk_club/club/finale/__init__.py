"""The end of a session: the winner, the best and the most expensive hand, and what can be
shared.
"""
