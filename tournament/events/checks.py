"""Checks before a tournament is set up or changed; each raises Refused with field and remedy."""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

from django.conf import settings
from django.utils.translation import gettext_noop as _

from tournament.core.messages import Refused
from tournament.core.models import EntryMode, Hanchan, HanchanState, LastHandAudience, PointUnit, Tournament, WindMethod
from tournament.events.planned_starts import zone_names
from tournament.events.queries import has_started
from tournament.translation.formats import enumeration

MOST_HANCHAN = 40
MOST_MINUTES = 600
MOST_PROTEST_MINUTES = 2880  # two days
LONGEST_NAME = 40
LONGEST_PRIZE = 120
CARRY = ("1", "1/2", "1/4", "0")

MOST_PLACES = 1_000


def check_details(tournament: Tournament) -> None:
    if not tournament.name:
        raise Refused.of("name-missing", _("Enter the name of the tournament."), field="name")
    if len(tournament.name) > 120:
        raise Refused.of("name-long", _("The name is longer than 120 characters. Shorten it."), field="name")
    if tournament.first_day and tournament.last_day and tournament.last_day < tournament.first_day:
        raise Refused.of("last-day-early", _("The last day is before the first day."), field="last_day")
    if tournament.time_zone and tournament.time_zone not in zone_names():
        raise Refused.of("time-zone", _("Choose a time zone of the list."), field="time_zone")
    known, first = dict(settings.LANGUAGES), tournament.language
    for name in ("language", "second_language"):
        if getattr(tournament, name) not in ("", *known):
            raise Refused.of("language-unknown", _("Choose a language of the list."), field=name)
    if tournament.second_language and tournament.second_language.partition("-")[0] == first.partition("-")[0]:
        raise Refused.of(
            "second-language-same", _("Choose a second language other than the first."), field="second_language"
        )
    if tournament.capacity is not None and not 1 <= tournament.capacity <= MOST_PLACES:
        raise Refused.of(
            "capacity", _("Enter between 1 and {most} places for players."), field="capacity", most=MOST_PLACES
        )
    if tournament.table_count is not None and not 1 <= tournament.table_count <= 250:
        raise Refused.of("table-count", _("Enter between 1 and 250 tables."), field="table_count")
    if tournament.wind_method not in WindMethod.values:
        raise Refused.of(
            "wind-method",
            _("Choose whether winds are fixed by the seating, drawn by the players or by the page of the table."),
            field="wind_method",
        )
    if tournament.point_unit not in PointUnit.values:
        raise Refused.of(
            "point-unit", _("Choose whether points are typed in hundreds, in thousands or in full."), field="point_unit"
        )
    if tournament.entry_mode not in EntryMode.values:
        raise Refused.of("entry-mode", _("Choose how report sheets are entered."), field="entry_mode")
    if tournament.protest_minutes is not None and not 0 <= tournament.protest_minutes <= MOST_PROTEST_MINUTES:
        raise Refused.of(
            "protest-minutes",
            _("Enter between 0 and {most} minutes, or leave it empty for no protest window."),
            field="protest_minutes",
            most=MOST_PROTEST_MINUTES,
        )
    if not 20 <= tournament.picture_height <= 1000:
        raise Refused.of("picture-height", _("Enter between 20 and 1000 cm."), field="picture_height")
    if not 1 <= tournament.farthest_seat <= 100:
        raise Refused.of("farthest-seat", _("Enter between 1 and 100 m."), field="farthest_seat")
    if tournament.stream_table is not None and not 1 <= tournament.stream_table <= 250:
        text = _("Enter the number of a table, or leave it empty for none.")
        raise Refused.of("stream-table", text, field="stream_table")


def check_audience(tournament: Tournament) -> None:
    if tournament.last_hand_shown not in LastHandAudience.values:
        raise Refused.of("last-hand-shown", _("Choose who sees the last hand."), field="last_hand_shown")


