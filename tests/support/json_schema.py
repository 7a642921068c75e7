"""Validate against JSON schemas.

`jsonschema` is imported at its first use, because the import takes two seconds and would slow down
every worker of `manage.py test` while it collects the tests.
"""

from functools import cache
from typing import Any


def build_validator(schema: Any) -> Any:
    """Return a validator of draft 2020-12, as OpenAPI 3.1 uses."""
    from jsonschema import Draft202012Validator

    return Draft202012Validator(schema)


def check_schema(schema: Any) -> None:
    """Raise an error if this is no valid schema of draft 2020-12."""
    from jsonschema import Draft202012Validator

    Draft202012Validator.check_schema(schema)


@cache
def _find_validator_class(dialect: str) -> Any:
    from jsonschema.validators import validator_for

    return validator_for({"$schema": dialect}, default=None)


def build_validator_of_dialect(schema: dict[str, Any]) -> Any:
    """Return a validator of the draft that the schema names."""
    return _find_validator_class(schema["$schema"])(schema)
