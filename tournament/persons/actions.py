"""Everything that changes persons and their links. Each act is one line of `PersonAct`, and no event hears of it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import ManyToOneRel
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournament.core.audit import Act, kept_reason
from tournament.core.locks import Lock, hold_until_commit
from tournament.core.messages import Conflict, Refused
from tournament.core.models import Tournament
from tournament.events.clubs import club_of
from tournament.events.models import Club
from tournament.persons.likeness import (
    NUMBERS,
    KnownPersons,
    PersonFinding,
    find_persons_of,
    person_entries,
    without_person,
)
from tournament.persons.models import Person, PersonAct, PersonLink, PersonName, PersonVerb
from tournament.persons.queries import events_in_common, findings_of, newest_act
from tournament.players.models import Player

FIELDS = ("name", "reading", "country", *NUMBERS)
Values = dict[str, Any]
REASONS_IN_RANKINGS = "tournament.rankings.actions.forget_reasons"
"""Rankings lie above persons."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonValues:
    """The values of a person as somebody typed or chose them, tidy."""

    name: str
    reading: str = ""
    country: str = ""
    ema_number: str = ""
    ara_id: str = ""

    @classmethod
    def of(cls, source: Person | Player) -> "PersonValues":
        """Return the values of a person or player."""
        return cls(**{name: getattr(source, name) for name in FIELDS})


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """One act on persons at a time: each checks what the one before has left."""
    with transaction.atomic():
        hold_until_commit(Lock.PERSONS)
        yield


def _record(act: Act, what: PersonVerb, **values: Any) -> PersonAct:
    return PersonAct.objects.create(what=what, by=act.by, at=act.at, reason=kept_reason(act), **values)


def _fresh(person: Person, act: Act) -> Person:
    """Return the person as it is now. Raises Conflict for one that was merged or erased meanwhile."""
    fresh = Person.objects.get(pk=person.pk)
    if fresh.merged_into_id is not None:
        merges = PersonAct.objects.filter(what=PersonVerb.MERGED, other=fresh, undone_at=None)
        raise merged_before(merges.first(), act.at)
    if fresh.erased_at is not None:
        raise Conflict.of("person-erased", _("The data of this person were removed."))
    return fresh


def _check_seen(act: Act, *people: Person) -> None:
    """Raise Conflict when somebody changed these persons since the page was opened (`act.base`, of newest_act)."""
    if act.base is not None and newest_act(*people) > act.base:
        raise Conflict.of("person-changed", _("Somebody else changed this since. Check the values and save again."))


def merged_before(last: PersonAct | None, now: datetime) -> Conflict:
    """Return the refusal for two who were merged by somebody meanwhile."""
    who = str(last.by) if last and last.by else gettext("Somebody")
    if last and now - last.at < timedelta(minutes=2):
        return Conflict.of("merged-before", _("{who} merged these a minute ago."), who=who)
    return Conflict.of("merged-before", _("{who} has merged these already."), who=who)


def find_persons(*, tournament: Tournament, act: Act) -> PersonFinding:
    """Link the players of an event whose person is certain, and make persons of those whom nobody known is like.

    Doubtful ones stay and wait in the queue. Once more changes nothing.
    """
    with _one_at_a_time():
        finding = find_persons_of(without_person(tournament.pk), KnownPersons(person_entries()))
        known = Person.objects.in_bulk([entry.pk for _player, entry in finding.known])
        club, made = club_of(tournament), [_made_of(player, act) for player in finding.new]
        people = [(player, known[entry.pk]) for player, entry in finding.known]
        filled = {person.pk: names for player, person in people if (names := _fill_in(person, player))}
        people += zip(finding.new, made, strict=True)
        links = _linked(people, club)
        is_first = not findings_of(tournament).exists()
        if links or (is_first and finding.doubts):
            after = {"made": [person.pk for person in made], "filled": filled}
            _record(act, PersonVerb.LINKED, tournament=tournament, moved=[one.pk for one in links], after=after)
    return finding


def _linked(people: Iterable[tuple[Player, Person]], club: Club) -> list[PersonLink]:
    """Link players with their persons, whom the club keeps from then on."""
    links = PersonLink.objects.bulk_create([PersonLink(person=person, player=one) for one, person in people])
    club.persons.add(*(link.person_id for link in links))
    return links


