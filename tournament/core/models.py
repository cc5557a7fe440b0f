"""The tournament and its hanchan, the people who work there, and the history."""

import json
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any, ClassVar, TypeVar
from zlib import crc32

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.validators import MaxLengthValidator
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from rules import permissions

from scoring.clock import Clock
from scoring.fouls import SCHEDULES, Schedule
from scoring.points import Unit
from scoring.rules import Ruleset
from scoring.standings.rules import StandingRules
from tournament.core.chain import TEXTS, commitment, committed, moment, next_value, salt_of, texts_of, with_texts
from tournament.core.records import Recorded, RecordedManager
from tournament.core.stored_words import (
    ENGLISH,
    LONGEST,
    StoredWords,
    coded,
    decoded,
    decoded_of_before,
    shown_of_before,
    shown_reason,
)

Value = TypeVar("Value")


class WindMethod(models.TextChoices):
    """The way seat winds are decided at every table (S2 "Seat wind assignment"). Which tiles is a rule of the set."""

    FIXED = "fixed", _("fixed by the seating")
    DRAWN = "drawn", _("drawn by the players at the table, then typed with the report sheet")
    PAGE = "page", _("drawn by the page of the table: one player presses a button for everybody there")


class PointUnit(models.TextChoices):
    """The unit in which this event's desk types points; it is printed beside every field."""

    HUNDREDS = Unit.HUNDREDS.value, _("hundreds: 253 is 25,300")
    THOUSANDS = Unit.THOUSANDS.value, _("thousands: 25.3 is 25,300")
    FULL = Unit.FULL.value, _("in full: 25300")


class EntryMode(models.TextChoices):
    """The number of people who read a report sheet before it counts."""

    SINGLE = "single", _("once")
    CHECKED = "checked", _("once, with checks")
    BLIND = "blind", _("twice, blind")
    SIGNED = "signed", _("at the table")


class Play(models.TextChoices):
    """The way an event is played."""

    ROUNDS = "rounds", _("everybody plays each hanchan at the same time")
    LEAGUE = "league", _("games are played whenever enough people sit at a table")


class LastHandAudience(models.TextChoices):
    """Those who see what each player of a table needs in the last hand; each includes those before."""

    NOBODY = "nobody", _("nobody")
    TABLE = "table", _("the table")
    PUBLIC = "public", _("everybody, on the page of the table")
    HALL = "hall", _("everybody, and the screens of the hall")


FORMER_ENTRY_MODES = {"sight": _("once, then compared by another person")}
"""What histories and event files from before 0.9.0 may have in the place of `CHECKED`."""


LONGEST_REPORT = 8_000
"""Characters of the organiser's words on the report of an event."""


