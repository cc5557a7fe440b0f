"""Queries about persons."""

from collections.abc import Iterable
from datetime import date

from django.db.models import Q, QuerySet

from tournament.core.models import Tournament
from tournament.events.clubs import club_of, has_several_clubs
from tournament.persons.models import Person, PersonAct, PersonVerb
from tournament.players.importing.known_persons import KnownPerson


def persons() -> QuerySet[Person]:
    """Return all persons, without entries that were merged into another."""
    return Person.objects.filter(merged_into=None)


def name_on(person: Person, day: date | None) -> str:
    """Return the name that a person had on a day; None is today."""
    return entry_on(person, day)[0]


def entry_on(person: Person, day: date | None) -> tuple[str, str]:
    """Return the name and the country that a person had on a day; None is today."""
    for one in reversed(person.names.all()):
        if day is not None and (one.from_day is None or one.from_day <= day):
            return one.name, one.country
    return person.name, person.country


def of_today(person: Person) -> Person:
    """Return the entry that a person was merged into, or the person."""
    while person.merged_into_id is not None:
        person = Person.objects.get(pk=person.merged_into_id)
    return person


def ids_of_today(wanted: Iterable[int]) -> dict[int, int]:
    """Return the id of the entry that each of these persons was merged into, however often, or their own; one query."""
    into = dict(Person.objects.exclude(merged_into=None).values_list("pk", "merged_into"))
    found = {}
    for pk in wanted:
        now = pk
        while (later := into.get(now)) is not None:
            now = later
        found[pk] = now
    return found


def entries_of(person: Person) -> list[int]:
    """Return the ids of a person and of every entry that was merged into theirs; a query for each merge in a chain, and
    one.
    """
    found, level = [person.pk], [person.pk]
    while level := list(Person.objects.filter(merged_into__in=level).values_list("pk", flat=True)):
        found += level
    return found


def findings_of(tournament: Tournament) -> QuerySet[PersonAct]:
    """Return the acts that found the persons of an event, the latest first, without those that were undone."""
    return PersonAct.objects.filter(what=PersonVerb.LINKED, person=None, tournament=tournament, undone_at=None)


def newest_act(*people: Person) -> int:
    """Return the id of the newest act on any of these persons, 0 without one: another whenever something changed."""
    acts = PersonAct.objects.filter(Q(person__in=people) | Q(other__in=people))
    return acts.order_by("-pk").values_list("pk", flat=True).first() or 0


def events_in_common(one: Person, other: Person) -> list[Tournament]:
    """Return the events in which both play; one query. An entry that its event merged plays no more."""
    live = {"players__merged_into": None}
    mine = Tournament.objects.filter(players__person_link__person=one, **live)
    theirs = Tournament.objects.filter(players__person_link__person=other, **live).values("pk")
    return list(mine.filter(pk__in=theirs).distinct())


def known_in_event(tournament: Tournament) -> list[KnownPerson]:
    """Return the persons whom an import into an event may name: those of its club. Three queries."""
    found = persons().filter(erased_at=None).prefetch_related("names")
    if has_several_clubs():
        found = found.filter(clubs=club_of(tournament))
    return [
        KnownPerson((one.name, *(name.name for name in one.names.all())), one.country, one.ema_number, one.ara_id)
        for one in found
    ]
