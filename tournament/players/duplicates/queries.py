"""Pairs of players who may be one person, entered twice: found by their names, decided by a person."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from tournament.core.models import Tournament
from tournament.players.models import DifferentPeople, Player, PlayerStatus
from tournament.players.names import in_either_order, key
from tournament.players.similar_names import SimilarNames

MOST = 200
"""Pairs that are looked at together; of a list with more, the rest comes up once these are decided."""
COMING = (PlayerStatus.PLAYING, PlayerStatus.WAITING)
PairIds = tuple[int, int]


class Likeness(TextChoices):
    """A sign for or against two players being one person."""

    SAME_NAME = "same-name", _("same name")
    OTHER_ORDER = "other-order", _("same name, written otherwise")
    SIMILAR_NAME = "similar-name", _("similar name")
    SAME_CLUB = "same-club", _("same club")
    SAME_COUNTRY = "same-country", _("same country")
    SAME_CONTACT = "same-contact", _("same contact")
    ONE_EMA_NUMBER = "one-ema-number", _("only one with an EMA number")
    OTHER_CLUB = "other-club", _("different clubs")
    OTHER_COUNTRY = "other-country", _("different countries")


AGAINST = (Likeness.OTHER_CLUB, Likeness.OTHER_COUNTRY)


@dataclass(frozen=True, slots=True)
class LikelyDuplicate:
    """Two players who may be one person, `first` the one who was added first, and why."""

    first: Player
    second: Player
    reasons: tuple[Likeness, ...]

    @property
    def players(self) -> tuple[Player, Player]:
        return self.first, self.second

    @property
    def speaks_for(self) -> int:
        """The number of reasons for one person, less those against."""
        against = sum(reason in AGAINST for reason in self.reasons)
        return len(self.reasons) - 2 * against


def ids_of(one: Player, other: Player) -> PairIds:
    """The two players as one key, in whatever order they come."""
    return (one.pk, other.pk) if one.pk < other.pk else (other.pk, one.pk)


def told_apart(tournament: Tournament) -> list[DifferentPeople]:
    """The pairs that were marked as different people, by number; one query."""
    found = DifferentPeople.objects.filter(
        first__tournament=tournament, first__merged_into=None, second__merged_into=None
    ).select_related("first", "second")
    return list(found.order_by("first__number", "second__number"))


def merged_entries(tournament: Tournament) -> list[Player]:
    """The entries that were merged into another one of the list, by number; one query."""
    found = Player.every.filter(tournament=tournament, merged_into__merged_into=None).exclude(merged_into=None)
    return list(found.select_related("merged_into").order_by("number", "pk"))


def likely_duplicates(players: Iterable[Player], apart: Iterable[DifferentPeople]) -> list[LikelyDuplicate]:
    """Pairs among these players of a tournament who may be one person, the likeliest first, at most MOST; no query.

    Their names are the same in either order, or differ by a letter or two. Two different EMA numbers are two people,
    and so are similar names from two countries. Only people who play or wait are compared, and not those `apart`.
    """
    coming = [player for player in players if player.status in COMING]
    known = {(one.first_id, one.second_id) for one in apart}
    found = list(islice(_pairs(coming, known), MOST))
    return sorted(found, key=lambda pair: (-pair.speaks_for, pair.first.number, pair.second.number))


def _pairs(players: Sequence[Player], apart: Collection[PairIds]) -> Iterator[LikelyDuplicate]:
    for one, other in (*_same_names(players), *_similar_names(players)):
        if ids_of(one, other) not in apart and not (one.ema_number and other.ema_number):
            first, second = sorted((one, other), key=lambda player: player.pk)
            yield LikelyDuplicate(first, second, tuple(_reasons(first, second)))


def _same_names(players: Sequence[Player]) -> Iterator[tuple[Player, Player]]:
    by_name: dict[tuple[str, ...], list[Player]] = defaultdict(list)
    for player in players:
        by_name[in_either_order(player.name)].append(player)
    for group in by_name.values():
        yield from combinations(group, 2)


def _similar_names(players: Sequence[Player]) -> Iterator[tuple[Player, Player]]:
    for at, other_at in SimilarNames([player.name for player in players]).pairs():
        one, other = players[at], players[other_at]
        if not (one.country and other.country) or one.country == other.country:
            yield one, other


def _reasons(one: Player, other: Player) -> Iterator[Likeness]:
    if in_either_order(one.name) != in_either_order(other.name):
        yield Likeness.SIMILAR_NAME
    else:
        yield Likeness.SAME_NAME if one.name == other.name else Likeness.OTHER_ORDER
    if one.club and other.club:
        yield Likeness.SAME_CLUB if key(one.club) == key(other.club) else Likeness.OTHER_CLUB
    if one.country and other.country:
        yield Likeness.SAME_COUNTRY if one.country == other.country else Likeness.OTHER_COUNTRY
    if one.contact and key(one.contact) == key(other.contact):
        yield Likeness.SAME_CONTACT
    if one.ema_number or other.ema_number:
        yield Likeness.ONE_EMA_NUMBER


def others_of(pairs: Iterable[LikelyDuplicate]) -> dict[int, list[Player]]:
    """For each player of these pairs, by id, the others who may be the same person; no query."""
    found: dict[int, list[Player]] = defaultdict(list)
    for pair in pairs:
        found[pair.first.pk].append(pair.second)
        found[pair.second.pk].append(pair.first)
    return dict(found)
