"""Mutation sampling: change one place of the code at a time and see whether its tests fail.

    python -m bench.mutants                                       40 mutants of what writes, reads and guards
    python -m bench.mutants scoring/game.py --all                 every mutant of one module
    python -m bench.mutants scoring/payments --all                every mutant of a package
    python -m bench.mutants tournament --sample 200 --seed 7

Works in copies of the repository, one for each processor. The tests that mirror a module are run once to learn which of
them reach which line; a mutant is judged by those that reach its lines, the module's own test file first. Survivors are
printed with their place; docs/mutants.md explains those that are known.
"""

import argparse
import ast
import copy
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue

from coverage import CoverageData

ROOT = Path(__file__).resolve().parent.parent
MOST_TESTS = 400
GUARDED = ("actions.py", "queries.py", "checks.py", "visibility.py")
NEEDED = ("scoring", "seating", "tournament", "templates", "tests", "docs", "bench", "manage.py", "pyproject.toml")
LONGEST = 180  # seconds of processor time that the tests of one mutant may take; longer is noticed, too
COMPARE = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq}
COMPARE |= {ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In}
OPERATE = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Sub, ast.Mod: ast.Add}
CONNECT: dict[type[ast.boolop], type[ast.boolop]] = {ast.And: ast.Or, ast.Or: ast.And}
EXCHANGED = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True)
class Mutant:
    """One change: the module's path, its first and last line, the code before and after, the changed module."""

    path: Path
    line: int
    last_line: int
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
        places = [prepare(Path(folder) / str(number)) for number in range(arguments.workers)]
        run = MutationRun(
            places, {tests: reach_of(places[0], tests) for tests in {tests_of(one.path) for one in mutants}}
        )
        with ThreadPoolExecutor(arguments.workers) as pool:
            verdicts = pool.map(run.survives, mutants)
            survivors = [mutant for mutant, survived in zip(mutants, verdicts, strict=True) if survived]
    print(f"{total} possible mutants, {len(mutants)} tried, {len(mutants) - len(survivors)} noticed")
    print(*survivors, sep="\n")
    return 0


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.mutants", description=__doc__)
    parser.add_argument("paths", nargs="*", help="files or folders; of tournament what writes, reads and guards")
    parser.add_argument("--sample", type=int, default=40, help="how many mutants, chosen by the seed")
    parser.add_argument("--seed", default="sekigime", help="the same seed chooses the same mutants")
    parser.add_argument("--all", action="store_true", help="every mutant")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="how many mutants at a time")
    return parser.parse_args()


def modules(paths: list[str]) -> list[Path]:
    """The modules to change, relative to the repository: in `tournament` what writes, reads and guards."""
    chosen = [ROOT / path for path in paths or ["tournament"]]
    files = [file for path in chosen for file in ([path] if path.is_file() else sorted(path.rglob("*.py")))]
    modules = [file.relative_to(ROOT) for file in files]
    return [path for path in modules if ROOT / path in chosen or path.parts[0] != "tournament" or path.name in GUARDED]


def prepare(place: Path) -> Path:
    """A copy of what the tests need."""
    place.mkdir()
    for name in NEEDED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, place / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, place)
    return place


def tests_of(path: Path) -> str:
    """The folder of tests that mirrors the module's package, or the nearest one above it; for the rule book all of its
    tests, as its commands test what several modules do together."""
    folder = Path("tests") / (path.parts[0] if path.parts[0] == "scoring" else path.parent)
    while not (ROOT / folder).is_dir():
        folder = folder.parent
    return str(folder)


Reach = dict[tuple[str, int], set[str]]  # the tests that reach a line of a module


