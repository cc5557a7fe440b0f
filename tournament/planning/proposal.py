"""A proposal for a seating: a value that sources make, one preview shows and one commit writes."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from django.utils.translation import gettext_noop as _

from tournament.core.messages import Level, Message
from tournament.core.models import Verb
from tournament.planning.basis import SeatingBasis
from tournament.planning.line_up.basis import LineUpBasis
from tournament.players.models import Player
from tournament.seats.models import Seating, SeatingSource
from tournament.seats.seat_map import Arrangement, spans
from tournament.seats.word_draws import Listed


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """The origin of a version: its source and subject, the verb of the history, and the seed or draw behind it.

    `words` and `listed` are those of a draw from words, `hanchan` is the one that the standings seated.
    """

    source: SeatingSource
    verb: Verb
    subject: str
    seed: int | None = None
    words: str = ""
    listed: Listed = field(default_factory=list)
    hanchan: int | None = None


class NameCorrection(NamedTuple):
    """Other names on the report sheets of the tables `seen`, each with the number of the version that was seen, and the
    stand-ins as they were: whose seat it is to who plays it, with what is `kept` of whether it counts for them. `basis`
    are the people of the hanchan to whom all this applies."""

    basis: LineUpBasis
    who: Mapping[int, int]
    seen: Mapping[int, int]
    standing: Mapping[int, int]
    kept: Mapping[int, bool | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """One way to change the seating.

    key           its name in forms
    title, done   what it would do, and what it did
    button        the verb of its button
    first         the hanchan to look at afterwards
    arranged      the whole seating afterwards; None where an obstacle speaks against it
    obstacles     everything that speaks against it, each with its field
    notes         sentences on it
    people        ids of whom the answer names: first in the list of who moves
    renames       somebody has the seats of somebody else and nobody moves, so that no figure is another
    group         proposals of one group are variants: one of them may make another needless
    is_even       the variant in which all are seated as evenly as possible; else few move
    is_waiting    its seating was not searched for yet; `is_long`: that takes some seconds
    withdraws     players who are withdrawn with it
    reinstates    withdrawn players who take part again with it
    statuses      the status that players get with it, by id
    check_in      whether check-in is closed with it, or reopened; None for neither
    seats_stay    no seat changes, so that there is no new version
    detail        more for the history
    is_stale      what speaks against it is that somebody else was faster
    expected      for some hanchan, the ids of all who must have a seat or a bye
    reads         a stored version whose rows it takes
    standings     a digest of the standings before hanchan `first`, by which it seats, as the page showed them
    afresh        hanchan that are seated without reading their rows
    really_played started hanchan that are corrected to the seats as they are
    hides         hanchan that are hidden from players until somebody publishes them
    publishes     hanchan that players see at once
    job           the id of the search whose result it is
    names         what becomes of sheets and stand-ins where others played than the seating says
    reason        the reason where nobody types one
    needs_reason  it is not done without a reason
    """

    key: str
    title: str
    done: str
    button: str
    origin: Origin
    first: int
    arranged: Arrangement | None = None
    obstacles: tuple[Message, ...] = ()
    notes: tuple[str, ...] = ()
    people: tuple[int, ...] = ()
    renames: bool = False
    group: str = ""
    is_even: bool = False
    is_waiting: bool = False
    is_long: bool = False
    withdraws: tuple[Player, ...] = ()
    reinstates: tuple[Player, ...] = ()
    statuses: Mapping[int, str] = field(default_factory=dict)
    check_in: bool | None = None
    seats_stay: bool = False
    detail: Mapping[str, Any] = field(default_factory=dict)
    is_stale: bool = False
    expected: Mapping[int, Collection[int]] | None = None
    reads: Seating | None = None
    standings: str = ""
    afresh: Collection[int] = ()
    really_played: frozenset[int] = frozenset()
    hides: frozenset[int] = frozenset()
    publishes: frozenset[int] = frozenset()
    job: int | None = None
    names: NameCorrection | None = None
    reason: str = ""
    needs_reason: bool = False


class SeatingAnswer(Protocol):
    """An answer to “what happened?”. Whatever it is, it leads to proposals."""

    def ways(self, basis: SeatingBasis, run: str = "") -> Iterator[Proposal]:
        """Yield what can be done, the best first. What has to be searched for waits, unless it was searched for before
        or its key is `run`. Raises Busy and CannotPlan then."""


def obstacle(code: str, text: str, field: str = "", **params: object) -> Message:
    """Return what speaks against a proposal; `field` of the answer's form is where."""
    return Message(code, text, params, Level.ERROR, field)


def started_obstacle(hanchan: Iterable[int], field: str = "") -> Message:
    """Return that the seats of these hanchan are fixed."""
    text = _("Hanchan {numbers} has started and its seats are fixed. A substitute can stand in for one hanchan.")
    return obstacle("hanchan-started", text, field, numbers=spans(hanchan))


def way_of(basis: SeatingBasis, answer: SeatingAnswer, key: str = "", *, run: bool = False) -> Proposal | None:
    """Return the proposal with that key, or the first one, or what stands for all when none is possible; with `run` it
    is searched for."""
    return next((way for way in answer.ways(basis, key if run else "") if not key or way.key in ("", key)), None)
