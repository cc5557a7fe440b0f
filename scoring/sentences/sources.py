"""Public names of the documents behind the rules, by their keys in docs/rule-sources.md."""

import re

NAMES = {
    "S0": "WRC optional rules 2022",
    "S1": "Friendly game rules",
    "S2": "WRC rules 2022",
    "S3": "Toronto Riichi Club",
    "S4": "Four Winds rules",
}
_KEY = re.compile(r"\b(S[0-4])\b(?: Mod\.| (?=[A-Z0-9(§]))?")


def public_source(text: str) -> str:
    """Return a clause with the names of its documents in the place of their keys.

    >>> public_source("S0 Mod.4.2: four players; S1: no difference to WRC")
    'WRC optional rules 2022, 4.2: four players; Friendly game rules: no difference to WRC'
    >>> public_source("S3 Kuikae; S0 Mod.6.3"), public_source("EMA 2025 §1.4")
    ('Toronto Riichi Club, Kuikae; WRC optional rules 2022, 6.3', 'EMA 2025 §1.4')
    """
    return _KEY.sub(lambda key: NAMES[key[1]] + (", " if key[0] != key[1] else ""), text)
