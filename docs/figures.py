"""`python -m docs.figures [FOLDER]`: print the figures of decision 15 for this project, or for a copy of it in FOLDER.

Needs the test tools (grimp comes with import-linter). A copy of an earlier commit: `git worktree add FOLDER COMMIT`.
"""

import ast
import os
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import grimp

PACKAGES = ("scoring", "seating", "tournament")
DESK = ("tournament.desk.views", "tournament.sheets.views")
"""The views of a report sheet, now and before."""

HOUSEHOLD = re.compile(
    "^(altered|asked|bare|bounded|checking_in|closest|compared|decided|drawn|editing|exchanging|face|facts|fixed|forced|"
    "fresh|gathering|given|handover|headed|kept|kinds|known|lines|loose|mend|moves|named|once|packed|people|placed|plain|"
    "planned|played|replayed|rest|revising|running|said|saying|sealed|seated|settling|shown|starting|taking_part|terms|"
    "told|turning|typed|warmth|ways|whereabouts|words)$"
)
"""Names that say what their author thought of at the moment, not what a module holds."""

SHARED_NAMES = frozenset({"Command"})
"""Class names that Django wants to be the same."""


def python_files() -> list[Path]:
    """Return the modules of the project without migrations."""
    found = (path for package in PACKAGES for path in sorted(Path(package).rglob("*.py")))
    return [path for path in found if "migrations" not in path.parts]


def package_of(path: Path) -> str:
    """Return the library, or the package of the application."""
    return ".".join(path.parts[:2]) if path.parts[0] == "tournament" and len(path.parts) > 2 else path.parts[0]


def largest_package(lines: Mapping[Path, int]) -> str:
    """Return the largest package of the application by lines."""
    sums = Counter[str]()
    counts = Counter(map(package_of, lines))
    for path, number in lines.items():
        sums[package_of(path)] += number
    name, most = max(
        ((name, number) for name, number in sums.items() if name.startswith("tournament.")), key=lambda pair: pair[1]
    )
    return f"{name}: {counts[name]} modules, {most:,} lines"


def module_graph(*, for_types: bool) -> dict[str, set[str]]:
    """Return which module imports which, with or without the imports that only the type checker reads."""
    names = [name for name in PACKAGES if Path(name).is_dir()]
    graph = grimp.build_graph(*names, cache_dir=None, exclude_type_checking_imports=not for_types)
    return {name: graph.find_modules_directly_imported_by(name) for name in graph.modules if ".migrations" not in name}


def circles(uses: Mapping[str, set[str]]) -> int:
    """Return how many groups of two or more reach each other."""
    needs = {name: reached(uses, name) for name in uses}
    groups = {frozenset(other for other in needs[name] if name in needs.get(other, ())) for name in uses}
    return sum(len(group) > 1 for group in groups)


def reached(uses: Mapping[str, set[str]], start: str) -> set[str]:
    """Return what `start` needs, directly or not."""
    seen: set[str] = set()
    left = [start]
    while left:
        new = uses.get(left.pop(), set()) - seen
        seen |= new
        left += new
    return seen


def package_graph(modules: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """Return which package of the application, or library, uses which."""
    graph: dict[str, set[str]] = {}
    for name, used in modules.items():
        graph.setdefault(_package(name), set()).update({_package(other) for other in used} - {_package(name)})
    return graph


def _package(module: str) -> str:
    parts = module.split(".")
    return ".".join(parts[:2]) if parts[0] == "tournament" else parts[0]


def functions(trees: Iterable[ast.Module]) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Return every function and method."""
    for tree in trees:
        yield from (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return how many parameters a function has besides self."""
    given = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    return sum(one.arg not in ("self", "cls") for one in given)


def public_classes(trees: Iterable[ast.Module]) -> list[ast.ClassDef]:
    """Return the classes of all modules whose names do not begin with an underscore."""
    return [node for tree in trees for node in tree.body if isinstance(node, ast.ClassDef) and node.name[0] != "_"]


def tables(classes: Iterable[ast.ClassDef]) -> int:
    """Return how many tables are declared with django-tables2, the shared bases left out."""
    bases = re.compile(r"^(tables\.)?(Table|DataTable|RankingTable)(\[.+\])?$")
    declared = (node for node in classes if node.name not in ("DataTable", "RankingTable"))
    return sum(any(bases.match(ast.unparse(base)) for base in node.bases) for node in declared)


def main() -> None:
    """Print a figure on each line."""
    texts = {path: path.read_text(encoding="utf-8") for path in python_files()}
    lines = {path: text.count("\n") for path, text in texts.items()}
    trees = [ast.parse(text) for text in texts.values()]
    classes = public_classes(trees)
    names = Counter(node.name for node in classes if node.name not in SHARED_NAMES)
    uses = module_graph(for_types=True)
    needed = reached(module_graph(for_types=False), next(name for name in DESK if name in uses))
    everything = "\n".join(texts.values())
    figures: dict[str, object] = {
        "modules": len(texts),
        "lines": f"{sum(lines.values()):,}",
        "largest package of the application": largest_package(lines),
        "modules needed to enter a sheet": f"{len(needed)}, of these for planning: {sum(map(_plans, needed))}",
        "circles of modules / of packages": f"{circles(uses)} / {circles(package_graph(uses))}",
        "tables declared with django-tables2": tables(classes),
        "type: ignore": everything.count("type: ignore"),
        "fmt: skip": everything.count("fmt: skip"),
        "functions with 8 parameters or more": sum(parameters(function) >= 8 for function in functions(trees)),
        "templates": len(list(Path("templates").rglob("*.html"))),
        "modules named by a participle or a household noun": sum(bool(HOUSEHOLD.match(path.stem)) for path in texts),
        "public class names that exist twice or more": sum(number > 1 for number in names.values()),
    }
    for name, figure in figures.items():
        print(f"{name:52}{figure}")


def _plans(module: str) -> bool:
    return module.split(".")[0] == "seating" or ".planner" in module or ".planning" in module


if __name__ == "__main__":
    if sys.argv[1:]:
        os.chdir(sys.argv[1])
    sys.path.insert(0, str(Path.cwd()))
    main()
