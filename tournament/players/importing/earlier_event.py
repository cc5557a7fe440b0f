"""The players of an earlier event as a list: another source of the import, read afresh at every step.

A list says who somebody is. What somebody was at the earlier event (start number, team, substitute, status, score) and
what an organiser wrote down for it (contact, note, paid) stay there. Legal name and pronouns are private; whoever may
choose the event organises both.
"""

from django.db.models import Exists, OuterRef, QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_noop as _

from tournament.core.messages import Level, Message, Refused
from tournament.core.models import Tournament, User, Verb
from tournament.events.queries import organised_by
from tournament.players.importing.doubts import is_nameless_substitute
from tournament.players.models import Player
from tournament.players.names import tidy
from tournament.reading.headings import headings_of
from tournament.reading.raw_table import Grid, Line
from tournament.translation.formats import written

TAKEN = (
    *("name", "first_name", "last_name", "legal_name", "reading", "pronouns"),
    *("country", "club", "ema_number", "ara_id"),
)
"""The fields of a player that go from one event to another."""
HEADINGS = 0
"""The number of the line with the headings; every other line has the start number of its player."""


def earlier_events(user: User, tournament: Tournament) -> QuerySet[Tournament]:
    """Return the other events with players that the person organises, the latest first."""
    players = Player.objects.filter(tournament=OuterRef("pk"))
    return organised_by(user).exclude(pk=tournament.pk).filter(Exists(players))


def find_earlier_event(user: User, tournament: Tournament, slug: str) -> Tournament:
    """Return the event of that address; 404 unless it is another one that the person organises now."""
    return get_object_or_404(organised_by(user).exclude(pk=tournament.pk), slug=tidy(slug))


def read_players(earlier: Tournament) -> Grid:
    """Return the players of an event as a raw table, by start number. Two queries. Raises Refused where there are none.

    Nobody is in it who has no name of their own (their data were removed, or they only fill a table), or whose name
    came from the registration page and was confirmed by no organiser.
    """
    removed = removed_names(earlier)
    named = [
        player
        for player in Player.objects.filter(tournament=earlier).order_by("number")
        if player.name not in removed and not (player.is_substitute and is_nameless_substitute(player.name))
    ]
    listed = [player for player in named if not player.is_unlisted]
    notes = []
    if len(listed) < len(named):
        text = _("names that no organiser has confirmed, and that are left out: {count}")
        notes.append(Message("names-unconfirmed", text, {"count": len(named) - len(listed)}, Level.NOTE))
    if not listed:
        raise Refused.of("earlier-empty", _("{event} has no players to take along."), event=earlier.name)
    known = headings_of("players")
    lines = [Line(HEADINGS, tuple(known[name][0] for name in TAKEN))]
    lines += [Line(player.number, tuple(str(getattr(player, name)) for name in TAKEN)) for player in listed]
    return Grid(tuple(lines), title_of(earlier), tuple(notes))


def removed_names(tournament: Tournament) -> set[str]:
    """Return what the players are called whose data were removed."""
    subjects = tournament.audit_entries.filter(verb=Verb.REMOVED_PERSON).values_list("subject", flat=True)
    return {name for _number, _space, name in (subject.partition(" ") for subject in subjects)}


def title_of(tournament: Tournament) -> str:
    """Return the name of an event with its year, which tells those of one name apart."""
    return f"{tournament.name}, {written(tournament.first_day, 'year')}" if tournament.first_day else tournament.name