class Tournament(Recorded):
    """One event.

    `rules` and `fouls` are snapshots, which later changes of a preset do not affect; `standing_rules` holds what
    differs from plain totals. `edition` increases with every write (tournament/core/audit.py). `public_head` is the
    chain's value at the last write that changed which results are public. `seating` points to the version in use.
    `capacity` None: as many players as like. `check_in_closed_at` is kept until check-in is reopened or reset.
    `protest_minutes` None: there is no protest window, and nobody makes results official by hand. `open_protests` is
    how many protests wait for an answer, counted by who writes them. `time_zone` "" is that of the server. Screens,
    prints and files are in the `language`, with the `second_language` beside it where a text is short; "" is no choice
    (core/languages.py). The height of the hall's picture and the farthest seat give the size of the letters on its
    screens. `stream_table` is the table on the stream, which writes its points after each hand; None for none.

    `hidden_from`: results from this hanchan on stay hidden until the ceremony. `shown_places`: only the players up to
    this place are public. `revealed_from`: the ceremony has begun, and the final places from this one to the last
    are public. Each is None for nothing of the kind (tournament/standings/visibility.py). `final_places` is the list
    that the ceremony reveals, from its start to its end, and `final_prizes` are the prizes for no place that it
    announces (tournament/standings/ceremony_list.py); places are [] before and after, prizes before.

    A ceremony has steps (tournament/standings/ceremony_steps.py): `ceremony_shown` of them are public, and its screen
    is at number `ceremony_step`, 0 for none; it is dark while `ceremony_black`. From place `ceremony_singles` on each
    place is a step of its own.

    `notice` is a short message to everybody, on the public pages and the screens until `notice_until`; "" for none.
    `report` are the organiser's own words on the report of the event, in paragraphs.

    `play` is a league where people sit down whenever they like: each game is a hanchan of one table, and
    `ranking_rule` is the snapshot of the rule by which its table is made (tournament/leagues); {} for any other event.

    `id_offset`: how far the ids of this event's rows lie above those in its history and its event file. It is 0 unless
    the event came from a file whose ids were taken here. `link_number` and `card_number` say how often all personal
    links and all codes of the tables were renewed. `link_key` is how the key of the event's codes differs from the one
    that it has here by itself, "" for not at all (players/badges/links.py).

    `moved_at`: since then the event is played on another installation, and nothing can be entered here
    (archive/event_file/transfer.py); `moved_to` is the address of that installation, "" if nobody said it. These three
    are the installation's, not the event's: no event file has them as columns.
    """

    slug = models.SlugField(_("address"), max_length=80, unique=True)
    name = models.CharField(_("name"), max_length=120)
    place = models.CharField(_("place"), max_length=120, blank=True)
    first_day = models.DateField(_("first day"), null=True, blank=True)
    last_day = models.DateField(_("last day"), null=True, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=64, blank=True, default="")
    language = models.CharField(_("language"), max_length=16, blank=True, default="")
    second_language = models.CharField(_("second language"), max_length=16, blank=True, default="")
    rules = models.JSONField(_("rule set"))
    fouls = models.JSONField(_("penalty schedule"))
    standing_rules = models.JSONField(_("how places are decided"), default=dict, blank=True)
    play = models.CharField(_("played as"), max_length=8, choices=Play, default=Play.ROUNDS)
    ranking_rule = models.JSONField(default=dict, blank=True)
    hanchan_count = models.PositiveSmallIntegerField(_("number of hanchan"), default=8)
    table_count = models.PositiveSmallIntegerField(_("tables in the hall"), null=True, blank=True)
    capacity = models.PositiveSmallIntegerField(_("places for players"), null=True, blank=True)
    wind_method = models.CharField(_("seat winds"), max_length=8, choices=WindMethod, default=WindMethod.FIXED)
    point_unit = models.CharField(
        _("points are typed in"), max_length=10, choices=PointUnit, default=PointUnit.HUNDREDS
    )
    entry_mode = models.CharField(
        _("report sheets are entered"), max_length=8, choices=EntryMode, default=EntryMode.SINGLE
    )
    is_public = models.BooleanField(_("public page is open"), default=False)
    players_public = models.BooleanField(_("player list is public"), default=True)
    standings_public = models.BooleanField(_("standings are public"), default=True)
    release_on_close = models.BooleanField(_("results become public when a hanchan is closed"), default=True)
    live_public = models.BooleanField(_("live standings are public"), default=False)
    referee_public = models.BooleanField(_("pages for referees are public"), default=False)
    last_hand_shown = models.CharField(
        _("who sees the last hand"), max_length=8, choices=LastHandAudience, default=LastHandAudience.TABLE
    )
    picture_height = models.PositiveSmallIntegerField(_("height of the projector's picture, in cm"), default=140)
    farthest_seat = models.PositiveSmallIntegerField(_("farthest seat from it, in m"), default=20)
    stream_table = models.PositiveSmallIntegerField(_("table on the stream"), null=True, blank=True)
    prizes_public = models.BooleanField(_("prizes are public"), default=False)
    hidden_from = models.PositiveSmallIntegerField(_("results are hidden from hanchan"), null=True, blank=True)
    shown_places = models.PositiveSmallIntegerField(_("only the first places are public"), null=True, blank=True)
    revealed_from = models.PositiveSmallIntegerField(null=True, blank=True)
    final_places = models.JSONField(default=list, blank=True)
    final_prizes = models.JSONField(default=list, blank=True)
    ceremony_singles = models.PositiveSmallIntegerField(default=12)
    ceremony_shown = models.PositiveSmallIntegerField(default=0)
    ceremony_step = models.PositiveSmallIntegerField(default=0)
    ceremony_black = models.BooleanField(default=False)
    protest_minutes = models.PositiveSmallIntegerField(_("minutes to report errors"), null=True, blank=True)
    notice = models.CharField(_("message"), max_length=160, blank=True, default="")
    notice_until = models.DateTimeField(null=True, blank=True)
    report = models.TextField(blank=True, default="", validators=[MaxLengthValidator(LONGEST_REPORT)])
    check_in_closed_at = models.DateTimeField(null=True, blank=True)
    seating = models.ForeignKey("tournament.Seating", on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    open_protests = models.PositiveSmallIntegerField(default=0)
    edition = models.PositiveIntegerField(default=0)
    public_head = models.CharField(max_length=64, default="")
    is_demo = models.BooleanField(default=False)
    id_offset = models.BigIntegerField(default=0)
    link_number = models.PositiveIntegerField(default=0)
    card_number = models.PositiveIntegerField(default=0)
    link_key = models.CharField(max_length=64, blank=True, default="")
    moved_at = models.DateTimeField(null=True, blank=True)
    moved_to = models.CharField(max_length=200, blank=True, default="")
    made_at = models.DateTimeField()

    path_to_tournament = "pk"
    shown_by = "name"
    lists_of_ids = frozenset({"final_places", "final_prizes"})
    unrecorded = frozenset(
        {
            *("slug", "name", "edition", "public_head", "open_protests", "made_at", "is_demo", "id_offset"),
            *("link_number", "card_number", "picture_height", "farthest_seat", "language", "second_language"),
            *("link_key", "moved_at", "moved_to", "stream_table", "report"),
        }
    )

    class Meta:
        verbose_name = _("tournament")
        ordering = ["-first_day", "-id"]
        indexes = [
            models.Index(fields=["first_day", "id"], name="tournaments_by_day"),
            models.Index(
                fields=["first_day", "id"], name="public_tournaments_by_day", condition=models.Q(is_public=True)
            ),
            models.Index(fields=["last_day", "first_day"], name="tournaments_by_last_day"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(first_day__isnull=True)
                | models.Q(last_day__isnull=True)
                | models.Q(last_day__gte=models.F("first_day")),
                name="last_day_not_before_first",
            ),
            models.CheckConstraint(
                condition=models.Q(hanchan_count__range=(1, 40)) | models.Q(play=Play.LEAGUE),
                name="between_1_and_40_hanchan",
            ),
            models.CheckConstraint(
                condition=models.Q(picture_height__range=(20, 1000), farthest_seat__range=(1, 100)),
                name="a_picture_that_can_be_read",
            ),
            models.CheckConstraint(
                condition=models.Q(protest_minutes=None) | models.Q(protest_minutes__lte=2880),
                name="protest_window_of_two_days_at_most",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("public_standings", args=[self.slug])

    @property
    def ruleset(self) -> Ruleset:
        """The rule set's snapshot as a value.

        Earlier versions kept a second penalty schedule beside the rule set; if there is one, it counts.
        """
        return self._value("ruleset", _ruleset, self.rules, self.fouls)

    @property
    def schedule(self) -> Schedule:
        """The penalty schedule's snapshot as a value."""
        return self._value("schedule", Schedule.from_json, self.fouls)

    @property
    def ranked_by(self) -> StandingRules:
        """The ranking rules of the standings, as a value."""
        return self._value("ranked_by", StandingRules.from_json, self.standing_rules)

    @property
    def is_league(self) -> bool:
        """Return whether games are played whenever enough people sit, each on its own."""
        return self.play == Play.LEAGUE

    def _value(self, name: str, make: Callable[..., Value], *columns: object) -> Value:
        """Return the value made of the columns, cached until one of them is another object."""
        values: dict[str, tuple[tuple[object, ...], Any]] = self.__dict__.setdefault("_values", {})
        made = values.get(name)
        if made is None or any(old is not now for old, now in zip(made[0], columns, strict=True)):
            made = values[name] = (columns, make(*columns))
        value: Value = made[1]
        return value

    @property
    def unit(self) -> Unit:
        return Unit(self.point_unit)

    @property
    def needs_two_readers(self) -> bool:
        """Return whether a report sheet counts only when a second person has agreed."""
        return self.entry_mode in (EntryMode.BLIND, EntryMode.SIGNED)

    @property
    def players_sign(self) -> bool:
        """Return whether the players of a table type their sheet and sign it."""
        return self.entry_mode == EntryMode.SIGNED

    @property
    def asks_paper(self) -> bool:
        """Return whether the places and the code that are written on a report sheet are typed and compared."""
        return self.entry_mode == EntryMode.CHECKED

    @property
    def at_a_table(self) -> int:
        """The number of players at a table: four, or three (sanma)."""
        return self.ruleset.players

    @property
    def winds_are_drawn(self) -> bool:
        """Return whether the seating leaves the winds to the tables."""
        return self.wind_method != WindMethod.FIXED

    @property
    def page_draws_winds(self) -> bool:
        """Return whether the page of a table draws its winds."""
        return self.wind_method == WindMethod.PAGE

    @property
    def has_protests(self) -> bool:
        """Return whether released results are provisional until the organiser makes them official."""
        return self.protest_minutes is not None

    @property
    def notice_number(self) -> int:
        """A number that tells one message to everybody from another, small enough for a form; 0 without one."""
        return crc32(f"{self.notice_until} {self.notice}".encode()) % 1_000_000_000 + 1 if self.notice else 0

    def shows_last_hand(self, audience: LastHandAudience) -> bool:
        """Return whether the organiser lets these people see what each player needs in the last hand."""
        every = list(LastHandAudience)
        return every.index(LastHandAudience(self.last_hand_shown)) >= every.index(audience)

    def keeps_hidden(self, hanchan: int) -> bool:
        """Return whether the results of this hanchan stay hidden until the ceremony."""
        return self.hidden_from is not None and hanchan >= self.hidden_from

    def history_detail(self) -> dict[str, object]:
        """The settings as the history keeps them."""
        kept = (
            *("name", "place", "time_zone", "language", "second_language", "hanchan_count", "table_count", "capacity"),
            *("wind_method", "point_unit", "entry_mode"),
        )
        return {name: getattr(self, name) for name in (*kept, "protest_minutes", "is_public")}


def _ruleset(rules: dict[str, object], fouls: dict[str, object]) -> Ruleset:
    value, schedule = Ruleset.from_json(rules), fouls.get("key")
    return (
        value if schedule in (value.schedule, None) or schedule not in SCHEDULES else value.replace(schedule=schedule)
    )


class HanchanState(models.TextChoices):
    """A hanchan is planned, then played, then closed with every sheet in."""

    PLANNED = "planned", _("planned")
    PLAYING = "playing", _("playing")
    CLOSED = "closed", _("closed")


class CutChoice(models.TextChoices):
    """The finalists who count when a correction has moved the cut after the final had started."""

    PLAYED = "played", _("those who played the final as finalists")
    CORRECTED = "corrected", _("those above the cut by the corrected results")


class ScheduledHanchan(RecordedManager["Hanchan"]):
    """The hanchan of the event; `Hanchan.every` includes dropped ones."""

    def get_queryset(self) -> models.QuerySet["Hanchan"]:
        return super().get_queryset().filter(is_dropped=False)


class Hanchan(Recorded):
    """One hanchan of the event, played at all tables at once. `minutes` None: no time limit.

    Nobody knows when a hanchan of a loaded event began and ended: closed, with neither time.

    `name` is what it is called besides its number ("Final"). `minutes` include `added_minutes`, which were added to or
    taken off all tables after the start; `table_minutes` has what single tables were given on top, by their number as
    text.

    A hanchan that is dropped keeps its row: earlier seatings point to it, and adding it again brings them back.

    `protest_until` is the end of the protest window: players report errors in the released results until then. From
    `official_at` on nothing of the hanchan changes until it is `reopened_at`, which lasts until it is official again.
    `corrections` has what was corrected between: [when it was official again, the reason, ""]. While it is reopened,
    the time of the last is "" and the third a short name of the figures as they were.

    `divisions` are those of the cut before the hanchan when it started, as [division, player], 0 above the first line:
    who is in the final is a fact of the final. Once a correction moves the cut, `cut_choice` says which of the two
    counts, `cut_reason` why, and `cut_seen` has the divisions by the corrected results as they were then.
    """

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="hanchan")
    number = models.PositiveSmallIntegerField(_("hanchan"))
    name = models.CharField(_("name"), max_length=40, blank=True, default="")
    planned_at = models.DateTimeField(_("planned start"), null=True, blank=True)
    minutes = models.PositiveSmallIntegerField(_("time limit in minutes"), null=True, blank=True)
    added_minutes = models.SmallIntegerField(default=0)
    table_minutes = models.JSONField(default=dict, blank=True)
    state = models.CharField(_("state"), max_length=8, choices=HanchanState, default=HanchanState.PLANNED)
    started_at = models.DateTimeField(null=True)
    paused_at = models.DateTimeField(null=True)
    paused_seconds = models.PositiveIntegerField(default=0)
    closed_at = models.DateTimeField(null=True)
    seating_published_at = models.DateTimeField(null=True)
    released_at = models.DateTimeField(null=True)
    protest_until = models.DateTimeField(null=True)
    official_at = models.DateTimeField(null=True)
    reopened_at = models.DateTimeField(null=True)
    corrections = models.JSONField(default=list, blank=True)
    divisions = models.JSONField(default=list, blank=True)
    cut_choice = models.CharField(max_length=9, choices=CutChoice, blank=True, default="")
    cut_reason = models.CharField(max_length=500, blank=True, default="")
    cut_seen = models.JSONField(default=list, blank=True)
    is_dropped = models.BooleanField(default=False)

    objects: ClassVar[ScheduledHanchan] = ScheduledHanchan()
    every = models.Manager["Hanchan"]()

    shown_by = "number"
    lists_of_ids = frozenset({"divisions", "cut_seen"})

    class Meta:
        verbose_name = _("hanchan")
        verbose_name_plural = _("hanchan")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_hanchan_per_number"),
            models.CheckConstraint(
                condition=models.Q(state=HanchanState.PLANNED, started_at=None)
                | models.Q(state=HanchanState.PLAYING, started_at__isnull=False)
                | models.Q(state=HanchanState.CLOSED),
                name="a_hanchan_that_plays_has_started",
            ),
            models.CheckConstraint(
                condition=models.Q(state=HanchanState.CLOSED, started_at__isnull=False, closed_at__isnull=False)
                | models.Q(closed_at=None, started_at=None)
                | models.Q(state=HanchanState.PLAYING, closed_at=None),
                name="a_closed_hanchan_has_its_time",
            ),
            models.CheckConstraint(
                condition=models.Q(official_at=None)
                | models.Q(state=HanchanState.CLOSED, released_at__isnull=False, reopened_at=None),
                name="official_results_are_closed_and_released",
            ),
        ]

    def __str__(self) -> str:
        return f"hanchan {self.number}"

    @property
    def title(self) -> str:
        """The number and the name: "Hanchan 8 · Final", in a league "Game 8"."""
        if self.tournament.is_league:
            return gettext("Game {number}").format(number=self.number)
        if self.name:
            return gettext("Hanchan {number} · {name}").format(number=self.number, name=self.name_in_words)
        return gettext("Hanchan {number}").format(number=self.number)

    @property
    def name_in_words(self) -> str:
        """What it is called besides its number, in the reader's language where set-up gave the name."""
        return shown_of_before(self.name)

    def table_name(self, table: int) -> str:
        """Return one of its tables as the history stores it: "hanchan 5, table 1", in a league "game 5"."""
        if self.tournament.is_league:
            return coded("game", number=self.number)
        return coded("table", number=self.number, table=table)

    @property
    def clock(self) -> Clock | None:
        """The clock of the hall as a value, or None before the start."""
        return self.clock_of(None)

    def extra_minutes(self, table: int) -> int:
        """Return the minutes that a table was given on top of the time limit."""
        return int(self.table_minutes.get(str(table), 0))

    @property
    def extended(self) -> dict[int, int]:
        """The tables with minutes of their own, in order."""
        return {table: self.extra_minutes(table) for table in sorted(map(int, self.table_minutes))}

    def clock_of(self, table: int | None) -> Clock | None:
        """Return the clock of one table, or of the hall for None; None before the start."""
        if self.started_at is None:
            return None
        extra = 0 if table is None else self.extra_minutes(table)
        limit = None if self.minutes is None else timedelta(minutes=self.minutes + extra)
        return Clock(
            started_at=self.started_at,
            limit=limit,
            paused_at=self.paused_at,
            paused_for=timedelta(seconds=self.paused_seconds),
        )


OWNER = "organiser"
"""The sign-in name that the first start gives to the account that may do everything."""


class User(AbstractUser):
    """A person who works at tournaments: organiser, referee or desk.

    `language`: of the pages of the staff, "" for the browser's.
    `takes_links`: organisers may make a sign-in link although the person has a password. `code_secret`: the secret of
    the app that shows a code for each sign-in, "" without one; `code_step` is the last half minute whose code was used.
    `recovery_codes` are digests of the codes that open the account once each when the app is lost.
    """

    language = models.CharField(_("language"), max_length=16, blank=True, default="")
    takes_links = models.BooleanField(_("organisers may make a sign-in link for me"), default=False)
    code_secret = models.CharField(max_length=64, blank=True, default="")
    code_step = models.PositiveBigIntegerField(default=0)
    recovery_codes = models.JSONField(default=list, blank=True)

    def __str__(self) -> str:
        return self.get_full_name() or account_name(self.username)

    def has_perm(self, perm: str, obj: Any = None) -> bool:
        """Return whether the rules give a right (core/roles.py). Unlike Django's, a superuser has none but by them."""
        return self.is_active and permissions.has_perm(perm, self, obj)

    @property
    def stored_name(self) -> str:
        """The name as the history stores it."""
        return self.get_full_name() or self.username


def person_in_words(text: str) -> str:
    """Return a stored name of a person in the reader's language where the program gave it, else as it is."""
    return account_name(shown_of_before(text))


def account_name(login: str) -> str:
    """Return what an account without a name is called: its sign-in name, a word where the first start chose that."""
    return gettext("organiser") if login == OWNER else login


class Role(models.TextChoices):
    """A person's role at an event; tournament/core/roles.py lists the rights of each."""

    ORGANISER = "organiser", _("organiser")
    REFEREE = "referee", _("referee")
    DESK = "desk", _("desk")


class Membership(models.Model):
    """One person's role in one tournament."""

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=12, choices=Role.choices)

    class Meta:
        verbose_name = _("role")
        constraints = [models.UniqueConstraint(fields=["tournament", "user"], name="one_role_per_tournament")]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()}"


