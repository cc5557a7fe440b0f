"""Change the rule book in one place at a time and see whether a test notices: `python -m bench.mutants`.

Works in a copy of the repository. Functions are changed by mutmut (`pip install mutmut`, no part of the test tools:
nothing else needs it); what it leaves alone, the values of modules and functions with a decorator, is changed here.
Who survives is printed; docs/mutants.md says why.
"""

import argparse
import ast
import copy
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MODULES = (
    *("uma", "game", "settling", "payments", "table_payments", "standings", "ties", "cut"),
    *(
        f"hand/{name}"
        for name in ("value", "limits", "yakuman", "worth", "seats", "wins", "liability", "drawn", "dues")
    ),
    *(f"standing/{name}" for name in ("cards", "stages", "rules", "values", "kinds")),
)
TESTS = (
    *(
        "test_uma",
        "test_game",
        "test_game_laws",
        "test_settling",
        "test_payments",
        "test_table_payments",
        "test_events",
    ),
    *("test_standings", "test_standings_cuts", "test_standings_laws", "test_ties", "test_cut", "test_teams"),
    *(
        "test_series",
        "hand/test_limits",
        "hand/test_liability",
        "standing/test_rules",
        "standing/test_cards",
        "standing/test_kinds",
    ),
    "standing/test_why",
)
NEEDED = ("scoring", "tests", "tournament", "templates", "docs", "bench", "manage.py", "pyproject.toml")
CONFIG = """
[tool.mutmut]
source_paths = ["scoring"]
only_mutate = {modules}
do_not_mutate_patterns = ["gettext_noop"]
also_copy = ["manage.py", "tournament", "templates", "docs", "bench"]
pytest_add_cli_args = ["-n0", "-q"]
pytest_add_cli_args_test_selection = {tests}
"""
STEADY = """

from hypothesis import settings as _settings

_settings.register_profile("mutants", deadline=None, derandomize=True)
_settings.load_profile("mutants")
"""
COMPARE = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq}
COMPARE |= {ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In}
OPERATE = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Sub, ast.Mod: ast.Add}
OPERATE |= {ast.And: ast.Or, ast.Or: ast.And}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.mutants", description=__doc__)
    parser.add_argument("what", nargs="?", choices=["all", "functions", "values"], default="all")
    parser.add_argument("modules", nargs="*", default=[*MODULES], metavar="MODULE", help="of scoring; none is all")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        prepare(place, asked.modules)
        done = [
            functions(place) if asked.what in ("all", "functions") else 0,
            values(place, asked.modules) if asked.what in ("all", "values") else 0,
        ]
    return max(done)


def tests() -> list[str]:
    return [f"tests/scoring/{name}.py" for name in TESTS] + ["tests/shadow"]


def prepare(place: Path, modules: list[str]) -> None:
    """A copy in which tests take the time they take and draw the same examples each time."""
    for name in NEEDED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, place / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, place)
    said = CONFIG.format(modules=toml([f"scoring/{name}.py" for name in modules]), tests=toml(tests()))
    (place / "pyproject.toml").write_text((place / "pyproject.toml").read_text(encoding="utf-8") + said, "utf-8")
    conftest = place / "tests" / "conftest.py"
    conftest.write_text(conftest.read_text(encoding="utf-8") + STEADY, "utf-8")


def toml(names: list[str]) -> str:
    return "[" + ", ".join(f'"{name}"' for name in names) + "]"


def functions(place: Path) -> int:
    """Let mutmut change the functions; print each that no test noticed as a difference."""
    mutmut = Path(sys.executable).with_name("mutmut")
    if not mutmut.exists():
        print("mutmut is not installed: .venv/bin/pip install mutmut", file=sys.stderr)
        return 2
    done = subprocess.run([mutmut, "run", "--max-children", str(os.cpu_count() or 1)], cwd=place, check=False)
    told = subprocess.run([mutmut, "results"], cwd=place, capture_output=True, text=True, check=False).stdout
    for line in told.splitlines():
        name = line.strip().partition(":")[0]
        print(f"\n{line.strip()}", flush=True)
        subprocess.run([mutmut, "show", name], cwd=place, check=False)
    return done.returncode