def check_count(count: int) -> None:
    if not 1 <= count <= MOST_HANCHAN:
        raise Refused.of(
            "hanchan-count",
            _("Enter between 1 and {most} hanchan."),
            field="hanchan_count",
            most=MOST_HANCHAN,
        )


def check_limit(hanchan: Hanchan, limit: int | None) -> None:
    if hanchan.state == HanchanState.CLOSED:
        raise Refused.of(
            "limit-closed",
            _("Hanchan {number} is closed: its time limit is locked. Reopen it first."),
            field=f"minutes_{hanchan.number}",
            number=hanchan.number,
        )
    check_minutes(limit, field=f"minutes_{hanchan.number}")


def check_minutes(limit: int | None, *, field: str) -> None:
    if limit is not None and not 1 <= limit <= MOST_MINUTES:
        raise Refused.of(
            "limit-range",
            _("Enter a time limit between 1 and {most} minutes, or leave it empty for no limit."),
            field=field,
            most=MOST_MINUTES,
        )


def check_name(hanchan: Hanchan) -> None:
    if len(hanchan.name) > LONGEST_NAME:
        raise Refused.of(
            "hanchan-name-long",
            _("The name of hanchan {number} is longer than {most} characters. Shorten it."),
            field=f"name_{hanchan.number}",
            number=hanchan.number,
            most=LONGEST_NAME,
        )


def check_starts(starts: Sequence[datetime | None], count: int) -> None:
    """Refuse more planned starts than hanchan, and one that is not after the one before, as moments: where the clocks
    change, two times of day can be one.
    """
    if len(starts) > count:
        text = _("{starts} planned starts for {count} hanchan: remove some, or change the number of hanchan.")
        raise Refused.of("starts-too-many", text, field="starts", starts=len(starts), count=count)
    known = [(number, at) for number, at in enumerate(starts, start=1) if at is not None]
    for (before, earlier), (number, later) in pairwise(known):
        if later.astimezone(UTC) <= earlier.astimezone(UTC):
            text = _("Hanchan {number} is not planned after hanchan {before}. Correct one of the two times.")
            field = "starts" if len(known) == len(starts) and count != len(starts) else f"planned_{number}"
            raise Refused.of("starts-order", text, field=field, number=number, before=before)


def check_prizes(prizes: Sequence[str]) -> None:
    for place, what in enumerate(prizes, start=1):
        if not what.strip() or len(what) > LONGEST_PRIZE:
            text = _("The prize for place {place} has no text, or more than {most} characters.")
            raise Refused.of("prize-text", text, field="prizes", place=place, most=LONGEST_PRIZE)


def check_cut(after: int | None, size: int | None, carry: str, count: int) -> None:
    """Refuse half a cut, and one that has no hanchan after it."""
    if carry not in CARRY:
        raise Refused.of("carry", _("Choose the part of the total that is carried over."), field="carry")
    if (after is None) != (size is None):
        text = _("A cut needs both: the hanchan after which it is made, and how many players are above it.")
        raise Refused.of("cut-half", text, field="cut_size" if size is None else "cut_after")
    if after is not None and not 1 <= after < count:
        text = _("The last hanchan is {last}: a cut comes before it.")
        raise Refused.of("cut-after-last", text, field="cut_after", last=count)
    if size is not None and size < 1:
        raise Refused.of("cut-size", _("Enter how many players are above the cut."), field="cut_size")


def check_drop(dropped: Sequence[Hanchan]) -> None:
    for hanchan in reversed(dropped):
        if hanchan.state != HanchanState.PLANNED:
            text = _("Hanchan {number} has started: there cannot be fewer than {number} hanchan.")
            raise Refused.of("hanchan-started", text, field="hanchan_count", number=hanchan.number)
        if hanchan.seating_published_at:
            text = _("The seating of hanchan {number} is published. Hide it first, then remove the hanchan.")
            raise Refused.of("hanchan-published", text, field="hanchan_count", number=hanchan.number)


