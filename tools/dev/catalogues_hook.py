"""Called by the build of a wheel: the catalogues are compiled into it, as they are in no commit."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]  # no settings of its own
    """What hatchling looks for in this file."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, with the code of the site itself, which is not installed at this moment."""
        sys.path.insert(0, self.root)
        from tarokk_club.serving.catalogues import LOCALE, compile_catalogues

        compile_catalogues()
        assert list(Path(LOCALE).rglob("*.mo"))
