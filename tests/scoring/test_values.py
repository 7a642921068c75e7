"""The scorer's records are immutable values."""

import importlib
import pkgutil
from dataclasses import is_dataclass

import scoring

# What a line of shorthand has said so far is gathered word by word.
GATHERED = {"ParsedLine"}


def test_every_record_of_the_scorer_is_frozen_and_has_no_other_fields() -> None:
    found = []
    for module in pkgutil.walk_packages(scoring.__path__, "scoring."):
        there = vars(importlib.import_module(module.name)).values()
        found += [one for one in there if isinstance(one, type) and is_dataclass(one)]

    assert len(found) > 100
    for one in found:
        if one.__name__ not in GATHERED:
            assert one.__dataclass_params__.frozen, one  # type: ignore[attr-defined]
            assert "__slots__" in vars(one), one