def link_new(*, tournament: Tournament, people: Mapping[int, int], act: Act) -> int:
    """Say which persons new players of an event are, by ids. Return how many; others stay as they are.

    Nobody is linked who was merged or erased, or who plays there already. The other players of the event are not looked
    for.
    """
    with _one_at_a_time():
        there = PersonLink.objects.filter(player__tournament=tournament)
        known = set(there.values_list("player_id", flat=True))
        playing = set(there.filter(player__merged_into=None).values_list("person_id", flat=True))
        live = Person.objects.filter(pk__in=people.values(), merged_into=None, erased_at=None)
        persons = {one.pk: one for one in live if one.pk not in playing}
        players = Player.objects.in_bulk([player for player, person in people.items() if person in persons])
        links = _linked(
            [(one, persons[people[pk]]) for pk, one in players.items() if pk not in known], club_of(tournament)
        )
        if links:
            _record(act, PersonVerb.LINKED, moved=[one.pk for one in links])
    return len(links)


def _made_of(player: Player, act: Act) -> Person:
    """Make a person of a player; a number that somebody else has stays with them."""
    values = PersonValues.of(player)
    free = {kind: "" if _is_taken(kind, getattr(values, kind)) else getattr(values, kind) for kind in NUMBERS}
    known = {name: getattr(values, name) for name in FIELDS if name not in NUMBERS}
    return Person.objects.create(**known, **free, made_at=act.at)


def _is_taken(kind: str, number: str, by_another_than: int = 0) -> bool:
    others = Person.objects.filter(merged_into=None, **{kind: number}).exclude(pk=by_another_than)
    return bool(number) and others.exists()


def _fill_in(person: Person, player: Player) -> list[str]:
    """Give a person what was not known of them, and return the names of that."""
    given = []
    for name in FIELDS:
        value = getattr(player, name)
        if value and not getattr(person, name) and not (name in NUMBERS and _is_taken(name, value)):
            setattr(person, name, value)
            given.append(name)
    person.save(update_fields=given)
    return given


def undo_finding(*, tournament: Tournament, act: Act) -> bool:
    """Undo the last finding of an event as a whole, and return whether there was one.

    The links go, what was filled in, and the persons who were made by it and of whom nothing else knows. Raises Refused
    once a ranking of the event was frozen, whose people they are.
    """
    with _one_at_a_time():
        done = findings_of(tournament).first()
        if done is None:
            return False
        frozen = {"ranking__frozen__made_at__gte": done.at, "ranking__frozen__taken_back_at": None}
        if tournament.in_rankings.filter(**frozen).exists():
            text = _("A ranking of this event was frozen since. Separate the players one by one.")
            raise Refused.of("frozen-since", text)
        links, filled = PersonLink.objects.filter(pk__in=done.moved), done.after.get("filled", {})
        for one in links.select_related("person", "player"):
            _empty(one.person, one.player, filled.get(str(one.person_id), ()))
        links.delete()
        _remove_unknown(done.after["made"])
        done.undone_at, done.undone_by = act.at, act.by
        done.save(update_fields=["undone_at", "undone_by"])
    return True


def _empty(person: Person, player: Player, names: Iterable[str]) -> None:
    """Take back what a person was given of a player, as far as it is still the same."""
    same = [name for name in names if getattr(person, name) == getattr(player, name)]
    for name in same:
        setattr(person, name, "")
    person.save(update_fields=same)


def _remove_unknown(made: Iterable[int]) -> None:
    """Remove those of these persons to whom no row refers but their clubs'."""
    known = set[int]()
    for relation in Person._meta.get_fields(include_hidden=True):
        if isinstance(relation, ManyToOneRel) and not relation.related_model._meta.auto_created:
            rows = relation.related_model._base_manager.filter(**{f"{relation.field.name}__in": made})
            known |= set(rows.values_list(relation.field.attname, flat=True))
    Person.objects.filter(pk__in=set(made) - known).delete()


