"""Names that differ by a letter or two: perhaps one person, written twice. Offered to a person, never decided here."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import product

from tournament.players.names import in_either_order

ALIKE = 88
"""Of 100: Anna Rosi and Anna Rossi have 95, Jon and John Smith 95, Yuki and Yuka Tanabe 91."""
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

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Yield each two of the names that are alike and not the same, by their indexes."""
        from rapidfuzz import fuzz, process

        at: dict[str, list[int]] = defaultdict(list)
        for index, written in enumerate(self._written):
            if written:
                at[written].append(index)
        names = list(at)
        for turn, name in enumerate(names, start=1):
            for other, _score, _turn in process.extract(
                name, names[turn:], scorer=fuzz.ratio, score_cutoff=ALIKE, limit=None
            ):
                yield from product(at[name], at[other])


def _comparable(name: str) -> str:
    """The words in order; nothing for names that differ by a number, or too short."""
    written = " ".join(in_either_order(name))
    return written if len(written) >= SHORTEST and not any(map(str.isdigit, written)) else ""
