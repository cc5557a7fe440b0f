"""Names that differ by a letter or two: perhaps one person, written twice. Offered to a person, never decided here."""

from collections.abc import Sequence

from tournament.players.names import in_either_order

ALIKE = 88
"""Of 100: Anna Rosi and Anna Rossi have 95, Jon and John Smith 95, Yuki Tanabe and Yuto Tanabe 91."""
SHORTEST = 6  # letters: of shorter names one letter is too much


class SimilarNames:
    """Names by what can be compared of them: made once, it compares a name with thousands."""

    def __init__(self, names: Sequence[str]):
        self._written = [_comparable(name) for name in names]

    def like(self, name: str) -> list[int]:
        """Return which of the names are like this one, the most similar first, and not the same."""
        from rapidfuzz import fuzz, process

        wanted = _comparable(name)
        if not wanted:
            return []
        found = process.extract(wanted, self._written, scorer=fuzz.ratio, score_cutoff=ALIKE, limit=4)
        return [index for written, _score, index in found if written != wanted]


def _comparable(name: str) -> str:
    """The words in order; nothing for names that differ by a number, or too short."""
    written = " ".join(in_either_order(name))
    return written if len(written) >= SHORTEST and not any(map(str.isdigit, written)) else ""