def link(*, player: Player, person: Person, act: Act) -> None:
    """Say that a player of an event is this person. Raises Refused when the person already plays there."""
    with _one_at_a_time():
        person = _fresh(person, act)
        if PersonLink.objects.filter(player=player).exists():
            raise Conflict.of("linked-before", _("Somebody else has decided this meanwhile."))
        twice = PersonLink.objects.filter(person=person, player__tournament=player.tournament)
        if twice.filter(player__merged_into=None).exists():
            text = _("{name} already plays in {event}. Merge the two entries there first.")
            raise Refused.of("plays-there", text, name=person.name, event=player.tournament.name)
        made = PersonLink.objects.create(player=player, person=person)
        before = _snapshot(person)
        _fill_in(person, player)
        club_of(player.tournament).persons.add(person)
        _record(
            act, PersonVerb.LINKED, person=person, tournament=player.tournament, moved=[made.pk], before=before,
            after=_snapshot(person),
        )  # fmt: skip


def make_person(*, player: Player, apart_from: Person, act: Act) -> Person:
    """Make a new person of a player who is somebody else than a known one, and remember that."""
    with _one_at_a_time():
        if PersonLink.objects.filter(player=player).exists():
            raise Conflict.of("linked-before", _("Somebody else has decided this meanwhile."))
        person = _made_of(player, act)
        club_of(player.tournament).persons.add(person)
        made = PersonLink.objects.create(player=player, person=person)
        _record(act, PersonVerb.MADE, person=person, tournament=player.tournament, moved=[made.pk])
        tell_apart(one=apart_from, other=person, act=act)
    return person


def separate(*, player: Player, person: Person, act: Act) -> Person:
    """Make a person of their own of a player who was taken for this one. Raises Conflict for who is another by now."""
    with _one_at_a_time():
        found = PersonLink.objects.select_related("person").filter(player=player, person=person).first()
        if found is None:
            raise Conflict.of("linked-before", _("Somebody else has decided this meanwhile."))
        person = _made_of(player, act)
        person.clubs.set(found.person.clubs.all())
        _record(act, PersonVerb.UNLINKED, person=found.person, other=person, moved=[found.pk])
        tell_apart(one=found.person, other=person, act=act)
        found.person = person
        found.save(update_fields=["person"])
    return person


def fix(*, person: Person, values: PersonValues, act: Act) -> None:
    """Correct what is known of a person: it is so everywhere, as if it had never been otherwise."""
    with _changed(person, act, PersonVerb.FIXED) as fresh:
        _set(fresh, values)
        _name_of_today(fresh)


def rename(*, person: Person, name: str, country: str, since: date, act: Act) -> None:
    """Record another name or country from a day on: older results keep the one of their day.

    Raises Refused for a day that is to come, or not after that of the last change.
    """
    with _changed(person, act, PersonVerb.RENAMED) as fresh:
        if since > timezone.localdate(act.at):
            raise Refused.of("day-to-come", _("Enter a day that is not in the future."), field="since")
        if (name, country) == (fresh.name, fresh.country):
            raise Refused.of("same-name", _("This is the name and country of today."), field="name")
        known = list(fresh.names.all())
        if known and known[-1].from_day and known[-1].from_day >= since:
            text = _("Enter a day after {day}, the day of the last change.")
            raise Refused.of("earlier-change", text, field="since", day=known[-1].from_day)
        if not known:
            fresh.names.create(name=fresh.name, country=fresh.country)
        fresh.names.create(name=name, country=country, from_day=since)
        fresh.name, fresh.country = name, country


def hide(*, person: Person, is_hidden: bool, act: Act) -> None:
    """Hide a person on all public pages of persons, or show them again."""
    with _changed(person, act, PersonVerb.HID if is_hidden else PersonVerb.SHOWED) as fresh:
        fresh.is_hidden = is_hidden


def set_clubs(*, person: Person, clubs: Sequence[Club], kept: Iterable[Club], act: Act) -> None:
    """Say which clubs keep a person: one at least. Whoever keeps the clubs `kept` takes the person from no other."""
    if not clubs:
        raise Refused.of("no-club", _("Choose a club."))
    with _changed(person, act, PersonVerb.FIXED) as fresh:
        fresh.clubs.set({*clubs, *fresh.clubs.exclude(pk__in=[one.pk for one in kept])})


@contextmanager
def _changed(person: Person, act: Act, what: PersonVerb) -> Iterator[Person]:
    """Yield the person to be changed; what differs afterwards is saved and recorded, and nothing is when nothing is."""
    with _one_at_a_time():
        fresh = _fresh(person, act)
        _check_seen(act, fresh)
        before = _snapshot(fresh)
        yield fresh
        fresh.save()
        after = _snapshot(fresh)
        if before != after:
            _record(act, what, person=fresh, before=before, after=after)


