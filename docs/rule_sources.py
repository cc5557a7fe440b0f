"""`python -m docs.rule_sources`: write out the texts that are collected from the data files of the rule book.

These are the made parts of docs/rule-sources.md and the phrases for translation (scoring/phrases.py). Run it after
adding or changing a preset, a document or a schedule of fouls.
"""

import re
from collections import Counter
from pathlib import Path

from scoring.cli import phrases
from scoring.rules import preset, rule_names
from scoring.rules.files import PRESETS
from scoring.rules.provenance import Mark, documents, named

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


def marked() -> list[str]:
    """For each preset how many values are sourced and how many have which mark, and the disputed ones by name."""
    names = [one.name for one in rule_names()]
    rows = []
    for key in PRESETS:
        marks = preset(key).marks
        count = Counter(marks.values())
        disputed = ", ".join(f"`{name}`" for name in names if marks.get(name) is Mark.DISPUTED)
        numbers = " | ".join(str(count[mark] or "") for mark in Mark)
        rows.append(f"| {key} | {len(names) - len(marks)} | {numbers} | {disputed} |")
    return ["| rule set | sourced | by a program | practice | disputed | which |", "|---|---|---|---|---|---|", *rows]


def made(text: str) -> str:
    """The page with its made parts as the files say now."""
    for name, rows in (("documents", listed_documents()), ("rests on", rests_on()), ("marks", marked())):
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
