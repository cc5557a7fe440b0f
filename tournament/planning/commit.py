"""The one writer of a change of the seating."""

from django.utils.translation import gettext_noop as _

from seating.notes import CannotPlan
from tournament.core.audit import Act, audited_write
from tournament.core.messages import Conflict, Refused
from tournament.core.models import Hanchan, Tournament
from tournament.core.official_results import refuse_official
from tournament.core.submissions import once
from tournament.planning.basis import SeatingBasis, basis_of
from tournament.planning.line_up.basis import LineUpBasis, line_up_basis
from tournament.planning.pairing.basis import pairing_basis
from tournament.planning.proposal import NameCorrection, Proposal, SeatingAnswer, way_of
from tournament.planning.sources.who_played import MOVED
from tournament.planning.versions import current_version, earlier_version, new_version
from tournament.players.actions import mark_check_in, reinstate, set_statuses, withdraw
from tournament.players.models import PlayerStatus
from tournament.results.sheets.name_correction import rename_people
from tournament.seating_report.sentences import refusal_of
from tournament.seats.integrity import refuse_altered
from tournament.seats.models import Seating
from tournament.seats.queries import arranged_of
from tournament.seats.seat_map import Arrangement
from tournament.seats.stand_ins import record_stand_ins
from tournament.seats.word_draws import listed

CHANGED = _("The players or the seating changed in the meantime. Check the options again.")
RESULTS_CHANGED = _("Results, players, wishes or seats changed since this preview. The tables below are new.")


def commit(tournament: Tournament, answer: SeatingAnswer, act: Act, key: str = "") -> Seating | None:
    """Do what a proposal says, everything or nothing; return the version that it made, if a seat changed.

    What has to be searched for is searched for before the database is locked; where anything changed meanwhile the
    proposal is made again behind the lock. A second sending of the same form does nothing more. Raises Refused with
    every obstacle, Busy, and Conflict when another version than `act.base` is in use, somebody else was faster, a
    search no longer fits, or the standings by which it seats are not those that the page showed.
    """
    if _was_sent(tournament, act):
        return earlier_version(tournament, act)
    basis = basis_of(tournament)
    found = _way(tournament, basis, answer, key, act, run=True)
    refuse_altered(found.reads, at=act.at)
    because = act.because(act.reason.strip() or found.reason)
    detail = dict(found.detail)

    def change(old: Arrangement) -> Arrangement:
        now = basis_of(tournament, old)
        if found.standings and pairing_basis(tournament, found.first, now, locked=True).digest != found.standings:
            raise Conflict.of("preview-outdated", RESULTS_CHANGED)
        if found.names and _line_up_now(tournament, found.names) != found.names.basis:
            raise Conflict([MOVED])
        way = found if now == basis else _way(tournament, now, answer, key, act)
        _refuse(way, act)
        if (way.statuses, way.detail) != (found.statuses, found.detail):  # the history has those of `found`
            raise Conflict.of("players-changed", CHANGED)
        if listed([now.players[pk] for _number, _name, pk in way.origin.listed]) != found.origin.listed:
            raise Conflict.of("players-changed", CHANGED)
        _write_people(tournament, way, act)
        if way.names:
            detail["sheets"] = _write_names(tournament, way.names, act)
        return way.arranged or old

    def write() -> object:
        with audited_write(tournament, act, found.origin.verb, subject=found.origin.subject, **found.detail):
            change(arranged_of(current_version(tournament, act.base)))
        return True

    if found.seats_stay:
        once(lambda: _was_sent(tournament, act), write)
        return None
    return new_version(
        tournament,
        change,
        found.origin,
        because,
        expected=found.expected,
        really_played=found.really_played,
        afresh=found.afresh,
        detail=detail,
    )


def _was_sent(tournament: Tournament, act: Act) -> bool:
    """Return whether the same form was carried out before."""
    return bool(act.submission) and tournament.audit_entries.filter(submission=str(act.submission)).exists()


def _way(
    tournament: Tournament, basis: SeatingBasis, answer: SeatingAnswer, key: str, act: Act, *, run: bool = False
) -> Proposal:
    try:
        found = way_of(basis, answer, key, run=run)
    except CannotPlan as impossible:
        raise refusal_of(impossible) from impossible
    if found is None:
        refuse_altered(tournament.seating, at=act.at)
        raise Refused.of("way-gone", _("That is no longer possible. Check what can be done."))
    return found


def _refuse(way: Proposal, act: Act) -> None:
    """Refuse what lacks its reason, is not possible, or was not searched for."""
    if way.needs_reason and not act.reason.strip():
        raise Refused.of("no-reason", _("Give a reason."), field="reason")
    if way.obstacles:
        raise Conflict(way.obstacles) if way.is_stale else Refused(way.obstacles)
    if way.arranged is None and not way.seats_stay:
        raise Conflict.of("players-changed", CHANGED)


def _write_people(tournament: Tournament, way: Proposal, act: Act) -> None:
    """Write what goes with the seats: who leaves or is back, statuses, check-in, what players see."""
    for player in way.withdraws:
        if player.status == PlayerStatus.PLAYING:
            withdraw(player=player, act=act.step(act.reason))
    for player in way.reinstates:
        reinstate(player=player, act=act.step(act.reason))
    if way.statuses:
        set_statuses(tournament, way.statuses)
    if way.check_in is not None:
        mark_check_in(tournament, act.at if way.check_in else None)
    tournament.hanchan.filter(number__in=way.hides).update(seating_published_at=None)
    tournament.hanchan.filter(number__in=way.publishes).update(seating_published_at=act.at)
    if way.job is not None:
        tournament.planning_jobs.filter(pk=way.job).update(used_at=act.at)


def _line_up_now(tournament: Tournament, names: NameCorrection) -> LineUpBasis:
    """Read the people again behind the lock. Raises Refused when the results of the hanchan are official."""
    refuse_official(tournament, names.basis.number)
    return line_up_basis(_hanchan(tournament, names))


def _write_names(tournament: Tournament, names: NameCorrection, act: Act) -> dict[str, dict[str, object]]:
    """Write the names on the sheets and who stands in; return the details for the history by table."""
    hanchan = _hanchan(tournament, names)
    sheets = rename_people(hanchan=hanchan, who=names.who, seen=names.seen, act=act)
    record_stand_ins(tournament, hanchan, names.standing, names.kept, act)
    return sheets


def _hanchan(tournament: Tournament, names: NameCorrection) -> Hanchan:
    found = tournament.hanchan.get(number=names.basis.number)
    found.tournament = tournament
    return found
