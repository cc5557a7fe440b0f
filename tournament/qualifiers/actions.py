"""Choose where players qualify, register them, and record who declined. Each act is one line of the event's history."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from scoring.rankings.rule import read_fraction
from scoring.standings.cut import Rounding
from tournament.core.audit import Act, audited_write
from tournament.core.messages import Conflict, Refused
from tournament.core.models import Tournament, Verb
from tournament.core.official_results import are_released
from tournament.core.stored_words import coded
from tournament.persons.actions import link_new
from tournament.players.actions import decline, give_place, history_name, put_in
from tournament.players.models import Player
from tournament.players.queries import players_of
from tournament.qualifiers.models import Qualifier, QualifierSource
from tournament.qualifiers.queries import (
    Qualification,
    QualifierState,
    has_scores,
    qualifiers_of,
    source_title,
)
from tournament.rankings.models import ClubRanking

MOST_PLACES = 999


def set_source(
    *,
    tournament: Tournament,
    source: Tournament | ClubRanking,
    places: int,
    act: Act,
    as_of: date | None = None,
    carry: str = "",
    rounding: Rounding = Rounding.UP,
) -> QualifierSource:
    """Let the first `places` of an event, a league or a ranking qualify; a source that is there already is changed.

    Raises Refused for the event itself, for a part of the total that is no fraction up to 1, and where totals are no
    scores.
    """
    which: dict[str, Any] = {"ranking": source} if isinstance(source, ClubRanking) else {"event": source}
    if which.get("event") == tournament:
        raise Refused.of("qualifies-itself", _("An event cannot qualify players for itself."), field="source")
    if not 0 <= places <= MOST_PLACES:
        text = _("Enter a number of places from 0 to {most}.")
        raise Refused.of("qualifier-places", text, field="places", most=MOST_PLACES)
    values = {
        "places": places,
        "as_of": as_of if "ranking" in which else None,
        "carry": _fraction(carry),
        "rounding": rounding.value,
    }
    with audited_write(tournament, act, Verb.CHANGED_QUALIFIERS) as entry:
        found = tournament.qualifier_sources.filter(**which).first() or QualifierSource(tournament=tournament, **which)
        before = {name: getattr(found, name) for name in values} if found.pk else {}
        for name, value in values.items():
            setattr(found, name, value)
        if found.carry and not has_scores(found):
            text = _("{source} does not count scores: nothing of it can be carried over.")
            raise Refused.of("carries-no-scores", text, field="carry", source=source_title(found))
        found.save()
        entry.subject = source_title(found)
        entry.detail = {name: [_plain(before.get(name)), _plain(value)] for name, value in values.items()}
    return found


def _fraction(text: str) -> str:
    """Return a part of a total as it is stored; "" for nothing."""
    if not text.strip():
        return ""
    part = read_fraction(text.strip())
    if part is None or part > 1:
        wrong = _("Write the part as a fraction from 0 to 1, for example 1/2 or 0.5.")
        raise Refused.of("carry-fraction", wrong, field="carry")
    return str(part) if part else ""


def _plain(value: object) -> object:
    return value.isoformat() if isinstance(value, date) else value


def remove_source(*, source: QualifierSource, act: Act) -> None:
    """Remove a source by which nobody is registered and nobody declined. Once more changes nothing."""
    with audited_write(source.tournament, act, Verb.CHANGED_QUALIFIERS) as entry:
        if source.qualifiers.exists():
            text = _("Players from {source} are registered or have declined. Set its places to 0 instead.")
            raise Refused.of("source-in-use", text, source=source_title(source))
        entry.subject, entry.detail = source_title(source), {"removed": True}
        QualifierSource.objects.filter(pk=source.pk).delete()


def register_qualifiers(*, tournament: Tournament, keys: Sequence[str], today: date, act: Act) -> list[Player]:
    """Add those of the list who are offered a place as players, with the score that they carry over, all or nothing.

    Who has a person stays that person. Who is registered by now is left out. Raises Conflict when somebody of them is
    not offered a place any more.
    """
    found = qualifiers_of(tournament, today)
    if keys and all(_is_registered(found.by_key.get(key)) for key in keys):
        return []
    with audited_write(tournament, act, Verb.ADDED_QUALIFIERS) as entry:
        found = qualifiers_of(tournament, today)
        rows = [found.by_key.get(key) for key in keys]
        wanted = [row for row in rows if row is not None and row.state is QualifierState.OFFERED]
        if not wanted or any(row not in wanted and not _is_registered(row) for row in rows):
            raise _changed()
        values = [row.candidate.fields() | {"carried": row.carried or 0} for row in wanted]
        players = put_in(tournament, values, list(players_of(tournament)), act.at)
        _admit(zip(players, wanted, strict=True), tournament, act)
        entry.subject = coded("players", count=len(players))
        entry.detail = {
            "added": list(map(history_name, players)),
            "by": list(dict.fromkeys(source_title(row.source) for row in wanted)),
        }
    return players


def _is_registered(row: Qualification | None) -> bool:
    return row is not None and row.state is QualifierState.REGISTERED


def _admit(people: Iterable[tuple[Player, Qualification]], tournament: Tournament, act: Act) -> None:
    """Record by which source players have their places, and which persons they are."""
    rows = list(people)
    Qualifier.objects.bulk_create(_record(row, player) for player, row in rows)
    persons = {player.pk: row.candidate.who.person for player, row in rows}
    link_new(tournament=tournament, people={pk: one for pk, one in persons.items() if one is not None}, act=act.step())


def _record(row: Qualification, player: Player | None) -> Qualifier:
    return Qualifier(source=row.source, player=player, **_whom(row))


def _whom(row: Qualification) -> dict[str, int | None]:
    """Return whom a record is about: the player of an earlier event, else a person."""
    who = row.candidate.who
    return {"earlier_id": who.earlier, "person_id": None if who.earlier else who.person}


def count_in(*, tournament: Tournament, key: str, today: date, act: Act) -> Player:
    """Count somebody who is registered already as a qualifier, and give them the score that the total brings now.

    Raises Refused where that would move standings that are out.
    """
    with audited_write(tournament, act, Verb.ADDED_QUALIFIERS) as entry:
        row = qualifiers_of(tournament, today).by_key.get(key)
        if row is None or row.player is None or row.state not in (QualifierState.LISTED, QualifierState.REGISTERED):
            raise _changed()
        player = row.player
        if row.state is QualifierState.LISTED:
            row.source.qualifiers.filter(player=None, **_whom(row)).delete()  # they come after all
            _admit([(player, row)], tournament, act)
        entry.subject, entry.detail = history_name(player), {"by": [source_title(row.source)]}
        if row.carried is not None and row.carried != player.carried:
            if are_released(tournament):
                text = _(
                    "Results are out. Change the carried score on the page of the player, which shows the standings "
                    "before and after."
                )
                raise Refused.of("carried-reissues", text)
            entry.detail["carried"] = [player.carried, row.carried]
            player.carried = row.carried
            player.save(update_fields=["carried"])
    return player


def decline_qualifier(*, tournament: Tournament, key: str, today: date, act: Act) -> Qualification:
    """Record that somebody does not come: the next in order moves up. Return the row as it was.

    Who is registered declines as any player does. Once more changes nothing. Raises Refused for who has a seat.
    """
    row = _row(tournament, key, today)
    if row.state is QualifierState.DECLINED:
        return row
    if row.state is QualifierState.REGISTERED and row.player is not None:
        decline(player=row.player, act=act)
        return row
    if row.state not in (QualifierState.OFFERED, QualifierState.RESERVE):
        raise _changed()
    with audited_write(tournament, act, Verb.DECLINED_QUALIFIER, subject=_place(row)):
        if _row(tournament, key, today).state is not row.state:
            raise _changed()
        _record(row, None).save(force_insert=True)
    return row


def undo_decline(*, tournament: Tournament, key: str, today: date, act: Act) -> Qualification:
    """Undo that somebody declined; who was moved up and is registered keeps the place. Once more changes nothing."""
    row = _row(tournament, key, today)
    if row.state is not QualifierState.DECLINED:
        return row
    if row.player is not None:
        give_place(player=row.player, act=act)
    else:
        assert row.record is not None  # noqa: S101  # who declined and is no player has a record
        with audited_write(tournament, act, Verb.UNDID_DECLINED_QUALIFIER, subject=_place(row)):
            row.record.delete()
    return row


def _row(tournament: Tournament, key: str, today: date) -> Qualification:
    row = qualifiers_of(tournament, today).by_key.get(key)
    if row is None:
        raise _changed()
    if row.player is not None:
        row.player.tournament = tournament
    return row


def _place(row: Qualification) -> str:
    """Return a row as the history stores it: without the name of somebody who is no player of the event."""
    return coded("place", source=source_title(row.source), place=row.candidate.place)


def _changed() -> Conflict:
    text = _("The list of qualifiers has changed since. Check it and try again.")
    return Conflict.of("qualifiers-changed", text)
