"""Every refusal that exists can be read: in every language, with the values its raiser passes."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from django.conf import settings
from django.utils import translation

from scoring.answer import ENGLISH
from scoring.core.problem import Problem
from scoring.core.translation_marks import PLAYER_VALUES, TERM_VALUES, render
from support.catalogue import row
from support.read_refusals import check_refusal
from support.refusal_sites import Site, sites
from support.source import called_name, modules
from tarokk_club.club.formatting.sentences import REFUSALS, ClubWords, render_problem
from tarokk_club.club.writing.removed_players import RemovedPlayers

PLACE = re.compile(r"%\((\w+)\)")
# What a person may have typed, and a template must not read.
TYPED = "100 % %(sum)s own:x"
# Values that figures of a game have; tests of the games make all of them, `read_refusals` reads
# each. Everything else is written where the refusal is raised.
OF_FIGURES = {"figure.values", "name", "names", "values"}
# All of these are what `RemovedPlayers.build_message_values` returns; a test below compares it.
OF_GONE_PLAYERS = {
    *("self.build_message_values(player)", "gone.build_message_values(player)"),
    *("{**values}", "merged[0]"),
}


@pytest.fixture(scope="module")
def refusal_sites() -> list[Site]:
    import_module("tarokk_club.club.urls")  # imports whatever raises a refusal on a page
    return list(sites(frozenset(REFUSALS) | frozenset(ENGLISH.sentences)))


def places(code: str) -> set[str]:
    return set(PLACE.findall(REFUSALS.get(code) or ENGLISH.sentence(code)))


def iter_registered_codes() -> Iterator[tuple[str, str]]:
    """Yield each code that a module of the site registers, with the module's dotted name."""
    for name, tree in modules().items():
        for node in ast.walk(tree) if name.startswith("tarokk_club/") else ():
            if isinstance(node, ast.Call) and called_name(node) == "register_refusals":
                (table,) = node.args
                assert isinstance(table, ast.Dict), name
                dotted = name.removesuffix(".py").replace("/", ".")
                yield from ((dotted, ast.literal_eval(key)) for key in table.keys if key)


def test_the_refusals_of_every_room_are_registered() -> None:
    registered = list(iter_registered_codes())
    for dotted in {dotted for dotted, _code in registered}:
        import_module(dotted)

    assert len({dotted.split(".")[2] for dotted, _code in registered}) > 10
    assert [code for _dotted, code in registered if code not in REFUSALS] == []


def test_a_small_refusal_table_is_registered_by_its_raisers(
    refusal_sites: list[Site],
) -> None:
    """So that whoever can raise one can also render it, whatever else has been imported."""
    raisers: dict[str, set[str]] = {}
    for site in refusal_sites:
        module = site.place.partition(".py")[0].replace("/", ".")
        raisers.setdefault(site.code, set()).add(module)
    beside = [pair for pair in iter_registered_codes() if not pair[0].endswith(".refusals")]

    assert len(beside) > 30
    wrong = [(dotted, code) for dotted, code in beside if dotted not in raisers.get(code, {dotted})]
    assert wrong == []


def test_locates_where_a_refusal_with_values_is_raised(refusal_sites: list[Site]) -> None:
    raised = {site.code for site in refusal_sites}

    assert [code for code in REFUSALS if places(code) and code not in raised] == []
    assert len(refusal_sites) > 450


def test_every_raiser_passes_all_values_of_the_sentence(refusal_sites: list[Site]) -> None:
    short = [
        (site.place, site.code, places(site.code) - set(site.values))
        for site in refusal_sites
        if site.values is not None and not places(site.code) <= set(site.values)
    ]

    assert short == []


def test_only_figures_have_values_that_are_written_elsewhere(refusal_sites: list[Site]) -> None:
    unread = [(site.place, site.source) for site in refusal_sites if site.values is None]

    assert {source for _place, source in unread} <= OF_FIGURES | OF_GONE_PLAYERS
    others = [place for place, source in unread if source not in OF_GONE_PLAYERS]
    assert [place for place in others if not place.startswith("scoring/")] == []


def test_a_merged_player_has_all_values_that_its_refusals_want() -> None:
    gone = RemovedPlayers(merged={"a": "b"}, names={"a": "Nagy A.", "b": "Nagy Anna"})

    for code in ("player_merged", "merged_replaced", "one_player_twice"):
        assert places(code) <= gone.build_message_values("a").keys()
    assert "Nagy Anna" in render_problem(gone.build_problem("a", "player"))


@row("U27")
@pytest.mark.parametrize("language", dict(settings.LANGUAGES))
def test_every_refusal_renders_with_the_values_of_its_raiser(
    refusal_sites: list[Site], language: str
) -> None:
    with translation.override(language):
        for site in refusal_sites:
            for values in samples(site):
                sentence = render_problem(Problem(site.code, "", values))

                typed = [key for key in places(site.code) if values[key] == TYPED]
                assert sentence.count(TYPED) >= len(typed), site
                assert "%(" not in sentence.replace(TYPED, ""), site


def samples(site: Site) -> Iterator[dict[str, Any]]:
    """Yield values as the place passes them; of a word of the field each that it can be."""
    given: dict[str, ast.expr | None] = dict.fromkeys(places(site.code))
    plain = {key: sample(key, value) for key, value in {**given, **(site.values or {})}.items()}
    yield plain
    for key, value in (site.values or {}).items():
        yield from ({**plain, key: term} for term in terms(key, value))


def sample(key: str, value: ast.expr | None) -> Any:
    if isinstance(value, ast.Constant):
        return value.value
    if key in TERM_VALUES:
        return next(iter(terms(key, value)), "fig.trull")
    return "Anna" if key in PLAYER_VALUES else TYPED


def terms(key: str, value: ast.expr | None) -> list[str]:
    """Return the words of the field that `f"bid.{...}"` can be."""
    if key not in TERM_VALUES or not isinstance(value, ast.JoinedStr):
        return []
    start = value.values[0]
    assert isinstance(start, ast.Constant), ast.unparse(value)
    return [term for term in ENGLISH.terms if term.startswith(str(start.value))]


@pytest.mark.parametrize("key", sorted({"sum", "own"} | PLAYER_VALUES | TERM_VALUES))
@pytest.mark.parametrize("value", ["5.00", TYPED, "own:x", "", 5, None])
def test_no_name_of_a_value_makes_a_sentence_fail(key: str, value: Any) -> None:
    class Typed(ClubWords):
        def sentence(self, code: str) -> str:
            return f"{code}: %({key})s"

    shown = {"own:x": "x"}.get(value, value) if key in TERM_VALUES else value
    for words in (Typed(), Typed({"a": "Anna"})):
        assert render(words, "code", {key: value}) == f"code: {shown}"


def test_rejects_refusal_values_of_the_wrong_type() -> None:
    for values in ({"by": 5}, {"card": "5.00"}, {"sum": [5]}):
        with pytest.raises((AssertionError, AttributeError)):
            check_refusal(Problem("own_choice", "", values))
