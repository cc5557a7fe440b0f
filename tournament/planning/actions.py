"""Actions that change a seating. Each makes a new version; hanchan that have started stay as they are.

All raise Refused with the remedy. Those that make a version raise Conflict when another is in use than `act.base`, and
return the version that an earlier sending of the same form made; see `versions.new_version`.
"""

from collections.abc import Collection, Mapping, Sequence

from django.utils.translation import gettext as _

from seating.word_draw import normalised
from tournament.core.audit import Act, audited_write
from tournament.core.conditions import refuse_open
from tournament.core.messages import Refused
from tournament.core.models import Tournament, Verb
from tournament.planning.commit import commit
from tournament.planning.pairing.basis import pairing_basis
from tournament.planning.pairing.disclosure import refuse_telling
from tournament.planning.pairing.methods import PairingChoice
from tournament.planning.refusals import publish_conditions
from tournament.planning.sources.exchange import SeatExchange
from tournament.planning.sources.plan import PLAN, SeedPlan, WordPlan
from tournament.planning.sources.repair import Repair
from tournament.planning.sources.replacement import Replacement
from tournament.planning.sources.restoration import VersionRestoration
from tournament.planning.sources.seat_list import SeatList
from tournament.planning.sources.seats import KEEP, REPLAN, SeatChange, Tables
from tournament.planning.sources.standings import StandingsPairing
from tournament.players.models import Player
from tournament.seats.integrity import refuse_altered
from tournament.seats.models import Seating
from tournament.seats.queries import arranged_of, numbers_seated, published_hanchan
from tournament.seats.seat_map import SeatMap, hanchan_words

MOST_LETTERS = 200
"""Letters of the words of a draw, as they count."""


def plan_seating(*, tournament: Tournament, seed: int, act: Act) -> Seating | None:
    """Seat everybody for all hanchan from a seed; the same players and seed give the same seating.

    The planned hanchan are hidden until they are published. Planning happens before the database is locked.
    """
    return commit(tournament, SeedPlan(seed), act, PLAN)


def draw_seating(*, tournament: Tournament, words: str, act: Act) -> Seating | None:
    """Seat everybody for all hanchan from words that the hall supplied, and publish it: nobody tries words unseen."""
    words = normalised(words)
    if not words:
        raise Refused.of("no-words", _("Type the words or numbers that the hall supplied."), field="words")
    if len(words) > MOST_LETTERS:
        raise Refused.of("words-long", _("These are too many words. Shorten them."), field="words")
    number = tournament.seatings.exclude(words="").count() + 1
    return commit(tournament, WordPlan(words, number), act, PLAN)


def import_seating(
    *, tournament: Tournament, draft: SeatMap, act: Act, byes: Mapping[int, Collection[int]] | None = None
) -> Seating | None:
    """Import a seating for the hanchan it contains; the others keep their seats. All or nothing.

    `byes` are the players without a seat in those hanchan. Imported hanchan are hidden until published. Refused
    carries every problem.
    """
    return commit(tournament, SeatList(draft, byes or {}), act)


def swap(*, tournament: Tournament, hanchan: int, one: Player, other: Player, act: Act) -> Seating | None:
    """Swap two players in a hanchan that has not started."""
    return commit(tournament, SeatExchange(hanchan, one, other), act)


def replace_player(
    *, tournament: Tournament, leaving: Player, coming: Player, from_hanchan: int, act: Act
) -> Seating | None:
    """Give a player's seats to another player, from a hanchan that has not started on."""
    return commit(tournament, Replacement(leaving, coming, from_hanchan), act)


def restore(*, tournament: Tournament, number: int, act: Act) -> Seating | None:
    """Restore an earlier version as a new one; hanchan that have started stay as they are."""
    earlier = tournament.seatings.get(number=number)
    return commit(tournament, VersionRestoration(earlier, arranged_of(earlier)), act)


def repair(
    *,
    tournament: Tournament,
    first: int,
    key: str,
    act: Act,
    leaving: Sequence[Player] = (),
    coming: Sequence[Player] = (),
) -> Seating | None:
    """Carry out one option: from hanchan `first` on without those who leave and with those who come."""
    return commit(tournament, Repair(first, tuple(leaving), tuple(coming)), act, key)


def reseat(*, tournament: Tournament, hanchan: int, tables: Tables, act: Act, replan: bool = False) -> Seating | None:
    """Change the seats of these tables; with `replan` the hanchan that have not started are planned again."""
    return commit(tournament, SeatChange(hanchan, tables), act, REPLAN if replan else KEEP)


def seat_by_standings(
    *, tournament: Tournament, number: int, choice: PairingChoice, act: Act, seen: str = ""
) -> Seating | None:
    """Seat a hanchan by the standings; the others keep their seats, and it is hidden until published.

    `seen` is the digest of the basis of the preview: Conflict when results, players, wishes or seats changed since.
    """
    answer = StandingsPairing(pairing_basis(tournament, number), choice, seen)
    return commit(tournament, answer, act, choice.method)


def publish(
    *, tournament: Tournament, hanchan: int | None, act: Act, public: bool = True, telling: bool = False
) -> None:
    """Publish the seating of a hanchan (None: of all that have one), or hide it.

    Refused when the seating is not the one that was verified; without `telling` also when it gives hidden results away.
    """
    verb = Verb.PUBLISHED_SEATING if public else Verb.HID_SEATING
    with audited_write(tournament, act, verb) as entry:
        tournament.refresh_from_db(fields=["seating"])
        having = numbers_seated(tournament)
        numbers = having if hanchan is None else {hanchan}
        if public:
            unlisted = tournament.players.filter(seats__seating=tournament.seating, is_unlisted=True)
            refuse_open(publish_conditions(numbers, having, unlisted))
            refuse_altered(tournament.seating, at=act.at)
            if not telling:
                shown = set(published_hanchan(tournament))
                refuse_telling(tournament, [number for number in numbers if number not in shown])
        entry.subject = hanchan_words(numbers)
        changing = tournament.hanchan.filter(number__in=numbers, seating_published_at__isnull=public)
        changing.update(seating_published_at=act.at if public else None)