def reach_of(place: Path, tests: str) -> Reach:
    """Run a folder of tests as it is, with doctests of the modules it mirrors, to learn what each test reaches."""
    print(f"What do {tests} reach?", flush=True)
    data = place / "reach"
    source = tests.removeprefix("tests/")
    options = [
        "-q",
        "--doctest-modules",
        "-p",
        "no:cacheprovider",
        f"--cov={source}",
        "--cov-context=test",
        "--cov-report=",
        "--cov-fail-under=0",
    ]
    command = [sys.executable, "-B", "-m", "pytest", *options, tests, source]
    done = subprocess.run(
        command, cwd=place, env={**os.environ, "COVERAGE_FILE": str(data)}, capture_output=True, text=True
    )
    if done.returncode:
        sys.exit(f"Mutants can only be judged by tests that pass.\n{done.stdout}")
    found = CoverageData(str(data))
    found.read()
    reach: Reach = {}
    for file in found.measured_files():
        for line, contexts in found.contexts_by_lineno(file).items():
            path = str(Path(file).relative_to(place.resolve()))
            reach[path, line] = {context.split("|")[0].split("[")[0] for context in contexts if context}
    return reach


@dataclass(frozen=True)
class MutationRun:
    """Copies of the repository, and what the tests of each folder reach in them."""

    places: Iterable[Path]
    reach: dict[str, Reach]
    free: SimpleQueue[Path] = field(default_factory=SimpleQueue)

    def __post_init__(self) -> None:
        for place in self.places:
            self.free.put(place)

    def survives(self, mutant: Mutant) -> bool:
        """Return whether the tests that reach the mutant's lines pass with the change."""
        place = self.free.get()
        path = place / mutant.path
        original = path.read_text(encoding="utf-8")
        path.write_text(mutant.module, encoding="utf-8")
        (place / "chosen").write_text("\n".join(self.tests(mutant)), encoding="utf-8")
        options = ["-x", "-q", "-p", "no:cacheprovider", "--hypothesis-seed=0"]
        command = [sys.executable, "-B", "-m", "pytest", *options, "@chosen"]
        done = subprocess.run(command, cwd=place, capture_output=True, preexec_fn=_limit_time)
        survived = done.returncode == 0
        path.write_text(original, encoding="utf-8")
        self.free.put(place)
        print(f"{'SURVIVED' if survived else 'noticed '} {mutant}", flush=True)
        return survived

    def tests(self, mutant: Mutant) -> list[str]:
        """The tests that reach the mutant's lines, or its module where they run at import; not all of very many."""
        reach = self.reach[tests_of(mutant.path)]
        lines = range(mutant.line, mutant.last_line + 1)
        found = set().union(*(reach.get((str(mutant.path), line), set()) for line in lines))
        found = found or set().union(*(tests for (path, _), tests in reach.items() if path == str(mutant.path)))
        own = (f"test_{mutant.path.stem}.py", mutant.path.name)
        chosen = sorted(found, key=lambda test: (Path(test.split("::")[0]).name not in own, test))[:MOST_TESTS]
        return chosen or [tests_of(mutant.path)]


def _limit_time() -> None:
    """End a process that works for too long, however busy the machine is: a mutant may loop without end."""
    resource.setrlimit(resource.RLIMIT_CPU, (LONGEST, LONGEST))


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Every change of one module: a comparison turned round, a number one higher, an operand left out."""
    module = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    kept = {id(part) for node in ast.walk(module) for part in left_alone(node)}
    for number, node in enumerate(ast.walk(module)):
        for changed in () if id(node) in kept else changes(node):
            other = copy.deepcopy(module)
            target = list(ast.walk(other))[number]
            target.__dict__.update(changed.__dict__)
            first, last = getattr(node, "lineno", 0), getattr(node, "end_lineno", None) or 0
            yield Mutant(path, first, last, ast.unparse(node), ast.unparse(target), ast.unparse(other))


def left_alone(node: ast.AST) -> Iterator[ast.AST]:
    """Yield nodes that a change does not make wrong: how a value class is built, and `zip` checking equal lengths."""
    for decorator in getattr(node, "decorator_list", ()):
        yield from ast.walk(decorator)
    if isinstance(node, ast.Call) and any(keyword.arg == "strict" for keyword in node.keywords):
        yield node
        yield from (part for keyword in node.keywords if keyword.arg == "strict" for part in ast.walk(keyword.value))


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
