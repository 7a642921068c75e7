"""Templates written by a test, loaded by the site's loader or by Django's own."""

from pathlib import Path
from typing import Any

from django.template import Context, Engine, Template

from tarokk_club.http.folded_templates import FoldingLoader


def load(folder: Path, *, debug: bool = False, **sources: str) -> Template:
    """Return the template `page` of these, as the site would load it."""
    for name, source in sources.items():
        (folder / f"{name}.html").write_text(source)
    return build_engine(folder, debug=debug).get_template("page.html")


def build_engine(folder: Path, *, debug: bool = False) -> Engine:
    """Return an engine with the site's loader for the templates in this folder."""
    site = Engine.get_default()
    loaders = [
        (f"{FoldingLoader.__module__}.FoldingLoader", ["django.template.loaders.filesystem.Loader"])
    ]
    return Engine([str(folder)], debug=debug, loaders=loaders, libraries=site.libraries)


def render_plainly(folder: Path, values: dict[str, Any] | Context) -> str:
    """Return the output of the template `page` from Django's own loader."""
    loaders = ["django.template.loaders.filesystem.Loader"]
    engine = Engine([str(folder)], loaders=loaders, libraries=Engine.get_default().libraries)
    context = values if isinstance(values, Context) else Context(values)
    return engine.get_template("page.html").render(context)
