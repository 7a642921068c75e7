"""A static files finder that looks up each file once per test run."""

from typing import Any

from tarokk_club.http.bundles import BundleFinder


class RememberingFinder(BundleFinder):
    """A finder that caches the first result for each name."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._found: dict[tuple[str, bool], str | list[str]] = {}

    def find(  # type: ignore[override]  # as where it comes from
        self,
        path: str,
        find_all: bool = False,  # noqa: FBT002 - Django's own
    ) -> str | list[str]:
        if (path, find_all) not in self._found:
            self._found[path, find_all] = super().find(path, find_all)
        return self._found[path, find_all]
