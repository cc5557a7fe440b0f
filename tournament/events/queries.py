"""What is asked about tournaments and their hanchan."""

from collections.abc import Mapping
from itertools import takewhile

from django.db.models import Q, QuerySet

from tournament.audit import AuditEntry
from tournament.events.models import Hanchan, HanchanState, Tournament
from tournament.staff.models import Role, User


def hanchan_of(tournament: Tournament) -> list[Hanchan]:
    """All hanchan in order, each knowing its tournament without another query."""
    found = list(tournament.hanchan.order_by("number"))
    for hanchan in found:
        hanchan.tournament = tournament
    return found


def public_hanchan(tournament: Tournament) -> int:
    """Results are public through this hanchan: the highest n such that hanchan 1 to n are all released; 0 for none."""
    released = tournament.hanchan.order_by("number").values_list("released_at", flat=True)
    return len(list(takewhile(lambda at: at is not None, released)))


def has_started(tournament: Tournament) -> bool:
    """Whether any hanchan has been started."""
    return tournament.hanchan.exclude(state=HanchanState.PLANNED).exists()


def public_tournaments() -> QuerySet[Tournament]:
    """Tournaments whose public page is open, the latest first."""
    return Tournament.objects.filter(is_public=True)


def tournaments_of(user: User) -> QuerySet[Tournament]:
    """Tournaments at which the person works; the owner of the machine works at all."""
    return Tournament.objects.all() if user.is_superuser else Tournament.objects.filter(memberships__user=user)


def may_set_up(user: User) -> bool:
    """Whether the person may set up a tournament: the owner of the machine, and who organises one already."""
    return user.is_superuser or user.memberships.filter(role=Role.ORGANISER).exists()


def set_up_with(submission: str) -> Tournament | None:
    """The tournament that this very form has already made, when it was sent twice."""
    if not submission:
        return None
    entry = AuditEntry.objects.filter(detail__submission=submission).select_related("tournament").first()
    return entry.tournament if entry else None


def history(tournament: Tournament, wanted: Mapping[str, str]) -> QuerySet[AuditEntry]:
    """The history, newest first; `wanted` may name a verb, a person (`by`, an id) and words (`q`)."""
    entries = tournament.audit_entries.select_related("by")
    if verb := wanted.get("verb"):
        entries = entries.filter(verb=verb)
    if by := wanted.get("by"):
        entries = entries.filter(by=by)
    for word in wanted.get("q", "").split():
        entries = entries.filter(Q(subject__icontains=word) | Q(reason__icontains=word) | Q(verb__icontains=word))
    return entries


def history_choices(tournament: Tournament) -> tuple[list[str], list[User]]:
    """The verbs and the people that occur in the history."""
    entries = tournament.audit_entries.order_by()
    verbs = entries.values_list("verb", flat=True).distinct().order_by("verb")
    return list(verbs), list(User.objects.filter(pk__in=entries.values("by")).order_by("first_name", "username"))
