"""The history in words: values before and after, with their labels."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from django.apps import apps
from django.utils.dateparse import parse_datetime
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.rules import rule_named
from scoring.winds import WINDS
from tournament.core.models import FORMER_ENTRY_MODES, AuditEntry, Verb, person_in_words
from tournament.core.records import private_names, without_private
from tournament.core.stored_words import shown
from tournament.events.ruleset_display import value_in_words
from tournament.translation.formats import enumeration, wind_letter, write, written

HIDDEN = frozenset({"submission", "sources", "problems", "replaced", "closing", "clock", "values", "merge"})
LABELS = {
    "absent": gettext_noop("absent"),
    "added": gettext_noop("added"),
    "after": gettext_noop("after"),
    "again": gettext_noop("from the last place again"),
    "answers": gettext_noop("answers"),
    "before": gettext_noop("before"),
    "best": gettext_noop("best"),
    "breakers": gettext_noop("tie-breaks"),
    "busted_by": gettext_noop("busted by"),
    "bytes": gettext_noop("bytes"),
    "carried": gettext_noop("carried score"),
    "changed": gettext_noop("changed"),
    "checked_by": gettext_noop("checked at the table by"),
    "club": gettext_noop("club"),
    "commitment": gettext_noop("commitment"),
    "consequence": gettext_noop("consequence"),
    "corrected": gettext_noop("entries corrected"),
    "countries": gettext_noop("countries"),
    "cuts": gettext_noop("cuts"),
    "deposits": gettext_noop("deposits"),
    "digest": gettext_noop("SHA-256"),
    "draw": gettext_noop("draw"),
    "entry_mode": gettext_noop("report sheets are entered"),
    "events": gettext_noop("events"),
    "first_day": gettext_noop("first day"),
    "foul": gettext_noop("foul"),
    "hanchan": gettext_noop("hanchan"),
    "hanchan_count": gettext_noop("number of hanchan"),
    "hand": gettext_noop("hand"),
    "handed_in": gettext_noop("handed in"),
    "honba": gettext_noop("honba"),
    "influence": gettext_noop("influenced the game"),
    "is_public": gettext_noop("public page open"),
    "kind": gettext_noop("kind"),
    "last_day": gettext_noop("last day"),
    "last_hand_shown": gettext_noop("who sees the last hand"),
    "lot_seed": gettext_noop("text of the lot"),
    "minutes": gettext_noop("minutes"),
    "table_minutes": gettext_noop("minutes for this table alone"),
    "time_zone": gettext_noop("time zone"),
    "language": gettext_noop("language"),
    "second_language": gettext_noop("second language"),
    "prize": gettext_noop("prize"),
    "prizes": gettext_noop("prizes"),
    "prizes_public": gettext_noop("prizes public"),
    "new_players": gettext_noop("new players"),
    "planned_at": gettext_noop("planned start"),
    "planned": gettext_noop("planned start"),
    "hidden_from": gettext_noop("results hidden from hanchan"),
    "shown_places": gettext_noop("only the first places shown"),
    "names": gettext_noop("names"),
    "name": gettext_noop("name"),
    "note": gettext_noop("note"),
    "of": gettext_noop("of"),
    "live_public": gettext_noop("live standings public"),
    "order": gettext_noop("order"),
    "overridden": gettext_noop("overridden"),
    "photograph": gettext_noop("photograph"),
    "place": gettext_noop("place"),
    "players": gettext_noop("players"),
    "players_public": gettext_noop("list of players public"),
    "point_unit": gettext_noop("point unit"),
    "points": gettext_noop("points"),
    "protest_minutes": gettext_noop("minutes to report errors"),
    "picture_height": gettext_noop("height of the projector's picture, in cm"),
    "farthest_seat": gettext_noop("farthest seat from the picture, in m"),
    "referee": gettext_noop("referee"),
    "referee_public": gettext_noop("pages for referees public"),
    "release_on_close": gettext_noop("results public when a hanchan is closed"),
    "role": gettext_noop("role"),
    "rules": gettext_noop("rules"),
    "schedule": gettext_noop("penalty schedule"),
    "scope": gettext_noop("may"),
    "slug": gettext_noop("address"),
    "standings_public": gettext_noop("standings public"),
    "status": gettext_noop("status"),
    "sticks_reset": gettext_noop("sticks reset before the check"),
    "stream_table": gettext_noop("table on the stream"),
    "substitute": gettext_noop("substitute"),
    "way": gettext_noop("way"),
    "winds": gettext_noop("winds"),
    "table_count": gettext_noop("tables in the hall"),
    "capacity": gettext_noop("places for players"),
    "tables": gettext_noop("tables"),
    "queued": gettext_noop("to the waiting list"),
    "placed": gettext_noop("from the waiting list"),
    "asked": gettext_noop("asked for"),
    "asks": gettext_noop("asked for"),
    "closes_at": gettext_noop("closes"),
    "ranked": gettext_noop("ranked"),
    "registration_open": gettext_noop("registration open"),
    "is_open": gettext_noop("registration open"),
    "names_wait": gettext_noop("names wait for an organiser"),
    "waiting_list": gettext_noop("waiting list"),
    "takes_waiting": gettext_noop("waiting list"),
    "withdrawn": gettext_noop("withdrawn"),
    "contact": gettext_noop("contact"),
    "lines": gettext_noop("lines"),
    "legal_name": gettext_noop("legal name"),
    "pronouns": gettext_noop("pronouns"),
    "teams": gettext_noop("teams"),
    "title": gettext_noop("rule set"),
    "version": gettext_noop("version"),
    "until": gettext_noop("until"),
    "void": gettext_noop("versions that no longer count, by table"),
    "wind_method": gettext_noop("seat winds"),
    "wish": gettext_noop("wish"),
    "wishes": gettext_noop("wishes"),
    "work": gettext_noop("planning job"),
    "wrong_all_last": gettext_noop("wrong on the all-last sheet"),
    "yakitori": gettext_noop("yakitori"),
}
"""Labels of the values that actions put into the history; another name is shown as it is."""
CHOICES = {
    "consequence": ("penalty", "kind"),
    "entry_mode": ("tournament", "entry_mode"),
    "influence": ("handin", "influence"),
    "kind": ("penalty", "kind"),
    "last_hand_shown": ("tournament", "last_hand_shown"),
    "point_unit": ("tournament", "point_unit"),
    "role": ("membership", "role"),
    "scope": ("apitoken", "scope"),
    "status": ("player", "status"),
    "way": ("winddraw", "way"),
    "sticks_reset": ("handin", "sticks_reset"),
    "wind_method": ("tournament", "wind_method"),
}
"""The model and field whose choices label a stored value."""
FORMER_LABELS = {"entry_mode": FORMER_ENTRY_MODES}
"""Labels of stored values that are no choices any more."""
MOMENTS = ("planned", "closes_at", "until")
OF_HANCHAN = ("minutes", "name", "planned")
"""Values of a hanchan, stored as `minutes_3`."""
LONGEST = 160


def details(entry: AuditEntry, without: Collection[str] = ()) -> list[str]:
    """The entry's values, each as one short sentence part: `place: Utrecht → Leiden`; some are shown otherwise.

    Of a private value it says only that it changed.
    """
    values = {name: value for name, value in without_private(entry.detail).items() if name not in without}
    rules = list(rule_changes(values.get("changes", {}))) if entry.verb == Verb.CHANGED_RULES else []
    rest = {name: value for name, value in values.items() if name not in HIDDEN and not (rules and name == "changes")}
    return [*rules, *(line for name, value in rest.items() for line in _changes(name, value))]


def rule_changes(changes: Mapping[str, object]) -> Iterator[str]:
    """Values of a rule set with their labels, in words; values of earlier versions as stored."""
    for name, pair in changes.items():
        if not isinstance(pair, list) or len(pair) != 2:
            yield from _changes(name, pair)
        elif name != "key":  # the title says which
            (label, before), (_label, after) = (rule_words(name, value) for value in pair)
            yield _("{name}: {before} → {after}").format(name=label, before=before, after=after)


def rule_words(name: str, value: object) -> tuple[str, str]:
    """Return the label of a value of a rule set and the value in words, as `words_of` does; it is JSON."""
    try:
        one = rule_named(name)
        return _(one.label), value_in_words(one, one.kind.read(name, value))
    except (LookupError, TypeError, ValueError, AttributeError):
        return words_of(name, value)


def _changes(name: str, value: object) -> Iterator[str]:
    if name in private_names():
        yield from [_("{name}: {value}").format(name=_word(name), value=_text(name, value))] if value else []
    elif name == "changes" and isinstance(value, Mapping):
        for part, pair in value.items():
            yield from _changes(part, pair)
    elif isinstance(value, list) and len(value) == 2 and not isinstance(value[0], Mapping):
        yield _("{name}: {before} → {after}").format(
            name=_word(name), before=_text(name, value[0]), after=_text(name, value[1])
        )
    elif value is not None and value is not False and value not in ("", [], {}):
        yield _("{name}: {value}").format(name=_word(name), value=_text(name, value))


def words_of(name: str, value: object) -> tuple[str, str]:
    """Return the label of a value that the history has, and the value as people read it."""
    return _word(name), _text(name, value)


def _word(name: str) -> str:
    if name in WINDS:
        return wind_letter(name)
    kind, _dash, number = name.rpartition("_")
    if kind in OF_HANCHAN and number.isdecimal():
        return _("{name} of hanchan {number}").format(name=_(LABELS[kind]), number=number)
    return _(LABELS[name]) if name in LABELS else name.replace("_", " ")


def _text(name: str, value: Any) -> str:
    """A value as text: its label, yes and no for flags, a dash for nothing, never an endless list."""
    match value:
        case [_, False] if name in private_names():
            return _("removed")
        case [False, True] | True if name in private_names():
            return _("added")
        case [_, _] if name in private_names():
            return _("changed")
        case None | "" | []:
            return "–"
        case bool():
            return _("yes") if value else _("no")
        case int() if name == "points":
            text: str = write(value)
        case str() if name.startswith(MOMENTS) and (at := parse_datetime(value)):
            text = written(localtime(at), "brief time")
        case Mapping():
            text = enumeration(f"{_word(str(part))} {_text(str(part), one)}" for part, one in value.items())
        case list():
            text = enumeration(_text(name, part) for part in value)
        case str() if value in WINDS and name in ("yakitori", *WINDS):
            text = wind_letter(value)
        case str() if name == "referee":
            text = person_in_words(value)
        case _:
            text = shown(_label(name, str(value)))
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _label(name: str, value: str) -> str:
    if name not in CHOICES:
        return value
    model, field = CHOICES[name]
    choices: list[tuple[str, Any]] = apps.get_model("tournament", model)._meta.get_field(field).flatchoices
    return str((dict(choices) | FORMER_LABELS.get(name, {})).get(value, value))
