"""Names that a stranger finds again: one public class name and one module name once, no participle as a module."""

import ast
import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MODULES = [
    path
    for package in ("scoring", "seating", "tournament")
    for path in sorted((ROOT / package).rglob("*.py"))
    if "migrations" not in path.parts
]
NOT_NOUNS = re.compile(
    r"^(asked|kept|shown|altered|bounded|drawn|decided|sealed|packed|planned|played|said|told|known|given|typed|named|"
    r"seated|placed|revising|settling|turning|exchanging|gathering|running|starting|taking_part|checking_in|editing|"
    r"saying|replayed|compared|fixed|forced|fresh|closest|whereabouts|warmth|face|ways|rest|once|kinds|terms|words|people|"
    r"mend|handover|facts|lines|moves|plain|loose|bare|headed|utils|helpers|common|misc)$"
)
EVERY_COMMAND_HAS_ONE = {"Command"}


def public_classes(path: Path) -> list[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node.name for node in tree.body if isinstance(node, ast.ClassDef) and not node.name.startswith("_")]


def test_a_public_class_name_exists_once():
    places = Counter(name for path in MODULES for name in public_classes(path))
    assert {name: count for name, count in places.items() if count > 1 and name not in EVERY_COMMAND_HAS_ONE} == {}


def test_a_module_is_named_by_a_noun_of_the_field():
    assert [str(path.relative_to(ROOT)) for path in MODULES if NOT_NOUNS.match(path.stem)] == []


def test_no_module_stands_beside_a_package_of_nearly_its_name():
    beside = [
        path for path in MODULES if path.with_suffix("").is_dir() or path.with_name(path.stem.rstrip("s")).is_dir()
    ]
    assert [str(path.relative_to(ROOT)) for path in beside if path.stem != "__init__"] == []
