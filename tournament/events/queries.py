"""Queries about tournaments and their hanchan."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import F, Q, QuerySet

from scoring.rules import Ruleset, rule_names
from tournament.core.models import AuditEntry, Hanchan, HanchanState, Role, Tournament, User, Verb
from tournament.core.roles import open_to_owner, organised_by_owner
from tournament.events.clubs import hosting
from tournament.events.models import SetUpBy


def hanchan_of(tournament: Tournament) -> list[Hanchan]:
    """All hanchan in order, each knowing its tournament without another query."""
    found = list(tournament.hanchan.order_by("number"))
    for hanchan in found:
        hanchan.tournament = tournament
    return found


def names_of_hanchan(tournament: Tournament) -> dict[int, str]:
    """The names of those hanchan that have one, by number; one query."""
    named = tournament.hanchan.exclude(name="").order_by("number").only("number", "name")
    return {one.number: one.name_in_words for one in named}


def hanchan_values(hanchan: Iterable[Hanchan]) -> dict[str, Any]:
    """Return what the page of the hanchan shows, by the names of its fields."""
    found: dict[str, Any] = {"hanchan_count": 0}
    for one in hanchan:
        found["hanchan_count"] += 1
        values = {"minutes": one.minutes, "name": one.name, "planned": one.planned_at}
        found |= {f"{kind}_{one.number}": value for kind, value in values.items()}
    return found


def rule_values(rules: Ruleset) -> dict[str, Any]:
    """Return what the page of the rules shows: each value as JSON by its dotted name, and the title."""
    return {"title": rules.title, **{one.name: one.plain(rules) for one in rule_names()}}


def rankings_with(tournament: Tournament) -> tuple[tuple[str, str], ...]:
    """Return address and name of the public rankings in which an event counts, by name; one query."""
    rankings = tournament.in_rankings.filter(ranking__is_public=True).order_by("ranking__name", "pk")
    return tuple(rankings.values_list("ranking__slug", "ranking__name"))


def has_started(tournament: Tournament) -> bool:
    """Return whether any hanchan has been started."""
    return tournament.hanchan.exclude(state=HanchanState.PLANNED).exists()


def tournaments_of(user: User | AnonymousUser) -> QuerySet[Tournament]:
    """Tournaments at which the person works; the owner of the machine works at all that are open to them."""
    if not isinstance(user, User):
        return Tournament.objects.none()
    if user.is_superuser:
        return Tournament.objects.filter(open_to_owner(user) | Q(pk__in=user.memberships.values("tournament")))
    return Tournament.objects.filter(memberships__user=user)


def organised_by(user: User) -> QuerySet[Tournament]:
    """Return the tournaments that the person organises, the latest first."""
    if user.is_superuser:
        return Tournament.objects.filter(organised_by_owner(user))
    return Tournament.objects.filter(memberships__user=user, memberships__role=Role.ORGANISER)


LATEST = (F("first_day").desc(nulls_first=True), "-pk")


def may_set_up(user: User | AnonymousUser) -> bool:
    """Return whether the person may set up a tournament: the owner of the machine, and whom the owner allows to."""
    if not isinstance(user, User) or user.is_superuser:
        return isinstance(user, User)
    match hosting().set_up_by:
        case SetUpBy.ACCOUNTS:
            return True
        case SetUpBy.OWNER:
            return False
        case SetUpBy.CLUBS:
            return user.clubs.exists()
    return user.memberships.filter(role=Role.ORGANISER).exists() or user.clubs.exists()


def set_up_with(submission: UUID | str | None) -> Tournament | None:
    """Return the tournament that an earlier sending of the same form made."""
    if not submission:
        return None
    entries = AuditEntry.objects.filter(verb=Verb.SET_UP, submission=str(submission))
    entry = entries.select_related("tournament").first()
    return entry.tournament if entry else None


@dataclass(frozen=True, slots=True)
class RuleVersion:
    """Rules that were in use and were replaced during the event; `changes` in JSON by name: [before, after]."""

    number: int
    rules: Ruleset
    replaced_at: datetime
    replaced_by: str
    reason: str
    changes: Mapping[str, Any]


def rule_versions(tournament: Tournament) -> list[RuleVersion]:
    """Return the rules that were replaced during the event, the first ones first. One query."""
    changed = tournament.audit_entries.filter(verb=Verb.CHANGED_RULES, detail__has_key="replaced")
    return [
        RuleVersion(
            number,
            Ruleset.from_json(entry.detail["replaced"]),
            entry.at,
            entry.actor,
            entry.reason,
            entry.detail["changes"],
        )
        for number, entry in enumerate(changed.defer("figures").order_by("id"), start=1)
    ]


def history(tournament: Tournament, wanted: Mapping[str, str]) -> QuerySet[AuditEntry]:
    """Return the history, newest first; `wanted` may name a verb, a person (`by`, an id) and words (`q`)."""
    entries = tournament.audit_entries.defer("figures")
    if verb := wanted.get("verb"):
        entries = entries.filter(verb=verb)
    if by := wanted.get("by"):
        entries = entries.filter(by=int(by))
    words = wanted.get("q", "").split()
    subjects = _subjects(tournament) if words else ()
    for word in words:
        about = [entry.subject for entry in subjects if word.casefold() in entry.about.casefold()]
        entries = entries.filter(Q(subject__in=about) | Q(reason__icontains=word) | Q(verb__in=_verbs_with(word)))
    return entries


def _subjects(tournament: Tournament) -> list[AuditEntry]:
    """Each act with each of its subjects once: a reader searches for the words, not for what is stored."""
    used = tournament.audit_entries.order_by().values_list("verb", "subject").distinct()
    return [AuditEntry(verb=verb, subject=subject) for verb, subject in used]


def _verbs_with(word: str) -> list[str]:
    """The verbs whose label, in the reader's language, has the word."""
    return [value for value, label in Verb.choices if word.casefold() in str(label).casefold()]


def history_choices(tournament: Tournament) -> tuple[list[tuple[str, str]], list[User]]:
    """Return the verbs (value, label) and the people that occur in the history."""
    entries = tournament.audit_entries.order_by()
    used = entries.values_list("verb", flat=True).distinct()
    labels = {value: str(label) for value, label in Verb.choices}
    verbs = sorted(((verb, labels.get(verb, verb)) for verb in used), key=lambda pair: pair[1].casefold())
    return verbs, list(User.objects.filter(pk__in=entries.values("by")).order_by("first_name", "username"))


def current_hanchan(hanchan: Sequence[Hanchan]) -> Hanchan | None:
    """The one that plays, else the next to be played, else (all closed) the last one."""
    playing = [one for one in hanchan if one.state == HanchanState.PLAYING]
    planned = [one for one in hanchan if one.state == HanchanState.PLANNED]
    return next(iter([*playing, *planned, *reversed(hanchan)]), None)
