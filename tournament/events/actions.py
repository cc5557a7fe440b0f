"""Set up a tournament and change its settings: the only writers of Tournament and of its planned hanchan."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_noop as _

from scoring.fouls import schedule as foul_schedule
from scoring.rules import Ruleset
from scoring.rules.values import flat, nested
from scoring.standings.rules import StandingRules
from tournament.core.audit import Act, audited_write
from tournament.core.edit_conflicts import Values, merged, plain, refuse_overtaken
from tournament.core.locks import Lock, hold_until_commit
from tournament.core.messages import Refused
from tournament.core.models import (
    Hanchan,
    HanchanState,
    Membership,
    Role,
    Tournament,
    Verb,
)
from tournament.core.official_results import refuse_official
from tournament.core.records import keep
from tournament.events.addresses import check_address, free_address
from tournament.events.checks import (
    check_audience,
    check_count,
    check_details,
    check_drop,
    check_freeze,
    check_limit,
    check_locked,
    check_name,
    check_nobody_is_seated,
    check_not_started,
    check_prizes,
    check_starts,
)
from tournament.events.clubs import clubs_to_set_up, first_club, give_to_club, is_member, refuse_one_more
from tournament.events.history import rule_words, words_of
from tournament.events.models import Club, Prize
from tournament.events.planned_starts import moved, zone_of
from tournament.events.queries import hanchan_values, rule_values, set_up_with
from tournament.events.rule_changes import chosen, differing, with_changes
from tournament.events.tournament_setup import PlannedHanchan, TournamentSetup

HALL = ("picture_height", "farthest_seat")
STREAM = ("stream_table",)
DETAILS = (
    "name",
    "slug",
    "place",
    "first_day",
    "last_day",
    "time_zone",
    "language",
    "second_language",
    "table_count",
    "capacity",
    "wind_method",
    "point_unit",
    "entry_mode",
    "protest_minutes",
    *HALL,
    *STREAM,
)
PUBLISHING = (
    *("is_public", "players_public", "standings_public", "release_on_close", "referee_public"),
    *("prizes_public", "hidden_from", "shown_places", "live_public", "last_hand_shown"),
)


def create_tournament(*, setup: TournamentSetup, act: Act) -> Tournament:
    """Create a tournament with its hanchan; `act.by`, when it is a person, becomes its organiser.

    A repeated `act.submission` returns the tournament that the first one created. Raises Refused.
    """
    rules = setup.rules()
    if setup.ranking is None:
        check_count(setup.hanchan_count)
    cut = setup.cut()
    planned = setup.hanchan(rules.minutes, cut)
    check_prizes(setup.prizes)
    with transaction.atomic():
        hold_until_commit(Lock.ADDRESSES)
        if made := set_up_with(act.submission):
            return made
        tournament = Tournament(
            name=setup.name.strip(),
            slug=check_address(setup.slug) if setup.slug else free_address(setup.name),
            place=setup.place.strip(),
            first_day=setup.first_day,
            last_day=setup.last_day,
            time_zone=setup.time_zone,
            language=setup.language,
            second_language=setup.second_language,
            play=setup.play,
            ranking_rule=setup.ranking.to_json() if setup.ranking else {},
            hanchan_count=setup.hanchan_count,
            table_count=setup.table_count,
            capacity=setup.capacity,
            wind_method=setup.wind_method,
            point_unit=setup.point_unit,
            entry_mode=setup.entry_mode,
            protest_minutes=setup.protest_minutes,
            is_demo=setup.is_demo,
            made_at=act.at,
            rules=rules.to_json(),
            standing_rules=StandingRules(cuts=(cut,)).to_json() if cut else {},
            fouls=_fouls(rules),
        )
        check_details(tournament)
        tournament.save()
        Prize.objects.bulk_create(
            Prize(tournament=tournament, place=place, what=what) for place, what in enumerate(setup.prizes, start=1)
        )
        club = _club_of(setup, act)
        give_to_club(tournament, club, act.at.date(), in_its_name=is_member(act.by, club))
        if act.by is not None:
            Membership.objects.create(tournament=tournament, user=act.by, role=Role.ORGANISER)
        detail = {**tournament.history_detail(), "rules": rules.key, "schedule": tournament.fouls["key"]}
        if setup.prizes:
            detail["prizes"] = list(setup.prizes)
        with audited_write(tournament, act, Verb.SET_UP, **detail):
            keep([tournament])
            _plan(tournament, planned)
    return tournament


def _club_of(setup: TournamentSetup, act: Act) -> Club:
    """Return the club in whose name an event is set up. Raises Refused for one of somebody else."""
    clubs = clubs_to_set_up(act.by) if act.by else [setup.club or first_club()]
    if setup.club is not None and setup.club not in clubs:
        text = _("Only its members set up events of {club}.")
        raise Refused.of("club-of-others", text, field="club", club=str(setup.club))
    return setup.club or clubs[0]


def change_settings(*, tournament: Tournament, act: Act, seen: Values | None = None, **changes: Any) -> list[Hanchan]:
    """Change any of DETAILS; return the hanchan whose planned starts move with the time zone or the first day.

    Nothing is written when nothing changes. `seen` are the values that the page showed (core/edit_conflicts.py).
    Raises Refused naming the field.

    The address is locked while the public page is open, how winds are decided after the first start, the unit in
    which points are typed while a hanchan is played.
    """
    unknown = changes.keys() - set(DETAILS)
    if unknown:
        raise TypeError(f"not a setting: {', '.join(sorted(unknown))}")
    with transaction.atomic():
        changed = _apply(tournament, Verb.CHANGED_SETTINGS, changes, seen)
        if not changed:
            return []
        with audited_write(tournament, act, Verb.CHANGED_SETTINGS, changes=changed):
            check_locked(tournament, changed)
            if "slug" in changed:
                hold_until_commit(Lock.ADDRESSES)
                tournament.slug = check_address(tournament.slug, besides=tournament.pk)
            check_details(tournament)
            if changed.keys() & {"first_day", "last_day"}:
                refuse_one_more(tournament, act.at.date())
            tournament.save(update_fields=list(changed))
            return _move_starts(tournament, changed)


def _move_starts(tournament: Tournament, changed: Mapping[str, list[Any]]) -> list[Hanchan]:
    """Every planned start, of hanchan that have been played, too, keeps its time of day in another time zone, and moves
    along with the first day.
    """
    zone, first = changed.get("time_zone"), changed.get("first_day", [None, None])
    days = (date.fromisoformat(first[1]) - date.fromisoformat(first[0])).days if all(first) else 0
    before, after = (zone_of(name) for name in zone or [tournament.time_zone] * 2)
    if not zone and not days:
        return []
    hanchan = list(tournament.hanchan.order_by("number"))
    for one in hanchan:
        one.planned_at = one.planned_at and moved(one.planned_at, days, before, after)
    check_starts([one.planned_at for one in hanchan], len(hanchan))
    Hanchan.objects.bulk_update(hanchan, ["planned_at"])
    return [one for one in hanchan if one.planned_at]


def change_hanchan(
    *,
    tournament: Tournament,
    minutes: Sequence[int | None],
    act: Act,
    names: Sequence[str] | None = None,
    planned: Sequence[datetime | None] | None = None,
    seen: Values | None = None,
) -> None:
    """Plan as many hanchan as `minutes` has entries, each with its limit; None is no limit. Raises Refused.

    `names` and `planned` starts are given for as many hanchan, or left as they are; `seen` are the values that the page
    showed (`hanchan_values`).

    A hanchan that has started or whose seating is published cannot be dropped; the limit of a closed one is locked.
    None is added once the results of all are official.
    """
    with audited_write(tournament, act, Verb.CHANGED_HANCHAN) as entry:
        before = list(tournament.hanchan.order_by("number"))
        now, typed = hanchan_values(before), _typed_hanchan(minutes, names, planned)
        typed, seen = _as_stored(before, typed), seen and _as_stored(before, seen)
        lines = tournament.audit_entries.filter(verb=entry.verb)
        values = merged(lines, typed=typed, seen=seen, now=now, words=words_of)
        count = values["hanchan_count"]
        check_count(count)
        if count != len(before):
            refuse_official(tournament, None)
        check_drop(before[count:])
        new = [
            PlannedHanchan(values[f"minutes_{n}"], values.get(f"name_{n}", ""), values.get(f"planned_{n}"))
            for n in range(1, count + 1)
        ]
        if planned is not None:
            check_starts([one.planned_at for one in new], count)
        for hanchan, one in zip(before, new, strict=False):
            if hanchan.minutes != one.minutes:
                check_limit(hanchan, one.minutes)
            hanchan.minutes, hanchan.name, hanchan.planned_at = one.minutes, one.name, one.planned_at
            check_name(hanchan)
            hanchan.save(update_fields=["minutes", "name", "planned_at"])
        tournament.hanchan.filter(number__gt=count).update(is_dropped=True)
        _plan(tournament, new[len(before) :], first=len(before) + 1)
        tournament.hanchan_count = count
        tournament.save(update_fields=["hanchan_count"])
        after = hanchan_values(tournament.hanchan.order_by("number"))
        pairs = {name: [plain(now.get(name)), plain(value)] for name, value in after.items()}
        entry.detail = {"changes": {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}}


def change_rules(
    *,
    tournament: Tournament,
    act: Act,
    preset: str = "",
    rules: Ruleset | None = None,
    seen: Values | None = None,
    **changes: object,
) -> None:
    """Change values of the tournament's rule set, or copy another `preset` or `rules` into it first. Raises Refused.

    `changes` are fields of Ruleset in points; of a part only what changes need be given (`time={"minutes": 80}`).
    `seen` are the values that the page showed (`rule_values`). Nothing is written when nothing changes. A new time
    limit is given to every planned hanchan that had the old one. Once a hanchan has started its sheets are scored by
    these rules: `standings.rule_correction` changes them then.
    """
    with transaction.atomic():
        before = Tournament.objects.select_for_update().get(pk=tournament.pk)
        other, now = rules or (chosen(preset) if preset else None), rule_values(before.ruleset)
        lines = tournament.audit_entries.filter(verb=Verb.CHANGED_RULES)
        if other is not None:
            refuse_overtaken(lines, typed=rule_values(other), seen=seen, now=now, words=rule_words)
        elif seen is not None:
            typed = flat(changes)
            values = merged(lines, typed=typed, seen=seen, now=now, words=rule_words)
            changes = nested({name: values[name] for name in typed})
        rules = with_changes(other or before.ruleset, changes)
        changed = differing(before.ruleset, rules)
        if not changed:
            return
        with audited_write(tournament, act, Verb.CHANGED_RULES, subject=rules.title) as entry:
            check_not_started(tournament)
            if "players" in changed:
                check_nobody_is_seated(before)
            store_rules(tournament, before.ruleset, rules)
            entry.detail = {"changes": changed}


def store_rules(tournament: Tournament, before: Ruleset, rules: Ruleset) -> None:
    """Put other rules in the place of those `before`, within an audited write; who calls it has checked them.

    A new time limit is given to every planned hanchan that had the old one.
    """
    tournament.rules, tournament.fouls = rules.to_json(), _fouls(rules)
    tournament.save(update_fields=["rules", "fouls"])
    _planned(tournament).filter(minutes=before.minutes).update(minutes=rules.minutes)


def set_public(
    *, tournament: Tournament, act: Act, seen: Values | None = None, **changes: bool | int | str | None
) -> None:
    """Open or close the public page, the player list, the standings, their live columns, the prizes, the pages for
    referees, or the release with the close, and choose who sees the last hand and what stays hidden until the ceremony
    (PUBLISHING). `seen` are the values that the page showed.

    Raises Refused for results that are to be hidden and are public already, and while the ceremony goes on.
    """
    with transaction.atomic():
        wanted = {name: changes[name] for name in PUBLISHING if name in changes}
        changed = _apply(tournament, Verb.CHANGED_PUBLIC, wanted, seen)
        if changed:
            check_audience(tournament)
            check_freeze(tournament, changed)
            with audited_write(tournament, act, Verb.CHANGED_PUBLIC, changes=changed):
                tournament.save(update_fields=list(changed))


# --- parts ---------------------------------------------------------------------------------------------------------


def _fouls(rules: Ruleset) -> dict[str, object]:
    return foul_schedule(rules.schedule).with_chonbo(rules.chonbo).to_json()


def _plan(tournament: Tournament, new: Sequence[PlannedHanchan], first: int = 1) -> None:
    planned = [
        Hanchan(tournament=tournament, number=number, minutes=one.minutes, name=one.name, planned_at=one.planned_at)
        for number, one in enumerate(new, first)
    ]
    for hanchan in planned:
        check_limit(hanchan, hanchan.minutes)
        check_name(hanchan)
    Hanchan.objects.bulk_create(
        planned,
        update_conflicts=True,
        unique_fields=["tournament", "number"],
        update_fields=["minutes", "name", "planned_at", "is_dropped"],
    )


def _as_stored(before: Iterable[Hanchan], values: Values) -> dict[str, Any]:
    """Return values of the page with the names that set-up gave as they are stored: the page has them in words."""
    stored = {f"name_{one.number}": one for one in before if one.name_in_words != one.name}
    return {
        name: stored[name].name if name in stored and value == stored[name].name_in_words else value
        for name, value in values.items()
    }


def _typed_hanchan(
    minutes: Sequence[int | None], names: Sequence[str] | None, planned: Sequence[datetime | None] | None
) -> dict[str, object]:
    """Return what was typed of the hanchan, as `hanchan_values`; without names and starts that were not given."""
    found: dict[str, object] = {"hanchan_count": len(minutes)}
    for number, one in enumerate(minutes, start=1):
        found[f"minutes_{number}"] = one
    for number, name in enumerate(names or (), start=1):
        found[f"name_{number}"] = name.strip()
    for number, at in enumerate(planned or (), start=1):
        found[f"planned_{number}"] = at
    return found


def _planned(tournament: Tournament) -> Any:
    return tournament.hanchan.filter(state=HanchanState.PLANNED)


def _plain(value: object) -> Any:
    return value.isoformat() if isinstance(value, date) else value


def _apply(tournament: Tournament, verb: Verb, changes: Values, seen: Values | None) -> dict[str, list[Any]]:
    """Put `changes` on the tournament, unsaved, behind its lock; return those that differ from the database: name:
    [before, after]. `verb` is that of the lines that change such values.
    """
    kept = Tournament.objects.select_for_update().get(pk=tournament.pk)
    now = {name: getattr(kept, name) for name in changes}
    typed = {name: value.strip() if isinstance(value, str) else value for name, value in changes.items()}
    lines = tournament.audit_entries.filter(verb=verb)
    changed = {}
    for name, value in merged(lines, typed=typed, seen=seen, now=now, words=words_of).items():
        setattr(tournament, name, value)
        if now[name] != value:
            changed[name] = [_plain(now[name]), _plain(value)]
    return changed
