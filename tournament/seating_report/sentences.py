"""People by name, and what the planner says in the reader's language: the one place where its English is translated."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from seating.notes import CannotPlan, Note
from seating.wishes import Wish
from tournament.core.messages import Level, Message, Refused
from tournament.players.lookup import Guest, Person
from tournament.players.models import Player
from tournament.translation.formats import enumeration, isolated, series

NAMED = 5
"""One sentence lists this many names; of the others it gives the number."""
NAMING = frozenset({"player", "one", "other", "twice", "absent"})
"""Parameters of the planner's sentences that hold the number of a person."""
LISTS = frozenset({"who", "name"})
"""Parameters of the planner's sentences that list people by number, or name what they share."""

NUMBER = re.compile(r"\d+")


def player_label(player: Person) -> str:
    """Name and start number, Aiko Brandt (17); a person known from a file alone as the file names them."""
    return player.label if isinstance(player, Guest) else f"{player.name} ({player.number})"


def isolated_label(player: Player) -> str:
    """The same for running text; a name that is written from right to left keeps its number behind it."""
    return f"{isolated(player.name)} ({player.number})"


def player_list(players: Sequence[Person]) -> str:
    """The first few names, and how many more there are."""
    names = [player_label(player) for player in players[:NAMED]]
    more = len(players) - NAMED
    if more <= 0:
        return enumeration(names)
    return ngettext("{names} and {more} more", "{names} and {more} more", more).format(names=series(names), more=more)


def refusal_of(error: CannotPlan, field: str = "") -> Refused:
    """Return what the planner cannot do as a refusal, beside a field of the form."""
    return Refused([Message(error.note.code, error.note.text, error.note.params, Level.ERROR, field)])


def translate_named(notes: Sequence[Note], name: Callable[[int], str], *, winds: bool = True) -> list[str]:
    """Notes of the planner, people by `name` of their number; those about winds only with `winds`."""
    return [_translate_named(note, name) for note in notes if winds or not note.about_winds]


def _translate_named(note: Note, name: Callable[[int], str]) -> str:
    people = {key: name(int(note.params[key])) for key in NAMING & note.params.keys()}
    return _(note.text).format(**{**note.params, **people})


def translate_about_wishes(
    notes: Sequence[Note], players: Mapping[int, Player], wishes: Sequence[Wish], *, winds: bool
) -> list[str]:
    """Notes of the planner about these wishes; `players` by the planner's numbers."""
    people = {number: isolated_label(player) for number, player in players.items()} if notes else {}
    names = {getattr(wish, "name", "") for wish in wishes}
    named = [replace(note, params=_with_names(note.params, people, names)) for note in notes]
    return translate_named(named, lambda number: people.get(number, str(number)), winds=winds)


def _with_names(
    params: Mapping[str, int | str], people: Mapping[int, str], wish_names: Collection[str]
) -> dict[str, int | str]:
    """Lists of the planner's numbers as names; the name of a wish stays as it is."""
    lists = {key: str(params[key]) for key in LISTS & params.keys() if params[key] not in wish_names}
    return {**params, **{key: _with_names_in(text, people) for key, text in lists.items()}}


def _with_names_in(text: str, people: Mapping[int, str]) -> str:
    return series(NUMBER.sub(lambda one: people.get(int(one[0]), one[0]), part) for part in text.split(", "))
