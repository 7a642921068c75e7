"""Check that every refusal that a test causes reads well in every language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.utils import translation

from scoring.answer import ENGLISH
from scoring.core.own_figures import OWN_PREFIX
from scoring.core.problem import Problem
from scoring.core.translation_marks import PLAYER_VALUES, TERM_VALUES
from tarokk_club.club.formatting.sentences import REFUSALS, render_problem


def check_refusal(problem: Problem) -> None:
    """Check that a refusal has a sentence in every language, and values that can be displayed."""
    for language in dict(settings.LANGUAGES):
        with translation.override(language):
            sentence = render_problem(problem)
        assert sentence, (language, problem)
        assert sentence != problem.code, (language, problem)
    for key, value in problem.values.items():
        assert not isinstance(value, list | tuple | dict), problem
        if key in PLAYER_VALUES:
            assert isinstance(value, str), problem
        elif key in TERM_VALUES:
            assert value in ENGLISH.terms or value.startswith(OWN_PREFIX), problem


@contextmanager
def refusals_read() -> Iterator[None]:
    """Check each refusal when it is created, once for each combination of kinds of values."""
    plain = Problem.__init__
    seen: set[Any] = set()

    def init(self: Problem, code: str, field: str, values: Mapping[str, Any] | None = None) -> None:
        plain(self, code, field, {} if values is None else values)
        kinds = [(key, _kind(key, value)) for key, value in sorted(self.values.items())]
        made = (code, *kinds)
        if made not in seen and (code in REFUSALS or code in ENGLISH.sentences):
            check_refusal(self)
            seen.add(made)

    Problem.__init__ = init  # type: ignore[method-assign]
    yield
    Problem.__init__ = plain  # type: ignore[method-assign]


def _kind(key: str, value: Any) -> Any:
    """Return the kind of a value, which decides its format: a term itself, else its type."""
    return value if key in TERM_VALUES and isinstance(value, str) else type(value)
