"""Public names of the documents behind the rules, by their keys in docs/rule-sources.md.

A source is a list of documents with a place in each, as they are called in their own language: "WRC 2025 §12.3.9", "S2
Time limit". What follows a colon is a remark of the rule book, and so is a part without a document, such as "common
practice": these are translated.
"""

import re
from collections.abc import Iterator

from scoring.messages import ENGLISH, Language

NAMES = {
    "S0": "WRC optional rules 2022",
    "S1": "Friendly game rules",
    "S2": "WRC rules 2022",
    "S3": "Toronto Riichi Club",
    "S4": "Four Winds rules",
}
_KEY = re.compile(r"\b(S[0-4])\b(?: Mod\.| (?=[A-Z0-9(§]))?")


def remarks(text: str) -> Iterator[str]:
    """Yield the remarks of the rule book in a source.

    >>> list(remarks("not found; common practice")), list(remarks("EMA 2012 §4.1; Pantheon, ema: none named"))
    (['not found', 'common practice'], ['none named'])
    """
    for part in text.split("; "):
        _document, _colon, remark = part.partition(": ")
        if part[:1].islower():
            yield part
        elif re.search("[a-z]{2}", remark):
            yield remark


def source_in(text: str, language: Language) -> str:
    """Return a source with its remarks in a language; names of documents and places stay."""
    parts = []
    for part in text.split("; "):
        remark = next(remarks(part), "")
        parts.append(part.removesuffix(remark) + language.text(remark) if remark else part)
    return "; ".join(parts)


def public_source(text: str, language: Language = ENGLISH) -> str:
    """Return a clause with the names of its documents in the place of their keys, and remarks in a language.

    >>> public_source("S0 Mod.4.2: four players; S1: no difference to WRC")
    'WRC optional rules 2022, 4.2: four players; Friendly game rules: no difference to WRC'
    >>> public_source("S3 Kuikae; S0 Mod.6.3"), public_source("EMA 2025 §1.4")
    ('Toronto Riichi Club, Kuikae; WRC optional rules 2022, 6.3', 'EMA 2025 §1.4')
    """
    return _KEY.sub(lambda key: NAMES[key[1]] + (", " if key[0] != key[1] else ""), source_in(text, language))
