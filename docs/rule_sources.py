"""`python -m docs.rule_sources`: write out the texts that are collected from the data files of the rule book.

These are the made parts of docs/rule-sources.md and the phrases for translation (scoring/phrases.py). Run it after
adding or changing a preset or a schedule of fouls.
"""

import re
from pathlib import Path

from scoring.cli import phrases
from scoring.rules import preset, rule_names
from scoring.rules.files import PRESETS

PAGE = Path(__file__).resolve().parent / "rule-sources.md"


def keys(text: str) -> tuple[str, ...]:
    """The keys of the documents, as the first table names them."""
    return tuple(re.findall(r"^\| ([^|]+?) \|", text.split("## Documents")[1].split("\n## ")[0], re.MULTILINE)[1:])


def named(source: str, known: tuple[str, ...]) -> set[str]:
    """The documents that a source names: the longest key where one begins another (EMA 2016, EMA)."""
    pattern = "|".join(re.escape(key) for key in sorted(known, key=len, reverse=True))
    return set(re.findall(rf"(?<![\w.])(?:{pattern})(?!\w)", source))


def rests_on(known: tuple[str, ...]) -> list[str]:
    """For each document the presets with a verified value that it says."""
    said = {key: _documents(key, known) for key in PRESETS}
    rows = [f"| {one} | {', '.join(key for key in PRESETS if one in said[key])} |" for one in known]
    return ["| document | rule sets |", "|---|---|", *rows]


def _documents(key: str, known: tuple[str, ...]) -> set[str]:
    rules = preset(key)
    clauses = {rules.sources[name] for name in rules.sources.keys() - rules.unverified}
    return {document for clause in clauses for document in named(clause, known)}


def unverified() -> list[str]:
    """For each preset the values that no source confirms; the others, where they are fewer."""
    names = [one.name for one in rule_names()]
    rows = [(key, [name for name in names if name in preset(key).unverified]) for key in PRESETS]
    cells = [
        f"| {key} | {len(found)} of {len(names)} | {_listed(found, [name for name in names if name not in found])} |"
        for key, found in rows
        if found
    ]
    return ["| rule set | how many | unverified |", "|---|---|---|", *cells]


def _listed(found: list[str], others: list[str]) -> str:
    if len(found) > len(others):
        return f"all but {', '.join(f'`{name}`' for name in others)}"
    return ", ".join(f"`{name}`" for name in found)


def made(text: str) -> str:
    """The page with its made parts as the files say now."""
    for name, rows in (("rests on", rests_on(keys(text))), ("unverified", unverified())):
        lines = "\n".join(rows)
        text = re.sub(
            rf"<!-- {name} -->\n.*?<!-- end -->", f"<!-- {name} -->\n{lines}\n<!-- end -->", text, flags=re.DOTALL
        )
    return text


if __name__ == "__main__":
    PAGE.write_text(made(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    phrases.write()
