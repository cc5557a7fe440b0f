"""Setting up a tournament and changing what it is: the only writers of Tournament and of the plan of its hanchan."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from django.db import transaction

from scoring.fouls import schedule as foul_schedule
from scoring.rules import Ruleset
from tournament.edition import writing
from tournament.events.addresses import check_address, free_address
from tournament.events.checks import (
    check_count,
    check_details,
    check_drop,
    check_limit,
    check_minutes,
    check_nobody_is_seated,
    check_not_started,
    check_what_holds_still,
)
from tournament.events.models import Hanchan, HanchanState, PointUnit, Tournament, WindMethod
from tournament.events.queries import set_up_with
from tournament.events.rule_changes import chosen, differing, with_changes
from tournament.staff.models import Membership, Role

DETAILS = ("name", "slug", "place", "first_day", "last_day", "table_count", "wind_method", "point_unit")
PUBLISHING = ("is_public", "players_public", "standings_public", "release_on_close")


def create_tournament(
    *,
    name: str,
    preset: str,
    hanchan_count: int,
    by: Any,
    at: datetime,
    slug: str = "",
    place: str = "",
    first_day: date | None = None,
    last_day: date | None = None,
    schedule: str = "",
    minutes: int | None = None,
    table_count: int | None = None,
    wind_method: str = WindMethod.FIXED,
    point_unit: str = PointUnit.HUNDREDS,
    is_demo: bool = False,
    submission: str = "",
) -> Tournament:
    """Set up a tournament with its hanchan; `by`, when it is a person, organises it.

    `minutes` is the limit of every hanchan: None for the rule set's, 0 for no limit. `schedule` names a penalty
    schedule, "" the rule set's. A repeated `submission` gives back what the first one made. Raises Refused.
    """
    rules = _as_set_up(chosen(preset), schedule, minutes)
    check_count(hanchan_count)
    with transaction.atomic():
        if made := set_up_with(submission):
            return made
        tournament = Tournament(
            name=name.strip(), slug=check_address(slug) if slug else free_address(name), place=place.strip(),
            first_day=first_day, last_day=last_day, hanchan_count=hanchan_count, table_count=table_count,
            wind_method=wind_method, point_unit=point_unit, is_demo=is_demo, made_at=at,
            rules=rules.to_json(), fouls=_fouls(rules),
        )  # fmt: skip
        check_details(tournament)
        tournament.save()
        _plan(tournament, [rules.minutes] * hanchan_count)
        if by is not None:
            Membership.objects.create(tournament=tournament, user=by, role=Role.ORGANISER)
        detail = {**tournament.history_detail(), "rules": rules.key, "schedule": tournament.fouls["key"]}
        with writing(tournament, by=by, at=at, verb="set up the tournament", submission=submission, **detail):
            pass
    return tournament


def change_settings(*, tournament: Tournament, by: Any, at: datetime, **changes: Any) -> None:
    """Change any of DETAILS. Nothing is written when nothing changes. Raises Refused naming the field.

    The address holds still while the public page is open, how winds are decided after the first start, the unit in
    which points are typed while a hanchan is played.
    """
    unknown = changes.keys() - set(DETAILS)
    if unknown:
        raise TypeError(f"not a setting: {', '.join(sorted(unknown))}")
    with transaction.atomic():
        changed = _apply(tournament, changes)
        if not changed:
            return
        with writing(tournament, by=by, at=at, verb="changed the settings", changes=changed):
            check_what_holds_still(tournament, changed)
            if "slug" in changed:
                tournament.slug = check_address(tournament.slug, besides=tournament.pk)
            check_details(tournament)
            tournament.save(update_fields=list(changed))


def change_hanchan(*, tournament: Tournament, minutes: Sequence[int | None], by: Any, at: datetime) -> None:
    """Plan as many hanchan as `minutes` has entries, each with its limit; None is no limit. Raises Refused.

    A hanchan that has started or whose seating is published cannot be dropped; the limit of a closed one holds still.
    """
    check_count(len(minutes))
    with writing(tournament, by=by, at=at, verb="changed the hanchan") as entry:
        before = list(tournament.hanchan.order_by("number"))
        check_drop(before[len(minutes) :])
        for hanchan, limit in zip(before, minutes, strict=False):
            if hanchan.minutes != limit:
                check_limit(hanchan, limit)
                hanchan.minutes = limit
                hanchan.save(update_fields=["minutes"])
        tournament.hanchan.filter(number__gt=len(minutes)).delete()
        _plan(tournament, minutes[len(before) :], first=len(before) + 1)
        tournament.hanchan_count = len(minutes)
        tournament.save(update_fields=["hanchan_count"])
        entry.detail = {"hanchan": len(minutes), "minutes": list(minutes)}


def change_rules(
    *, tournament: Tournament, by: Any, at: datetime, preset: str = "", **changes: Any
) -> None:  # fmt: skip
    """Change values of the tournament's rule set, or copy another `preset` into it first. Raises Refused.

    `changes` are fields of Ruleset in points; of a part only what changes need be given (`time={"minutes": 80}`).
    Nothing is written when nothing changes. A new time limit is given to every planned hanchan that had the old one.
    Nothing changes once a hanchan has started: its sheets are scored by these rules.
    """
    with transaction.atomic():
        before = Tournament.objects.select_for_update().get(pk=tournament.pk)
        rules = with_changes(chosen(preset) if preset else before.ruleset, changes)
        changed = differing(before.ruleset, rules)
        if not changed:
            return
        with writing(tournament, by=by, at=at, verb="changed the rules", subject=rules.title) as entry:
            check_not_started(tournament)
            if "players" in changed:
                check_nobody_is_seated(before)
            tournament.rules, tournament.fouls = rules.to_json(), _fouls(rules)
            tournament.save(update_fields=["rules", "fouls"])
            tournament.__dict__.pop("ruleset", None)
            tournament.__dict__.pop("schedule", None)
            _planned(tournament).filter(minutes=before.ruleset.minutes).update(minutes=rules.minutes)
            entry.detail = {"changes": changed}


def set_public(*, tournament: Tournament, by: Any, at: datetime, **changes: bool) -> None:
    """Open or close the public page, the player list, the standings, or the release with the close (PUBLISHING)."""
    with transaction.atomic():
        changed = _apply(tournament, {name: changes[name] for name in PUBLISHING if name in changes})
        if changed:
            with writing(tournament, by=by, at=at, verb="changed what is public", changes=changed):
                tournament.save(update_fields=list(changed))


# --- parts ---------------------------------------------------------------------------------------------------------


def _as_set_up(rules: Ruleset, schedule: str, minutes: int | None) -> Ruleset:
    """The rule set with what a set-up says of it: "" leaves its schedule, None its time limit; 0 is no limit."""
    changes: dict[str, Any] = {"schedule": schedule} if schedule else {}
    if minutes is not None:
        check_minutes(minutes or None, field="minutes")
        changes["time"] = {"minutes": minutes or None}
    return with_changes(rules, changes)


def _fouls(rules: Ruleset) -> dict[str, Any]:
    return foul_schedule(rules.schedule).with_chonbo(rules.chonbo).to_json()


def _plan(tournament: Tournament, minutes: Sequence[int | None], first: int = 1) -> None:
    planned = [
        Hanchan(tournament=tournament, number=number, minutes=limit) for number, limit in enumerate(minutes, first)
    ]
    for hanchan in planned:
        check_limit(hanchan, hanchan.minutes)
    Hanchan.objects.bulk_create(planned)


def _planned(tournament: Tournament) -> Any:
    return tournament.hanchan.filter(state=HanchanState.PLANNED)


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else value


def _apply(tournament: Tournament, changes: dict[str, Any]) -> dict[str, list[Any]]:
    """Put `changes` on the tournament (not saved yet); what differs from the database, as name: [before, after]."""
    kept = Tournament.objects.select_for_update().get(pk=tournament.pk)
    changed = {}
    for name, value in changes.items():
        value = value.strip() if isinstance(value, str) else value
        setattr(tournament, name, value)
        if getattr(kept, name) != value:
            changed[name] = [_plain(getattr(kept, name)), _plain(value)]
    return changed
