"""Secret parts of paths: marked in the route, and masked wherever a path is logged."""

import re
from collections.abc import Iterator
from functools import cache

from django.apps import apps
from django.core.exceptions import ImproperlyConfigured
from django.urls import URLPattern, URLResolver, get_resolver, register_converter
from django.urls.converters import StringConverter

# Routes of the accounts library lack this converter; their secrets have this name.
FOREIGN_NAMES = {"key"}
_GROUP = re.compile(r"\(\?P<(\w+)>")
# Until the routes are known, every long word of a path counts as a secret.
_ANY_LONG = re.compile(r"(/)[\w-]{20,}")


class SecretConverter(StringConverter):
    """A token in a path, which no log line may contain: path("g/<secret:token>/")."""


register_converter(SecretConverter, "secret")


def mask_secrets(text: str) -> str:
    """Return the text with "..." for every secret part of a path."""
    return (
        _build_secret_pattern().sub(r"\1...", text) if apps.ready else _ANY_LONG.sub(r"\1...", text)
    )


@cache
def _build_secret_pattern() -> re.Pattern[str]:
    try:
        beginnings = sorted(set(_iter_secret_prefixes(get_resolver().url_patterns, "")))
    except (ImportError, ImproperlyConfigured):
        # The routes are faulty, and a log line is about that fault.
        return _ANY_LONG
    # A typed address may have a double slash or capitals.
    either = "|".join(beginnings).replace("/", "/+")
    return re.compile(rf"(/+(?:{either}))[^/\s?]+", re.IGNORECASE) if either else _ANY_LONG


def _iter_secret_prefixes(routes: list[URLPattern | URLResolver], before: str) -> Iterator[str]:
    """Yield the pattern of each path with a secret part, up to that part."""
    for route in routes:
        pattern = (
            route.pattern.regex.pattern.removeprefix("^").removesuffix(r"\Z").removesuffix("$")
        )
        path = before + pattern
        secret = next(_iter_secret_names(route), None)
        if secret:
            yield _GROUP.sub("(?:", path[: path.index(f"(?P<{secret}>")])
        elif isinstance(route, URLResolver):
            yield from _iter_secret_prefixes(route.url_patterns, path)


def _iter_secret_names(route: URLPattern | URLResolver) -> Iterator[str]:
    for name in _GROUP.findall(route.pattern.regex.pattern):
        if name in FOREIGN_NAMES or isinstance(route.pattern.converters.get(name), SecretConverter):
            yield name