def values(place: Path, modules: list[str]) -> int:
    """Change the values of modules and the functions with a decorator; print what no test noticed."""
    shutil.rmtree(place / "mutants", ignore_errors=True)
    if noticed(place):
        print("The tests fail as things are: no change could be seen.", file=sys.stderr)
        return 2
    count = survived = 0
    for name in modules:
        path = place / "scoring" / f"{name}.py"
        text = path.read_text(encoding="utf-8")
        for line, what, changed in mutants(ast.parse(text)):
            path.write_text(changed, "utf-8")
            count += 1
            print(f"{count}\r", end="", flush=True)
            if noticed(place) == 0:
                survived += 1
                print(f"scoring/{name}.py:{line}: {what}", flush=True)
        path.write_text(text, "utf-8")
    print(f"{count} changed values and decorated functions, {survived} not noticed", flush=True)
    return 0


def noticed(place: Path) -> int:
    """The exit code of the tests, 0 when they see nothing."""
    command = [sys.executable, "-B", "-m", "pytest", "-x", "-q", "-n0", "-p", "no:cacheprovider", *tests()]
    return subprocess.run(command, cwd=place, capture_output=True, check=False, timeout=900).returncode


def mutants(module: ast.Module) -> Iterator[tuple[int, str, str]]:
    """The line, what becomes of what, and the whole module with that one change."""
    for number, node in enumerate(ast.walk(module)):
        if number in left_alone(module):
            for changed in changes(node):
                other = copy.deepcopy(module)
                target = list(ast.walk(other))[number]
                before = ast.unparse(node)
                target.__dict__.update(changed.__dict__)
                yield getattr(node, "lineno", 0), f"{before} -> {ast.unparse(target)}", ast.unparse(other)


def left_alone(module: ast.Module) -> set[int]:
    """The numbers, as `ast.walk` counts them, of what mutmut does not change."""
    inside = {id(part) for part in parts_left_alone(module)}
    return {number for number, node in enumerate(ast.walk(module)) if id(node) in inside}


def parts_left_alone(module: ast.Module) -> Iterator[ast.AST]:
    for node in module.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value and not names_a_type(node):
            yield from ast.walk(node.value)
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef) and node.decorator_list:
            for statement in node.body:
                yield from ast.walk(statement)


def names_a_type(node: ast.Assign | ast.AnnAssign) -> bool:
    target = node.targets[0] if isinstance(node, ast.Assign) else node.target
    return isinstance(target, ast.Name) and target.id[:1].isupper() and not target.id.isupper()


def changes(node: ast.AST) -> Iterator[ast.AST]:
    """Ways in which this one node could be wrong, each a node of the same kind."""
    match node:
        case ast.Constant(value=bool(value)):
            yield ast.Constant(value=not value)
        case ast.Constant(value=int(value)):
            yield from (ast.Constant(value=value + step) for step in (1, -1))
        case ast.Compare(left=left, ops=[op], comparators=right) if type(op) in COMPARE:
            yield ast.Compare(left=left, ops=[COMPARE[type(op)]()], comparators=right)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATE:
            yield ast.BinOp(left=left, op=OPERATE[type(op)](), right=right)
        case ast.BoolOp(op=op, values=some):
            yield ast.BoolOp(op=OPERATE[type(op)](), values=some)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            yield ast.UnaryOp(op=ast.UAdd(), operand=operand)
        case ast.Name(id="min" | "max" as name):
            yield ast.Name(id="max" if name == "min" else "min", ctx=ast.Load())
        case ast.Tuple(elts=[_, _, *_] as some):
            yield ast.Tuple(elts=some[1:], ctx=ast.Load())


if __name__ == "__main__":
    sys.exit(main())
