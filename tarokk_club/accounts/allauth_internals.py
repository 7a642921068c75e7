"""The only module that imports internals of allauth, which its next version may change."""

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