def check_not_started(tournament: Tournament) -> None:
    if has_started(tournament):
        raise Refused.of(
            "rules-locked",
            _(
                "A hanchan has started and is scored by these rules. Look at what a change does to the standings "
                "first: choose “See what changes” on the page of the rules."
            ),
        )


def check_nobody_is_seated(tournament: Tournament) -> None:
    """Refuse to change tables of four into tables of three, or back, once players are seated."""
    if tournament.seating_id is not None:
        raise Refused.of(
            "players-locked",
            _(
                "Players are already seated, so the number of players at a table is locked. To change it, set up "
                "another tournament."
            ),
            field="players",
        )


CEREMONY_LOCKS = frozenset({"hidden_from", "shown_places", "standings_public"})


def refuse_during_ceremony(tournament: Tournament, field: str = "") -> None:
    """Refuse what a ceremony that goes on must not find changed. One query."""
    if Tournament.objects.filter(pk=tournament.pk, revealed_from__isnull=False).exists():
        text = _("The ceremony has begun. Finish it, or cancel it before a place is revealed.")
        raise Refused.of("ceremony-running", text, field=field)


def check_freeze(tournament: Tournament, changed: Collection[str]) -> None:
    """Check what the tournament, not saved yet, hides until the ceremony."""
    locked = sorted(CEREMONY_LOCKS.intersection(changed))
    if locked:
        refuse_during_ceremony(tournament, locked[0])
    first = tournament.hidden_from
    if first is not None and not 1 <= first <= tournament.hanchan_count:
        text = _("The event has hanchan 1 to {last}.")
        raise Refused.of("no-such-hanchan", text, field="hidden_from", last=tournament.hanchan_count)
    if first is not None and "hidden_from" in changed:
        out = tournament.hanchan.filter(number__gte=first, released_at__isnull=False)
        if numbers := list(out.order_by("number").values_list("number", flat=True)):
            text = _(
                "The results of hanchan {numbers} are public already. Choose a later hanchan, or hide these first."
            )
            raise Refused.of("released-already", text, field="hidden_from", numbers=enumeration(numbers))
    if tournament.shown_places is not None and tournament.is_league:
        text = _("The table of a league is shown whole. Leave this empty.")
        raise Refused.of("league-whole", text, field="shown_places")
    if tournament.shown_places is not None and tournament.shown_places < 1:
        raise Refused.of("no-places", _("Enter 1 or more, or leave it empty."), field="shown_places")


def check_locked(tournament: Tournament, changed: dict[str, Any]) -> None:
    if "slug" in changed and tournament.is_public:
        raise Refused.of(
            "address-locked",
            _("The public page is open under this address. Close it first to change the address."),
            field="slug",
        )
    if "wind_method" in changed and has_started(tournament):
        raise Refused.of(
            "winds-locked",
            _("A hanchan has started, so the way winds are decided is locked for the whole tournament."),
            field="wind_method",
        )
    if "entry_mode" in changed and tournament.hanchan.filter(state=HanchanState.PLAYING).exists():
        raise Refused.of(
            "entry-locked",
            _("A hanchan is being played, so how sheets are entered is locked. Change it after the hanchan is closed."),
            field="entry_mode",
        )
    if "protest_minutes" in changed and tournament.protest_minutes is None:
        _check_no_protest_window(tournament)
    if "point_unit" in changed and tournament.hanchan.filter(state=HanchanState.PLAYING).exists():
        raise Refused.of(
            "unit-locked",
            _("A hanchan is being played, so how points are typed is locked. Change it after the hanchan is closed."),
            field="point_unit",
        )


def _check_no_protest_window(tournament: Tournament) -> None:
    """Players who read that results are official, or that they may still report errors, can rely on it."""
    if tournament.hanchan.exclude(protest_until=None, official_at=None).exists():
        raise Refused.of(
            "protests-locked",
            _("Results are out with a protest window. You can change its minutes, but not remove it."),
            field="protest_minutes",
        )
