"""Every refusal that a test makes is rendered in every language, with the values it really has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.utils import translation

from scoring.answer import ENGLISH
from scoring.core.own_figures import OWN_PREFIX
from scoring.core.problem import Problem
from scoring.core.words import PLAYER_VALUES, TERM_VALUES
from tarokk_club.club.formatting.sentences import REFUSALS, problem_sentence


def check_refusal(problem: Problem) -> None:
    """Assert that a refusal is a whole sentence everywhere, and its values are what names say."""
    for language in dict(settings.LANGUAGES):
        with translation.override(language):
            sentence = problem_sentence(problem)
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
    """Check each refusal as it is made, once for each kind of values that it has."""
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
    """Return what decides how a value is written: of a word of the field the word itself."""
    return value if key in TERM_VALUES and isinstance(value, str) else type(value)
