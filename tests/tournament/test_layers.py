"""Inside an activity: models below queries and actions, those below forms, forms and tables below views."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ACTIVITIES = sorted(path.parent.name for path in (ROOT / "tournament").glob("*/__init__.py"))
NEITHER = {"management", "migrations", "templatetags"}

# What a module of this kind may not import: other kinds of module of tournament, and parts of Django.
ABOVE = {
    "models": {"queries", "actions", "forms", "tables", "views", "pages", "django.http", "django.shortcuts"},
    "queries": {"actions", "forms", "tables", "views", "pages", "django.http", "django.shortcuts"},
    "actions": {"forms", "tables", "views", "pages", "django.http", "django.shortcuts"},
    "forms": {"views", "pages", "django.shortcuts"},
    "tables": {"views", "django.shortcuts"},
}


def modules(kind: str) -> list[Path]:
    """The modules of one kind in all activities: `forms.py`, `tie_forms.py`."""
    found = (path for name in ACTIVITIES if name not in NEITHER for path in (ROOT / "tournament" / name).rglob("*.py"))
    return sorted(path for path in found if kind_of(path.stem) == kind)


def kind_of(module: str) -> str:
    return module.rpartition(".")[2].rpartition("_")[2]


def is_module(name: str) -> bool:
    path = ROOT / name.replace(".", "/")
    return path.with_suffix(".py").exists() or path.is_dir()


def imported(path: Path) -> Iterator[str]:
    """The modules that a module imports, also inside its functions."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (name for alias in node.names if is_module(name := f"{node.module}.{alias.name}"))
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def reaches_up(path: Path, above: set[str]) -> list[str]:
    return [
        name for name in imported(path) if name in above or (name.startswith("tournament.") and kind_of(name) in above)
    ]


@pytest.mark.parametrize("kind", ABOVE)
def test_no_module_imports_what_lies_above_it(kind):
    found = modules(kind)
    assert found
    assert {str(path.relative_to(ROOT)): up for path in found if (up := reaches_up(path, ABOVE[kind]))} == {}


def test_queries_never_write():
    writing = {"create", "bulk_create", "bulk_update", "update", "delete", "save", "update_or_create", "get_or_create"}
    calls = {
        f"{path.relative_to(ROOT)}:{node.lineno}": node.func.attr
        for path in modules("queries")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in writing
        and not (isinstance(node.func.value, ast.Name) and node.func.attr in ("update", "delete"))
    }
    assert calls == {}
