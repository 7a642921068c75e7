"""The only door to the accounts library's internals: what its next version may change."""

from allauth.account.internal.flows.login import get_authentication_records
from allauth.core.internal import ratelimit
from allauth.core.internal.ratelimit import RateLimitUsage, consume, get_ip
from allauth.usersessions.internal.flows.sessions import end_sessions

__all__ = [
    "RateLimitUsage",
    "consume",
    "end_sessions",
    "get_authentication_records",
    "get_ip",
    "ratelimit",
]
