"""`python -m docs.rule_sources`: write out the texts that are collected from the data files of the rule book.

These are the made parts of docs/rule-sources.md and the phrases for translation (scoring/phrases.py). Run it after
adding or changing a preset, a document or a schedule of fouls.
"""

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from scoring.cli import phrases
from scoring.rules import preset, rule_names
from scoring.rules.files import PRESETS, offered
from scoring.rules.provenance import Mark, confirmed, documents, named

PAGE = Path(__file__).resolve().parent / "rule-sources.md"


def listed_documents() -> list[str]:
    """The documents, those of one book with their edition."""
    rows = [f"| {one.key} | {one.what} | {one.where} |" for one in documents().values()]
    return ["| key | what | where |", "|---|---|---|", *rows]


def rests_on() -> list[str]:
    """For each document the presets with a sourced value that it says."""
    said = {key: _documents(key) for key in PRESETS}
    rows = [f"| {one} | {', '.join(key for key in PRESETS if one in said[key])} |" for one in documents()]
    return ["| document | rule sets |", "|---|---|", *rows]


def _documents(key: str) -> set[str]:
    rules = preset(key)
    clauses = {rules.sources[name] for name in rules.sources if rules.marks.get(name) is not Mark.PRACTICE}
    return {document for clause in clauses for document in named(clause)}


def marked(keys: Iterable[str]) -> list[str]:
    """For each preset how many values are confirmed and how many have which mark, and the disputed ones by name."""
    rows = []
    for key in keys:
        marks = preset(key).marks
        count = Counter(marks.values())
        disputed = ", ".join(f"`{one.name}`" for one in rule_names() if marks.get(one.name) is Mark.DISPUTED)
        numbers = " | ".join(str(count[mark] or "") for mark in Mark)
        sure = "{confirmed} of {values}".format(**confirmed(preset(key).sources, marks).params)
        rows.append(f"| {key} | {sure} | {numbers} | {disputed} |")
    return ["| rule set | confirmed | by a program | practice | disputed | which |", "|---|---|---|---|---|---|", *rows]


def share() -> list[str]:
    """The share of the values of the offered presets that have a mark."""
    numbers = [confirmed(preset(key).sources, preset(key).marks).params for key in offered()]
    values, sure = (sum(int(str(one[name])) for one in numbers) for name in ("values", "confirmed"))
    return [f"Of the {values:,} values of the {len(numbers)} rule sets {100 - 100 * sure / values:.1f} % have a mark."]


def made(text: str) -> str:
    """The page with its made parts as the files say now."""
    parts = {
        "documents": listed_documents(),
        "rests on": rests_on(),
        "share": share(),
        "marks": marked(offered()),
        "not offered": marked(key for key in PRESETS if key not in offered()),
    }
    for name, rows in parts.items():
        lines = "\n".join(rows)
        text = re.sub(
            rf"<!-- {name} -->\n.*?<!-- end -->",
            lambda _found, name=name, lines=lines: f"<!-- {name} -->\n{lines}\n<!-- end -->",  # type: ignore[misc]
            text,
            flags=re.DOTALL,
        )
    return text


if __name__ == "__main__":
    PAGE.write_text(made(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    phrases.write()