def _set(person: Person, values: PersonValues) -> None:
    """Give a person these values. Raises Refused for a number that somebody else has."""
    for kind in NUMBERS:
        number = getattr(values, kind)
        if _is_taken(kind, number, person.pk):
            other = Person.objects.filter(merged_into=None, **{kind: number}).exclude(pk=person.pk)[0]
            text = _("{name} has the number {number}. Compare the two persons.")
            raise Refused.of("number-taken", text, field=kind, name=other.name, number=number)
    for name in FIELDS:
        setattr(person, name, getattr(values, name))


def _name_of_today(person: Person) -> None:
    """The last of the names over time is the name of today."""
    last = person.names.last()
    if last is not None:
        last.name, last.country = person.name, person.country
        last.save()


def _snapshot(person: Person) -> Values:
    """Return what an undo gives back."""
    names = [
        [one.pk, one.name, one.country, one.from_day and one.from_day.isoformat()]
        for one in PersonName.objects.filter(person=person)
    ]
    clubs = sorted(person.clubs.values_list("pk", flat=True))
    return {name: getattr(person, name) for name in (*FIELDS, "is_hidden")} | {"names": names, "clubs": clubs}


def _give_back(person: Person, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
    """Give a person each value from before an act that nobody has changed since."""
    now = _snapshot(person)
    back = {name for name, value in before.items() if now[name] == after.get(name) and now[name] != value}
    for name in back - {"names", "clubs"}:
        if name in NUMBERS and _is_taken(name, before[name], person.pk):
            raise Refused.of("number-taken-since", _("Somebody else has the number {number} now."), number=before[name])
        setattr(person, name, before[name])
    person.save()
    if "names" in back:
        _set_names(person, before["names"])
    if "clubs" in back:
        person.clubs.set(before["clubs"])


def _set_names(person: Person, rows: Iterable[Iterable[Any]]) -> None:
    person.names.all().delete()
    for pk, name, country, day in rows:
        PersonName.objects.create(
            pk=pk, person=person, name=name, country=country, from_day=day and date.fromisoformat(day)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeChoice:
    """The values of the merged person. `since`: the name changed on that day, and older results keep the old one; None:
    one of the two is misspelt, or they are equal."""

    values: PersonValues
    since: date | None = None


def merge(*, one: Person, other: Person, choice: MergeChoice, act: Act) -> Person:
    """Make two persons one: the older entry stays, and has the links of both.

    Raises Conflict when somebody was faster, Refused when both play in one event.
    """
    with _one_at_a_time():
        if done := _is_merged_by(one, other, act):
            return done
        kept, gone = sorted((_fresh(one, act), _fresh(other, act)), key=lambda person: person.pk)
        _check_seen(act, kept, gone)
        shared = events_in_common(kept, gone)
        if shared:
            text = _("Both play in {event}. If they are one person, merge the two entries there first.")
            raise Refused.of("play-together", text, event=shared[0].name)
        before, links = _snapshot(kept), PersonLink.objects.filter(person=gone)
        names = list(_names_over_time(kept, gone, choice))
        moved = sorted(links.values_list("pk", flat=True))
        links.update(person=kept)
        gone.merged_into = kept
        gone.save(update_fields=["merged_into"])
        _set(kept, choice.values)
        kept.is_hidden = kept.is_hidden or gone.is_hidden
        kept.save()
        kept.clubs.add(*gone.clubs.all())
        _set_names(kept, names)
        _record(
            act, PersonVerb.MERGED, person=kept, other=gone, moved=moved, before=before, after=_snapshot(kept),
        )  # fmt: skip
    return kept


def _is_merged_by(one: Person, other: Person, act: Act) -> Person | None:
    """Return the merged person when the same account sends the same merge once more."""
    kept, gone = sorted((one.pk, other.pk))
    done = PersonAct.objects.filter(what=PersonVerb.MERGED, person=kept, other=gone, by=act.by, undone_at=None)
    return Person.objects.get(pk=kept) if done.exists() else None


def _names_over_time(kept: Person, gone: Person, choice: MergeChoice) -> Iterator[tuple[None, str, str, str | None]]:
    """Yield the names over time of the merged person, as rows to be made."""
    values = choice.values
    of_today, earlier = (kept, gone) if values.name == kept.name else (gone, kept)
    rows: list[tuple[str, str, date | None]] = [(row.name, row.country, row.from_day) for row in of_today.names.all()]
    if choice.since is None:
        rows = [*rows[:-1], (values.name, values.country, rows[-1][2])] if rows else []
    else:
        first = [(row.name, row.country, row.from_day) for row in earlier.names.all()]
        first = first or [(earlier.name, earlier.country, None)]
        rows = [row for row in first if row[2] is None or row[2] < choice.since]
        rows += [(values.name, values.country, choice.since)]
    for name, country, day in rows:
        yield None, name, country, day.isoformat() if day else None


def tell_apart(*, one: Person, other: Person, act: Act) -> None:
    """Remember that two persons are two people. Once more changes nothing. Raises Conflict for who was merged since."""
    with _one_at_a_time():
        first, second = sorted((_fresh(one, act), _fresh(other, act)), key=lambda person: person.pk)
        known = PersonAct.objects.filter(what=PersonVerb.APART, person=first, other=second, undone_at=None)
        if not known.exists():
            _record(act, PersonVerb.APART, person=first, other=second)


UNDONE = (PersonVerb.LINKED, PersonVerb.MERGED, PersonVerb.APART, PersonVerb.FIXED, PersonVerb.RENAMED)
"""The acts that can be undone."""


def undo(*, done: PersonAct, act: Act) -> None:
    """Undo an act: exactly the links that a merge moved go back. Doing it twice changes nothing.

    Raises Refused when the person was merged on since, or somebody else has a number that would come back.
    """
    with _one_at_a_time():
        done = PersonAct.objects.select_related("person", "other").get(pk=done.pk)
        if done.undone_at is not None or done.person is None or done.what not in UNDONE:
            return
        if done.what != PersonVerb.APART:
            _undo_values(done, done.person)
        done.undone_at, done.undone_by = act.at, act.by
        done.save(update_fields=["undone_at", "undone_by"])


def _undo_values(done: PersonAct, person: Person) -> None:
    if person.merged_into_id is not None:
        into = Person.objects.get(pk=person.merged_into_id)
        text = _("This person was merged into {name} since. Undo that first.")
        raise Refused.of("merged-since", text, name=into.name)
    if person.erased_at is not None:
        raise Refused.of("person-erased", _("The data of this person were removed."))
    hidden_since = person.is_hidden and not done.after.get("is_hidden", True)
    _give_back(person, done.before, done.after)
    if done.what == PersonVerb.LINKED:
        PersonLink.objects.filter(pk__in=done.moved, person=person).delete()
    if done.other is not None:
        for kind in NUMBERS:
            if _is_taken(kind, getattr(done.other, kind)):
                text = _("Somebody else has the number {number} now.")
                raise Refused.of("number-taken-since", text, number=getattr(done.other, kind))
        done.other.merged_into = None
        done.other.is_hidden = done.other.is_hidden or hidden_since  # whoever asked for it may be either of them
        done.other.save(update_fields=["merged_into", "is_hidden"])
        PersonLink.objects.filter(pk__in=done.moved, person=person).update(person=done.other)


def erase(*, person: Person, act: Act) -> None:
    """Remove what tells who a person is, for good, with every entry that was merged into theirs, and the links; also
    what was written about them as the reason of a penalty in a ranking.

    The events keep their results; what they say of the player is removed there (archive/removal).
    """
    with _one_at_a_time():
        fresh = _fresh(person, act)
        entries = [fresh, *_entries_in(fresh)]
        PersonAct.objects.filter(person__in=entries).update(before={}, after={}, reason="")
        PersonAct.objects.filter(other__in=entries).update(before={}, after={}, reason="")
        PersonLink.objects.filter(person__in=entries).delete()
        import_string(REASONS_IN_RANKINGS)([one.pk for one in entries])
        for one in entries:
            one.names.all().delete()
            for name in FIELDS:
                setattr(one, name, "")
            one.name, one.erased_at, one.is_hidden = gettext("Person {number}").format(number=one.pk), act.at, True
            one.save()
        _record(act, PersonVerb.ERASED, person=fresh)


def _entries_in(person: Person) -> Iterator[Person]:
    for one in person.merged.all():
        yield one
        yield from _entries_in(one)
