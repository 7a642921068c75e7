"""A build hook that compiles the translations into the wheel, because no commit contains them."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]  # no settings of its own
    """The build hook, under the name that hatchling expects."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the catalogues with the site's code, which is not installed during a build."""
        sys.path.insert(0, self.root)
        from tarokk_club.serving.catalogues import LOCALE, compile_catalogues

        compile_catalogues()
        assert list(Path(LOCALE).rglob("*.mo"))
