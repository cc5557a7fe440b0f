"""Liability: the player who fed the set that made a yakuman certain pays for it.

Two ways are common (S2 Liability; S3 Pao). For the *fed yakuman* only: by self-draw the liable player pays it in full,
as if it were won on a discard; on a discard half of it, and the discarder the other half. Other parts of the hand, and
the honba, are paid as if nobody were liable. For the *whole hand*: by self-draw the liable player pays all of it with
the honba, on a discard half of it, and the discarder the other half with the honba. A liable discarder pays both
halves. For the whole hand *by self-draw* only: a discarder pays for everything anyway (S4 4.13).

Where the sources are silent: if a self-drawn hand has only fed yakuman the liable player pays the honba (riichi.wiki,
Sekinin barai); of two liable players it is the first in turn after the winner; two for a whole hand share evenly; where
yakuman do not add up a fed one counts before another of the same worth. Halves and quarters of a yakuman are full
hundreds: nothing is rounded.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.messages import Message, gettext_noop, phrase
from scoring.payments.dues import check_seats
from scoring.payments.values import HandValue, Limit, PaymentProblem, Yakuman
from scoring.payments.worth import announcement, base_points
from scoring.points import Points
from scoring.rules import Ruleset
from scoring.rules.values import FedYakuman, Liability
from scoring.winds import Wind


@dataclass(frozen=True, slots=True)
class Liable:
    """The player who fed the last set of a yakuman."""

    by: Wind
    fed: FedYakuman


def check_liable(liable: Sequence[Liable], winner: Wind, value: HandValue, rules: Ruleset) -> None:
    """Raise PaymentProblem for an impossible liability: its yakuman is not in the hand, or makes nobody liable."""
    check_seats({one.by for one in liable}, rules)
    for one in liable:
        params = {"yakuman": phrase(one.fed.label), "rules": rules.title, "player": phrase(one.by.label)}
        if one.fed not in rules.hand.liability:
            raise PaymentProblem(gettext_noop("Nobody is liable for {yakuman} under the rules “{rules}”."), **params)
        if Yakuman(one.fed) not in value.named:
            raise PaymentProblem(
                gettext_noop("{player} is liable for {yakuman}, which the hand does not have."), **params
            )
        if one.by is winner:
            raise PaymentProblem(gettext_noop("{player} won the hand and is not liable for it."), **params)
    if len({one.fed for one in liable}) != len(liable):
        raise PaymentProblem(gettext_noop("One player is liable for a yakuman, not several."))


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a hand that is paid as one: its base points, its name, and the liable player."""

    base: Points
    what: Message
    liable: tuple[Wind, ...] = ()


def pieces(value: HandValue, liable: Sequence[Liable], rules: Ruleset) -> Iterator[Piece]:
    """Return the hand in pieces: the whole of it, or each of its named yakuman.

    >>> from scoring.rules import preset
    >>> value = HandValue.of(Yakuman.ALL_HONOURS, Yakuman.BIG_DRAGONS)
    >>> for piece in pieces(value, (Liable(Wind.SOUTH, FedYakuman.BIG_DRAGONS),), preset("wrc-2022")):
    ...     print(piece.base, piece.what, [wind.label for wind in piece.liable])
    8000 Big Three Dragons ['South']
    8000 All Honours []
    """
    if not value.named:
        yield Piece(base_points(value, rules), announcement(value, rules))
        return
    feeders = {Yakuman(one.fed): one.by for one in liable}
    for one in _counting(value, feeders, rules):
        base = Limit.YAKUMAN.base * (2 if one.doubles and rules.hand.double_yakuman else 1)
        if rules.hand.liable_for is not Liability.FED_YAKUMAN:
            yield Piece(base, phrase(one.label), tuple(dict.fromkeys(feeders.values())))
        else:
            yield Piece(base, phrase(one.label), (feeders[one],) if one in feeders else ())


def _counting(value: HandValue, feeders: dict[Yakuman, Wind], rules: Ruleset) -> list[Yakuman]:
    """Return the yakuman that count, fed ones first; where they do not add up, one of the most valuable."""
    order = sorted(value.named, key=lambda one: one not in feeders)
    if rules.hand.several_yakuman:
        return order
    return sorted(order, key=lambda one: not (one.doubles and rules.hand.double_yakuman))[:1]
