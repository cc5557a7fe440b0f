"""Seating a hanchan by the standings as previewed: the only writer, and its refusals."""

from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.core.audit import Act
from tournament.core.messages import Conflict, Refused
from tournament.core.models import HanchanState, Tournament, Verb
from tournament.planning.pairing.basis import PairingBasis, pairing_basis
from tournament.planning.pairing.methods import PairingChoice, label_of, pair_hanchan
from tournament.planning.proposal import Origin
from tournament.planning.versions import new_version
from tournament.seats.models import Seating, SeatingSource
from tournament.seats.queries import numbers_seated
from tournament.seats.seat_map import Arrangement, spans


def seat_by_standings(*, tournament: Tournament, number: int, choice: PairingChoice, state: str, act: Act) -> Seating:
    """Seat hanchan `number` as the preview showed it; the others keep their seats. Hidden until published.

    `state` is the digest of the basis of the preview: Conflict when results, players, wishes or
    seats changed since. The tables are made before the database is locked.
    """
    refuse_unready(tournament, number)
    basis = pairing_basis(tournament, number)
    refuse_people(tournament, basis, may_sit_out=choice.sit_out)
    _check_state(basis.digest, state)
    made = pair_hanchan(basis, choice)

    seats = dict(enumerate(made.tables, start=1))

    def change(old: Arrangement) -> Arrangement:
        refuse_unready(tournament, number)
        _check_state(pairing_basis(tournament, number, locked=True).digest, state)
        if old.draft.get(number) == seats and old.byes.get(number, frozenset()) == frozenset(made.out):
            raise Refused.of("same-seats", _("Hanchan {number} already has exactly these seats."), number=number)
        tournament.hanchan.filter(number=number).update(seating_published_at=None)
        draft = {**old.draft, number: seats}
        byes = {**old.byes, number: frozenset(made.out)}
        return Arrangement(draft, {hanchan: people for hanchan, people in byes.items() if people and hanchan in draft})

    origin = Origin(
        source=SeatingSource.STANDINGS,
        seed=choice.seed,
        hanchan=number,
        verb=Verb.PAIRED,
        subject=_("hanchan {number}: {method}").format(number=number, method=label_of(choice.method, basis.size)),
    )
    return new_version(tournament, change, origin, act, expected={number: basis.order}, afresh=[number])


def _check_state(now: str, seen: str) -> None:
    if now != seen:
        raise Conflict.of(
            "preview-outdated",
            _("Results, players, wishes or seats changed since this preview. The tables below are new."),
        )


def refuse_unready(tournament: Tournament, number: int) -> None:
    """Refuse when the hanchan has started, or one before it is not closed or has no seats."""
    states = dict(tournament.hanchan.order_by("number").values_list("number", "state"))
    if states.get(number) != HanchanState.PLANNED:
        raise Refused.of(
            "hanchan-started",
            _("Hanchan {number} has started and its seats are fixed. Choose a later hanchan."),
            number=number,
        )
    open_ones = [one for one, state in states.items() if one < number and state != HanchanState.CLOSED]
    if open_ones:
        text = ngettext(
            "Hanchan {numbers} is not closed yet. Close it first, so that the standings are known, then seat hanchan "
            "{number}.",
            "Hanchan {numbers} are not closed yet. Close them first, so that the standings are known, then seat "
            "hanchan {number}.",
            len(open_ones),
        )
        raise Refused.of("hanchan-open", text, numbers=spans(open_ones), number=number)
    unseated = sorted(set(range(1, number)) - numbers_seated(tournament))
    if unseated:
        raise Refused.of(
            "no-seating", _("Hanchan {numbers} has no seating. Seat or import it first."), numbers=spans(unseated)
        )


def refuse_people(tournament: Tournament, basis: PairingBasis, *, may_sit_out: bool) -> None:
    """Refuse when nobody plays, when players do not fill tables and there are no byes, when the hall has too few
    tables, or when a cut runs through a tie."""
    if len(basis.order) < basis.size:
        raise Refused.of("too-few-players", _("There are too few players for one table. Add players first."))
    if basis.ranking.problem:
        raise Refused([replace(basis.ranking.problem, field="tied")])
    if basis.over and not may_sit_out:
        missing = basis.size - basis.over
        text = ngettext(
            "{count} players do not fill tables of {size}: add {missing} substitute, or give {over} a bye.",
            "{count} players do not fill tables of {size}: add {missing} substitutes, or give {over} a bye.",
            missing,
        )
        raise Refused.of(
            "tables-not-full",
            text,
            field="sit_out",
            count=len(basis.order),
            size=basis.size,
            over=basis.over,
            missing=missing,
        )
    needed = len(basis.order) // basis.size
    if tournament.table_count and needed > tournament.table_count:
        raise Refused.of(
            "too-few-tables",
            _("{needed} tables are needed, and the hall has {tables}. Change that in the settings."),
            needed=needed,
            tables=tournament.table_count,
        )
