"""Make and change a ranking, freeze it and take that back: the only writers of its tables."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils.timezone import localdate
from django.utils.translation import gettext_noop as _

from scoring.rankings import RankingRule
from scoring.rankings.rule import ResultOf, read_fraction
from tournament.core.audit import Act, kept_reason
from tournament.core.locks import Lock, hold_until_commit
from tournament.core.messages import Refused
from tournament.core.models import Tournament
from tournament.events.addresses import spelt_address
from tournament.events.models import Club
from tournament.persons.models import Person
from tournament.rankings.models import (
    ClubRanking,
    FrozenRanking,
    PersonPenalty,
    RankingAct,
    RankingEvent,
    RankingVerb,
)
from tournament.rankings.queries import frozen_in, frozen_key, reckoning_of, seasons_to_carry

LONGEST_SUBJECT = 200
MOST_DAYS = 30


@contextmanager
def ranking_write(
    ranking: ClubRanking, act: Act, verb: RankingVerb, subject: str = "", **detail: Any
) -> Iterator[RankingAct | None]:
    """The frame of every action: one transaction, edition + 1, one line of history. Increasing the edition comes first:
    it takes the row's lock. What is yielded is the line, or None for a form that was sent before: nothing is written.
    """
    before = ranking.edition
    try:
        with transaction.atomic():
            ClubRanking.objects.filter(pk=ranking.pk).update(edition=F("edition") + 1)
            ranking.refresh_from_db()
            if act.submission and ranking.acts.filter(submission=str(act.submission)).exists():
                yield None
                return
            line = _line(ranking, act, verb, subject, detail)
            yield line
            line.save()
    except BaseException:
        ranking.edition = before
        raise


def _line(ranking: ClubRanking, act: Act, verb: RankingVerb, subject: str, detail: dict[str, Any]) -> RankingAct:
    return RankingAct(
        ranking=ranking,
        at=act.at,
        by=act.by,
        verb=verb,
        subject=subject[:LONGEST_SUBJECT],
        reason=kept_reason(act),
        submission=str(act.submission or ""),
        detail=detail,
    )


def create_ranking(*, club: Club, name: str, rules: RankingRule, act: Act) -> ClubRanking:
    """Make a ranking with a rule. A repeated submission returns the first one. Raises Refused."""
    with transaction.atomic():
        hold_until_commit(Lock.ADDRESSES)
        if act.submission:
            made = RankingAct.objects.filter(submission=str(act.submission), verb=RankingVerb.CREATE).first()
            if made:
                return made.ranking
        ranking = ClubRanking.objects.create(
            club=club, name=_checked_name(name), slug=_free_address(name), rule=rules.to_json()
        )
        _line(ranking, act, RankingVerb.CREATE, ranking.name, {"rule": rules.key, "title": rules.title}).save()
    return ranking


def _checked_name(name: str) -> str:
    name = name.strip()
    if not name:
        raise Refused.of("name-missing", _("Enter the name of the ranking."), field="name")
    return name


def _free_address(name: str) -> str:
    """An address that no ranking has."""
    base = spelt_address(name, "ranking")
    taken = set(ClubRanking.objects.filter(slug__startswith=base).values_list("slug", flat=True)) | {"new"}
    number, slug = 1, base
    while slug in taken:
        number += 1
        slug = f"{base}-{number}"
    return slug


def set_details(
    *, ranking: ClubRanking, name: str, is_public: bool, act: Act, last_season: FrozenRanking | None = None
) -> None:
    """Change the name of a ranking, whether everybody may see it, and the frozen ranking of which a rule that carries
    over takes its part. Raises Refused."""
    name = _checked_name(name)
    with ranking_write(ranking, act, RankingVerb.CHANGE, name, is_public=is_public) as line:
        if line:
            if last_season and last_season not in seasons_to_carry(ranking):
                text = _("This ranking cannot be carried over: it was taken back, or counts something else.")
                raise Refused.of("last-season", text, field="last_season")
            line.detail["last_season"] = last_season.key if last_season else ""
            line.detail["before"] = {"name": ranking.name, "is_public": ranking.is_public}
            ranking.name, ranking.is_public, ranking.last_season = name, is_public, last_season
            ranking.save(update_fields=["name", "is_public", "last_season"])


def set_event(
    *,
    ranking: ClubRanking,
    tournament: Tournament,
    act: Act,
    weight: str = "",
    days: int | None = None,
    qualification: bool = False,
) -> None:
    """Add an event to a ranking, or change what it counts with. Raises Refused."""
    weight = weight.strip()
    if weight and not read_fraction(weight):
        raise Refused.of(
            "weight", _("“{weight}” is not a weight: write it as 2, 1.5 or 3/2."), field="weight", weight=weight
        )
    if days is not None and not 1 <= days <= MOST_DAYS:
        raise Refused.of("days", _("An event has from 1 to {most} days."), field="days", most=MOST_DAYS)
    if tournament.is_league is not (ranking.rules.result is ResultOf.GAME):
        text = _("This ranking counts games: choose a league.")
        if tournament.is_league:
            text = _("This ranking counts events. The games of a league count in a ranking of games.")
        raise Refused.of("other-results", text, field="tournament")
    given = {"weight": weight, "days": days, "qualification": qualification}
    with ranking_write(ranking, act, RankingVerb.EVENTS, tournament.name, slug=tournament.slug, **given) as line:
        if line:
            RankingEvent.objects.update_or_create(ranking=ranking, tournament=tournament, defaults=given)


def remove_event(*, ranking: ClubRanking, tournament: Tournament, act: Act) -> None:
    """Take an event out of a ranking; what was frozen keeps it."""
    with ranking_write(ranking, act, RankingVerb.EVENTS, tournament.name, slug=tournament.slug, removed=True) as line:
        if line:
            ranking.events.filter(tournament=tournament).delete()


def give_penalty(*, ranking: ClubRanking, person: Person, amount: int, day: date, act: Act) -> None:
    """Give a person a penalty from a day on, which is subtracted whatever counts. Raises Refused."""
    if amount < 1:
        raise Refused.of("amount", _("A penalty is at least 1."), field="amount")
    if not act.reason.strip():
        raise Refused.of("reason-missing", _("Say what the penalty is for."), field="reason")
    with ranking_write(ranking, act, RankingVerb.PENALTY, str(amount), person=person.pk, day=day.isoformat()) as line:
        if line:
            ranking.penalties.create(person=person, amount=amount, day=day, reason=act.reason.strip())


def cancel_penalty(*, penalty: PersonPenalty, act: Act) -> None:
    """Cancel a penalty; what was frozen keeps it."""
    with ranking_write(
        penalty.ranking,
        act,
        RankingVerb.CANCEL,
        str(penalty.amount),
        person=penalty.person_id,
        day=penalty.day.isoformat(),
    ) as line:
        if line:
            penalty.delete()


def forget_reasons(persons: list[int]) -> None:
    """Remove the reasons of penalties that were given to these persons, by id, or cancelled; amounts and days stay."""
    PersonPenalty.objects.filter(person__in=persons).update(reason="")
    acts = RankingAct.objects.filter(verb__in=(RankingVerb.PENALTY, RankingVerb.CANCEL), detail__person__in=persons)
    acts.update(reason="")


def freeze(*, ranking: ClubRanking, on: date, act: Act) -> FrozenRanking:
    """Freeze the ranking of a day, as it is computed now. Raises Refused."""
    if on > localdate(act.at):
        raise Refused.of(
            "day-to-come", _("Choose today or a day that is over: later events may still count."), field="on"
        )
    with ranking_write(ranking, act, RankingVerb.FREEZE, on.isoformat()) as line:
        earlier = frozen_in(ranking)
        of_day = earlier.filter(as_of=on).first()
        if line is None:
            return of_day or ranking.frozen.latest("id")
        if of_day:
            text = _("The ranking of this day is frozen already. Take it back to freeze it again.")
            raise Refused.of("frozen", text, field="on")
        found = reckoning_of(ranking, on)
        if not found.rows:
            raise Refused.of("nobody", _("Nobody has a result on this day. Choose events or another day."), field="on")
        last = ranking.frozen.order_by("-id").first()
        frozen = FrozenRanking(
            ranking=ranking,
            as_of=on,
            made_at=act.at,
            made_by=act.by,
            reason=act.reason.strip(),
            rule=ranking.rule,
            content=found.to_json(),
            previous=last.key if last else "",
        )
        frozen.key = frozen_key(frozen)
        frozen.save()
        line.detail["key"] = frozen.key
    return frozen


def take_back(*, frozen: FrozenRanking, act: Act) -> None:
    """Take back a frozen ranking: its row stays, and no page shows it. Raises Refused."""
    if not act.reason.strip():
        raise Refused.of("reason-missing", _("Say why the frozen ranking is taken back."), field="reason")
    if next_season := frozen.carried_into.first():
        text = _("A part of this ranking is carried over into {ranking}. Choose another there first.")
        raise Refused.of("carried-over", text, field="reason", ranking=next_season.name)
    with ranking_write(frozen.ranking, act, RankingVerb.TAKE_BACK, frozen.as_of.isoformat(), key=frozen.key) as line:
        if (
            line
            and FrozenRanking.objects.filter(pk=frozen.pk, taken_back_at=None).update(
                taken_back_at=act.at, taken_back_by=act.by, taken_back_reason=act.reason.strip()
            )
            == 0
        ):
            raise Refused.of("taken-back", _("This frozen ranking was taken back already."))
