"""Mutation sampling: change one place of the code at a time and see whether its tests fail.

    python -m bench.mutants                                       40 mutants of the actions, queries and checks
    python -m bench.mutants scoring/uma.py --all                  every mutant of one module
    python -m bench.mutants tournament --sample 200 --seed 7

Works in a copy of the repository. Each mutant is judged by the tests that mirror its module. Survivors are printed with
their place; docs/mutants.md explains those that are known.
"""

import argparse
import ast
import copy
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GUARDED = ("actions.py", "queries.py", "checks.py")
NEEDED = ("scoring", "seating", "tournament", "templates", "tests", "docs", "bench", "manage.py", "pyproject.toml")
LONGEST = 900  # seconds that the tests of one mutant may take
COMPARE = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq}
COMPARE |= {ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In}
OPERATE = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Sub, ast.Mod: ast.Add}
CONNECT: dict[type[ast.boolop], type[ast.boolop]] = {ast.And: ast.Or, ast.Or: ast.And}
EXCHANGED = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True)
class Mutant:
    """One change: the module's path, the line, the code before and after, and the whole module with the change."""

    path: Path
    line: int
    before: str
    after: str
    module: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.before}  ->  {self.after}"


def main() -> int:
    arguments = parse_arguments()
    mutants = [mutant for path in modules(arguments.paths) for mutant in mutants_of(path)]
    total = len(mutants)
    if not arguments.all:
        mutants = random.Random(arguments.seed).sample(mutants, min(arguments.sample, total))
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        prepare(place)
        survivors = [mutant for number, mutant in enumerate(mutants, 1) if survives(place, mutant, number)]
    print(f"{total} possible mutants, {len(mutants)} tried, {len(mutants) - len(survivors)} noticed")
    print(*survivors, sep="\n")
    return 0


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.mutants", description=__doc__)
    parser.add_argument("paths", nargs="*", help="files, or folders whose actions, queries and checks are meant")
    parser.add_argument("--sample", type=int, default=40, help="how many mutants, chosen by the seed")
    parser.add_argument("--seed", default="sekigime", help="the same seed chooses the same mutants")
    parser.add_argument("--all", action="store_true", help="every mutant")
    return parser.parse_args()


def modules(paths: list[str]) -> list[Path]:
    """The modules to change, relative to the repository."""
    chosen = [ROOT / path for path in paths or ["tournament"]]
    files = [file for path in chosen for file in ([path] if path.is_file() else sorted(path.rglob("*.py")))]
    return [file.relative_to(ROOT) for file in files if file in chosen or file.name in GUARDED]


def prepare(place: Path) -> None:
    """A copy of what the tests need, in which hypothesis draws the same examples each time."""
    for name in NEEDED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, place / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, place)


def survives(place: Path, mutant: Mutant, number: int) -> bool:
    """Whether the tests of the module pass with the change."""
    path = place / mutant.path
    original = path.read_text(encoding="utf-8")
    path.write_text(mutant.module, encoding="utf-8")
    options = ["-x", "-q", "-p", "no:cacheprovider", "--hypothesis-seed=0"]
    command = [sys.executable, "-B", "-m", "pytest", *options, *tests_of(mutant.path)]
    try:
        survived = subprocess.run(command, cwd=place, capture_output=True, timeout=LONGEST).returncode == 0
    except subprocess.TimeoutExpired:
        survived = False
    path.write_text(original, encoding="utf-8")
    print(f"{number:4} {'SURVIVED' if survived else 'noticed '} {mutant}", flush=True)
    return survived


def tests_of(path: Path) -> list[str]:
    """The folder of tests that mirrors the module's package, or the nearest one above it."""
    folder = Path("tests") / path.parent
    while not (ROOT / folder).is_dir():
        folder = folder.parent
    return [str(folder)]


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Every change of one module: a comparison turned round, a number one higher, an operand left out."""
    module = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    for number, node in enumerate(ast.walk(module)):
        for changed in changes(node):
            other = copy.deepcopy(module)
            target = list(ast.walk(other))[number]
            target.__dict__.update(changed.__dict__)
            yield Mutant(path, getattr(node, "lineno", 0), ast.unparse(node), ast.unparse(target), ast.unparse(other))


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
        case ast.BoolOp(op=op, values=values):
            yield ast.BoolOp(op=CONNECT[type(op)](), values=values)
        case ast.Name(id=name) if name in EXCHANGED:
            yield ast.Name(id=EXCHANGED[name], ctx=ast.Load())
        case ast.Call(func=function, args=arguments, keywords=[first, *rest]):
            yield ast.Call(func=function, args=arguments, keywords=rest)
            if rest:
                yield ast.Call(func=function, args=arguments, keywords=[first, *rest[:-1]])


if __name__ == "__main__":
    sys.exit(main())