class OwnerAccess(models.Model):
    """A time in which the owner of the installation organises a club's event, and why. One that ends early gets an
    earlier `until`."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="owner_accesses")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="owner_accesses")
    opened_at = models.DateTimeField()
    until = models.DateTimeField()
    reason = models.CharField(_("reason"), max_length=500)

    class Meta:
        verbose_name = _("owner’s access")
        ordering = ["-opened_at", "-pk"]
        constraints = [models.CheckConstraint(condition=~models.Q(reason=""), name="an_owner_says_why")]

    def __str__(self) -> str:
        return f"{self.user}: {self.tournament}"


class Verb(models.TextChoices):
    """The verb of a history entry, as it follows the person's name.

    The values are stored in every history and do not change. Only the labels are for readers.
    """

    SET_UP = "set up the tournament", _("set up the tournament")
    CHANGED_SETTINGS = "changed the settings", _("changed the settings")
    CHANGED_HANCHAN = "changed the hanchan", _("changed the hanchan")
    CHANGED_RULES = "changed the rules", _("changed the rules")
    CHANGED_STANDING_RULES = "changed how places are decided", _("changed the standings rules")
    CHANGED_PRIZES = "changed the prizes", _("changed the prizes")
    ADDED_SCREEN = "added a screen", _("added a screen")
    CHANGED_SCREEN = "changed a screen", _("changed a screen")
    REMOVED_SCREEN = "removed a screen", _("removed a screen")
    SHOWED = "changed what screens show", _("changed what screens show")
    ADDED_IMAGE = "added a picture for the screens", _("added a picture for the screens")
    REMOVED_IMAGE = "removed a picture for the screens", _("removed a picture for the screens")
    ANNOUNCED = "wrote a message to everybody", _("wrote a message to everybody")
    WITHDREW_NOTICE = "withdrew a message to everybody", _("withdrew a message to everybody")
    WROTE_REPORT = "wrote the report", _("wrote the event report")
    ADDED_PHOTOGRAPH = "added a photograph", _("added a photograph to the event report")
    REMOVED_PHOTOGRAPH = "removed a photograph", _("removed a photograph from the event report")
    CHANGED_PUBLIC = "changed what is public", _("changed what is public")
    ADDED_STAFF = "added to the staff", _("added a staff member")
    MADE_LINK = "made a sign-in link", _("made a sign-in link")
    CHANGED_ROLE = "changed a role", _("changed a role")
    REMOVED_STAFF = "removed from the staff", _("removed a staff member")
    CHANGED_NAME = "changed the own name", _("changed their name")
    ADDED_PLAYER = "added a player", _("added a player")
    ADDED_PLAYERS = "added players", _("added players")
    CHANGED_QUALIFIERS = "changed who qualifies", _("changed where players qualify")
    ADDED_QUALIFIERS = "registered qualifiers", _("registered qualifiers")
    DECLINED_QUALIFIER = "declined as a qualifier", _("recorded that a qualifier declined")
    UNDID_DECLINED_QUALIFIER = "undid declined as a qualifier", _("undid that a qualifier declined")
    IMPORTED_PLAYERS = "imported players", _("imported players")
    CHANGED_PLAYER = "changed a player", _("edited a player")
    DELETED_PLAYER = "deleted a player", _("deleted a player")
    RENUMBERED = "renumbered the players", _("renumbered the players")
    CHECKED_IN = "checked in", _("checked in")
    UNDID_CHECK_IN = "undid a check-in", _("undid a check-in")
    CHECKED_IN_ALL = "checked in everybody", _("checked everybody in")
    RESET_CHECK_IN = "started the check-in anew", _("reset the check-in")
    CLOSED_CHECK_IN = "closed check-in", _("closed check-in")
    REOPENED_CHECK_IN = "reopened check-in", _("reopened check-in")
    QUEUED = "put on the waiting list", _("moved to the waiting list")
    GAVE_PLACE = "gave a place", _("gave a place from the waiting list")
    DECLINED = "declined a place", _("recorded a declined place")
    CONFIRMED = "confirmed a place", _("confirmed a place")
    UNDID_CONFIRMATION = "undid a confirmation", _("undid a confirmation")
    CHANGED_REGISTRATION = "changed the registration page", _("changed the registration page")
    REGISTERED = "registered online", _("registered online")
    CONFIRMED_NAMES = "confirmed names", _("confirmed names for public pages")
    REMOVED_REGISTRATIONS = "removed registrations", _("removed registrations")
    REVOKED_LINK = "revoked a personal link", _("revoked a personal link")
    RENEWED_LINK = "made a new personal link", _("made a new personal link")
    RENEWED_ALL_LINKS = "renewed all personal links", _("renewed all personal links")
    RENEWED_TABLE_CODES = "renewed the codes of the tables", _("renewed the codes of the tables")
    TOLD_APART = "marked two players as different people", _("marked two players as different people")
    UNDID_TOLD_APART = "undid different people", _("undid marking two players as different people")
    MERGED_ENTRIES = "merged two entries", _("merged two entries of one person")
    UNDID_MERGE = "undid a merge", _("undid merging two entries")
    MARKED_PAID = "marked as paid", _("marked as paid")
    MARKED_UNPAID = "marked as unpaid", _("marked as unpaid")
    WITHDREW = "withdrew a player", _("withdrew a player")
    REINSTATED = "reinstated a player", _("reinstated a player")
    DISQUALIFIED = "disqualified a player", _("disqualified a player")
    ASSIGNED_SUBSTITUTE = "put in a substitute", _("assigned a substitute")
    REMOVED_SUBSTITUTE = "took back a substitute", _("removed a substitute")
    ADDED_WISH = "wished of the seating", _("added a seating wish")
    WITHDREW_WISH = "withdrew a wish", _("withdrew a seating wish")
    RESTORED_WISH = "brought back a wish", _("restored a seating wish")
    REQUESTED_PLAN = "asked for a plan", _("started planning a seating")
    STOPPED_PLAN = "stopped the planning", _("stopped planning a seating")
    DISCARDED_PLAN = "threw a plan away", _("discarded a planned seating")
    PLANNED = "planned the seating", _("planned the seating")
    IMPORTED_SEATING = "imported a seating", _("imported a seating")
    PAIRED = "seated a hanchan by the standings", _("seated a hanchan by the standings")
    SWAPPED_SEATS = "swapped two seats", _("swapped two seats")
    CHANGED_SEATS = "changed seats", _("changed seats")
    RECORDED_SEATS = "recorded who really sat where", _("recorded the seats as played")
    REPLACED_PLAYER = "replaced a player in the seating", _("replaced a player in the seating")
    REPAIRED = "repaired the seating", _("repaired the seating")
    RESTORED_SEATING = "went back to an earlier seating", _("restored an earlier seating")
    PUBLISHED_SEATING = "published the seating", _("published the seating")
    HID_SEATING = "hid the seating", _("hid the seating")
    COMMITTED_DRAW = "committed to a draw", _("committed to a draw")
    HELD_DRAW = "held a draw", _("held a draw")
    CANCELLED_DRAW = "cancelled a draw", _("cancelled a draw")
    STARTED = "started a hanchan", _("started a hanchan")
    UNDID_START = "took back the start of a hanchan", _("undid the start of a hanchan")
    PAUSED = "paused the clock", _("paused the clock")
    RESUMED = "let the clock run on", _("resumed the clock")
    CHANGED_LIMIT = "changed the time limit", _("changed the time limit")
    CLOSED = "closed a hanchan", _("closed a hanchan")
    REOPENED = "reopened a hanchan", _("reopened a hanchan")
    RELEASED = "released results", _("released results")
    WITHHELD = "withheld results", _("hid results")
    STARTED_CEREMONY = "started the ceremony", _("started the ceremony")
    REVEALED_PLACE = "revealed a place", _("revealed a place")
    ANNOUNCED_PRIZE = "announced a prize", _("announced a prize")
    MOVED_CEREMONY = "moved the ceremony", _("changed what the ceremony screen shows")
    CORRECTED_CEREMONY = "corrected the ceremony", _("used corrected places in the ceremony")
    ENDED_CEREMONY = "ended the ceremony", _("ended the ceremony")
    CANCELLED_CEREMONY = "cancelled the ceremony", _("cancelled the ceremony")
    PLAYED_GAME = "entered a game", _("entered a game")
    MADE_OFFICIAL = "made results official", _("made results official")
    SENT_PROTEST = "reported an error", _("reported an error")
    ANSWERED_PROTEST = "answered a protest", _("answered a protest")
    CALLED_REFEREE = "called a referee", _("called a referee")
    ANSWERED_CALL = "answered a call", _("answered the call of a table")
    ENTERED_ALL_LAST = "entered an all-last sheet", _("entered an all-last sheet")
    DREW_WINDS = "drew the winds", _("drew the winds of a table")
    BROKE_OFF_WIND_DRAW = "broke off a draw of the winds", _("broke off a draw of the winds")
    CANCELLED_WIND_DRAW = "cancelled a draw of the winds", _("cancelled a draw of the winds")
    REOPENED_RESULTS = "reopened official results", _("reopened official results")
    ENTERED_SHEET = "entered a sheet", _("entered a report sheet")
    CHANGED_SHEET = "changed a sheet", _("changed a report sheet")
    AGREED_SHEET = "agreed with a sheet", _("agreed with a report sheet")
    SIGNED_SHEET = "signed a sheet", _("signed a report sheet")
    READ_SHEET_OTHERWISE = "read a sheet otherwise", _("typed a report sheet differently")
    DECIDED_SHEET = "decided between two readings", _("decided between two readings of a report sheet")
    WAIVED_SHEET = "accepted a sheet read once", _("accepted a report sheet that one person had read")
    KEPT_SHEET = "kept a disputed sheet", _("kept a disputed report sheet")
    TOOK_SHEET_BACK = "took a sheet back", _("took a report sheet back")
    NOT_PLAYED = "not played", _("recorded as not played")
    PLAYED_AFTER_ALL = "played after all", _("recorded as played after all")
    NOTED_HAND_IN = "noted the hand-in of a sheet", _("noted the hand-in of a report sheet")
    DISMISSED_PROPOSAL = "dismissed a proposed penalty", _("dismissed a proposed penalty")
    ATTACHED_PHOTOGRAPH = "attached a photograph", _("attached a photograph of a report sheet")
    DELETED_PHOTOGRAPH = "deleted a photograph", _("deleted a photograph of a report sheet")
    CORRECTED_PEOPLE = "corrected who played", _("corrected who played")
    GAVE_PENALTY = "gave a penalty", _("gave a penalty")
    CANCELLED_PENALTY = "cancelled a penalty", _("cancelled a penalty")
    ENTERED_LATENESS = "entered lateness", _("entered a late arrival")
    DECIDED_TIE = "decided about equal totals", _("resolved a tie")
    CANCELLED_TIE = "cancelled a decision about equal totals", _("cancelled a tie decision")
    DECIDED_CUT = "decided which finalists count", _("decided which finalists count")
    MADE_TOKEN = "made an API token", _("made an API token")
    REVOKED_TOKEN = "revoked an API token", _("revoked an API token")
    # Nothing is sent to other programs any more; older histories have these two lines.
    MADE_WEBHOOK = "made a webhook", _("made a webhook")
    REMOVED_WEBHOOK = "removed a webhook", _("removed a webhook")
    REMOVED_PERSON = "removed personal data", _("removed the personal data of a player")
    MOVED_AWAY = "moved the event away", _("moved the event to another installation")
    TOOK_BACK = "took the event back", _("took the event back")
    TOOK_OVER = "took the event over", _("took over the event from another installation")
    OPENED_AS_OWNER = "opened the event as owner", _("opened the event as the owner of the installation")
    ENDED_OWNER_ACCESS = "ended the access of the owner", _("ended the installation owner’s access")
    BEGAN_CHAIN = "began the audit chain", _("began the audit chain")
    EXTENDED_CHAIN = "extended the audit chain", _("extended the audit chain")


SUBJECT_TYPED = frozenset({
    *(Verb.ADDED_SCREEN, Verb.CHANGED_SCREEN, Verb.REMOVED_SCREEN, Verb.ADDED_IMAGE, Verb.REMOVED_IMAGE),
    *(Verb.ADDED_PHOTOGRAPH, Verb.REMOVED_PHOTOGRAPH),
    *(Verb.ANNOUNCED, Verb.WITHDREW_NOTICE, Verb.MADE_TOKEN, Verb.REVOKED_TOKEN, Verb.COMMITTED_DRAW),
    *(Verb.ADDED_STAFF, Verb.MADE_LINK, Verb.CHANGED_ROLE, Verb.REMOVED_STAFF, Verb.CHANGED_NAME),
    *(Verb.IMPORTED_PLAYERS, Verb.CHANGED_QUALIFIERS),
})  # fmt: skip
"""The acts on something that has a name, which somebody typed: no line from before is read there."""

SUBJECT_CODES: dict[str, tuple[str, ...]] = {
    Verb.PAIRED: ("pairing",),
    Verb.CORRECTED_PEOPLE: ("who-played",),
    Verb.ADDED_WISH: ("wish",),
    Verb.WITHDREW_WISH: ("wish",),
    Verb.RESTORED_WISH: ("wish",),
    Verb.CHANGED_PRIZES: ("prize",),
    Verb.SHOWED: ("screens",),
    Verb.CHANGED_RULES: (ENGLISH,),  # the title of a rule set is stored in English
}
"""What the subject of an act is, where a line from before does not say so by its letters."""


class AuditEntry(models.Model):
    """One act. `verb` names the action, `subject` what it was done to, `detail` the values before and after.

    `actor_name` and `actor_login` are those of the person at that moment, whatever they are called today; `device` says
    from where. `figures` are the rows that the act stored (tournament/core/records.py). `chain` covers all of it and
    `previous`, which is the `chain` of the line stored before (tournament/core/chain.py). It covers texts by
    commitments with `salts`; `erased` has those of texts that were erased (archive/removal/).
    """

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="audit_entries")
    edition = models.PositiveIntegerField()
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    verb = models.CharField(max_length=60, choices=Verb)
    subject = models.CharField(max_length=LONGEST, blank=True)
    reason = models.CharField(max_length=500, blank=True)
    submission = models.CharField(max_length=36, blank=True)
    detail = models.JSONField(default=dict)
    actor_name = models.CharField(max_length=310, blank=True)
    actor_login = models.CharField(max_length=150, blank=True)
    device = models.CharField(max_length=60, blank=True)
    figures = models.JSONField(default=dict, blank=True)
    salts = models.JSONField(default=dict, blank=True)
    erased = models.JSONField(default=dict, blank=True)
    previous = models.CharField(max_length=64, default="")
    chain = models.CharField(max_length=64, default="")

    class Meta:
        verbose_name = _("history entry")
        verbose_name_plural = _("history")
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["submission"], name="set_up_by_submission", condition=models.Q(verb=Verb.SET_UP))
        ]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "edition"], name="one_entry_per_edition"),
            models.UniqueConstraint(
                fields=["tournament", "submission"],
                condition=~models.Q(submission=""),
                name="one_entry_per_submission",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.get_verb_display()} {self.about}"

    @property
    def subject_words(self) -> StoredWords | None:
        """The words of the subject, None where it is a text that somebody typed, or a name."""
        if self.verb in SUBJECT_TYPED:
            return decoded(self.subject)
        return decoded_of_before(self.subject, *SUBJECT_CODES.get(self.verb, ()))

    @property
    def actor(self) -> str:
        """Who it was, in the reader's language: of an account that has no name, and of a table; "" for a command."""
        if self.by_id is not None:
            return account_name(self.actor_name) if self.actor_name == self.actor_login else self.actor_name
        words = decoded_of_before(self.actor_name) if self.verb == Verb.CALLED_REFEREE else decoded(self.actor_name)
        return self.actor_name if words is None else str(words)

    @property
    def reason_in_words(self) -> str:
        """The reason in the reader's language where the program gave it, else as it was typed."""
        return shown_reason(self.reason)

    @property
    def about(self) -> str:
        """The subject in the reader's language."""
        words = self.subject_words
        return self.subject if words is None else str(words)

    changes_what_is_public = False
    """Set by the act itself: public pages then show the head after this line."""

    def value(self) -> str:
        """Return the value of the chain after this line as it is now."""
        return next_value(self.previous, committed(self.content(), self.salts, self.erased))

    def erase(self, texts: Mapping[str, str]) -> None:
        """Put other texts at some paths, and throw away what would prove those that were there.

        What stays keeps its salt; of what goes, the commitment stays. The line proves itself as before.
        """
        content = self.content()
        found = {path: text for name in TEXTS for path, text in texts_of(content[name], name)}
        gone = {path: commitment(found[path], path, self.salts) for path in texts if path not in self.erased}
        self.erased = {**self.erased, **gone}
        self.salts = {path: salt_of(path, self.salts) for path in found if found[path] and path not in self.erased}
        for name in TEXTS:
            setattr(self, name, with_texts(content[name], name, texts))

    def content(self) -> dict[str, object]:
        """Return everything that the chain covers, as plain values."""
        texts = ("verb", "subject", "reason", "submission", "actor_name", "actor_login", "device")
        return {
            "line": self.edition,
            "at": moment(self.at),
            "by": None if self.by_id is None else self.by_id - self.tournament.id_offset,
            **{name: str(getattr(self, name)) for name in texts},
            "detail": json.loads(json.dumps(self.detail)),
            "figures": self.figures,
        }
