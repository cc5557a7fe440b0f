"""What the frozen rankings of base ranks said of a person over time, for the picture on the person's page."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from functools import partial

from scoring.rankings.rule import Counted
from tournament.persons.career_chart import RankingLine
from tournament.persons.models import Person
from tournament.persons.queries import entries_of
from tournament.rankings.models import FrozenRanking
from tournament.standings.cache import SingleFlightCache

# As many as a few rankings of two years, frozen every month.
_values: SingleFlightCache[Mapping[int, int]] = SingleFlightCache(128)


def line_of(person: Person) -> RankingLine | None:
    """Return what the public ranking that placed a person most often said; None where none did. A frozen ranking is
    read once, as it never changes.
    """
    entries, found = entries_of(person), defaultdict[tuple[str, str], list[tuple[date, int]]](list)
    frozen = FrozenRanking.objects.filter(
        taken_back_at=None, ranking__is_public=True, rule__counted=Counted.BASE_RANK.value
    )
    columns = ("pk", "key", "as_of", "ranking__name", "ranking__slug")
    for pk, key, day, name, slug in frozen.order_by("as_of", "pk").values_list(*columns):
        values = _values.get((pk, key), partial(_read, pk))
        own = [values[entry] for entry in entries if entry in values]
        if own:
            found[name, slug].append((day, max(own)))
    if not found:
        return None
    (name, slug), steps = max(found.items(), key=lambda one: len(one[1]))
    return RankingLine(name, slug, tuple(steps))


def _read(pk: int) -> Mapping[int, int]:
    """Return the whole part of the ranking of everybody who has a place in a frozen ranking, by the person's id."""
    content = FrozenRanking.objects.values_list("content", flat=True).get(pk=pk)
    return {int(row["person"]): int(Fraction(row["ranking"])) for row in content["rows"] if row["place"]}
