"""The storage of collected static files."""

from collections.abc import Iterator
from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage


class CollectedStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # untyped
    """WhiteNoise's storage with a cache of file URLs, cleared whenever files are collected.

    A page contains six to ten such URLs, and Django parses the name of the file for each.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._urls: dict[str, str] = {}

    def url(self, name: str, force: bool = False) -> str:  # noqa: FBT001, FBT002 - Django's own
        """Return the URL of the file under its hashed name."""
        if force:
            return str(super().url(name, force))
        if name not in self._urls:
            self._urls[name] = str(super().url(name))
        return self._urls[name]

    def post_process(self, *arguments: Any, **options: Any) -> Iterator[Any]:
        """Hash and compress the collected files, yield their results, and clear the cached URLs."""
        yield from super().post_process(*arguments, **options)
        self._urls.clear()
