"""Report sheets: every version that was ever typed, and the one that counts.

A *sheet* is one table of one hanchan. A *version* is what somebody typed from the paper at some time, never changed;
a correction is a new version with a reason. `Sheet.accepted` points to the version that counts. Where a second person
has to agree first, the first *reading* waits at `Sheet.first_reading`; one that differs, from it or from the version
that counts, waits at `Sheet.other_reading` until a referee has looked.
"""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import ClassVar, Protocol

from django.conf import settings
from django.db import models
from django.db.models import F
from django.db.models.lookups import Exact
from django.utils.timezone import localtime
from django.utils.translation import gettext, gettext_noop, ngettext
from django.utils.translation import gettext_lazy as _

from scoring.fouls import Schedule
from scoring.fouls.cases import Consequence, UnknownAnswer
from scoring.game import DEPOSIT
from scoring.messages import phrase
from scoring.points import write
from scoring.winds import WINDS, Wind
from tournament.core.messages import Level, Message, sentence
from tournament.core.models import Hanchan, Tournament, User, person_in_words
from tournament.core.records import Recorded
from tournament.core.stored_words import shown_reason
from tournament.players.models import Player
from tournament.seats.models import WIND_CHOICES
from tournament.translation.formats import written


def answers_in_words(fouls: Schedule, code: str, answers: Mapping[str, str]) -> list[str]:
    """The answers to a foul's questions, in their order; [] when the schedule has no such foul or answer any more."""
    try:
        return [gettext(words) for words in fouls.foul(code).words(answers)] if answers else []
    except (KeyError, UnknownAnswer):
        return []


def how_late(minutes: int | None, *, forfeited: bool, limit: int) -> str:
    """Return the lateness in words: `minutes` full ones, "" for another penalty and for a player who was absent.

    A forfeit has passed the rule set's `limit` in minutes: ten minutes and a second are ten full minutes, and ten
    minutes have a price of their own (WRC 2025 §12.3.9).
    """
    if minutes is None:
        return ""
    if forfeited:
        return ngettext("more than {n} minute", "more than {n} minutes", limit).format(n=limit)
    return ngettext("{n} minute", "{n} minutes", minutes).format(n=minutes)


class SheetState(models.TextChoices):
    """The progress of a report sheet."""

    MISSING = "missing", _("missing")
    ONCE = "once", _("typed once")
    DIFFERS = "differs", _("two readings differ")
    DISPUTED = "disputed", _("disputed")
    ACCEPTED = "accepted", _("accepted")


class Agreement(models.TextChoices):
    """The reason why a version counts that one person typed."""

    NONE = "", _("nobody else has read it")
    READING = "reading", _("typed twice")
    SIGHT = "sight", _("compared with the paper")
    SIGNATURE = "signed", _("signed at the table")
    DECISION = "decision", _("decided between two readings")
    WAIVER = "waiver", _("accepted with one reading")


class Sheet(Recorded):
    """The report sheet of one table in one hanchan."""

    hanchan = models.ForeignKey("tournament.Hanchan", on_delete=models.CASCADE, related_name="sheets")
    table = models.PositiveSmallIntegerField()
    accepted = models.OneToOneField(
        "tournament.SheetVersion", on_delete=models.PROTECT, null=True, blank=True, related_name="accepted_by"
    )
    first_reading = models.OneToOneField(
        "tournament.SheetVersion", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    other_reading = models.OneToOneField(
        "tournament.SheetVersion", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    path_to_tournament = "hanchan__tournament"
    shown_by = "table"

    class Meta:
        verbose_name = _("report sheet")
        ordering = ["table"]
        constraints = [
            models.UniqueConstraint(fields=["hanchan", "table"], name="one_sheet_per_table"),
            models.CheckConstraint(
                condition=models.Q(accepted=None) | models.Q(first_reading=None), name="a_sheet_that_counts_waits_not"
            ),
            models.CheckConstraint(
                condition=models.Q(other_reading=None)
                | models.Q(accepted__isnull=False)
                | models.Q(first_reading__isnull=False),
                name="another_reading_than_what",
            ),
        ]

    def __str__(self) -> str:
        return f"hanchan {self.hanchan.number}, table {self.table}"

    @classmethod
    def faults(cls, tournament: Tournament) -> Iterator[Message]:
        """Yield the tables that count and whose points no longer add up, though nobody has overridden the sum."""
        lines = SheetLine.objects.filter(
            version__accepted_by__hanchan__tournament=tournament, version__overridden=False
        )
        where = ("version__accepted_by__hanchan__number", "version__accepted_by__table", "version__deposits")
        rows = lines.order_by(*where, "pk").values_list(*where, "points")
        rules = tournament.ruleset
        for (hanchan, table, deposits), group in groupby(rows, itemgetter(0, 1, 2)):
            total = sum(points for *_where, points in group)
            if total + deposits * DEPOSIT != rules.total:
                text = gettext_noop(
                    "Hanchan {hanchan}, table {table}: the points no longer add up, with {total} in all."
                )
                params = {"hanchan": hanchan, "table": table, "total": write(total)}
                yield Message("sum-broken", text, params, Level.ERROR)

    @property
    def state(self) -> SheetState:
        return state_of(self.accepted_id, self.first_reading_id, self.other_reading_id)


def state_of(accepted: int | None, first_reading: int | None, other_reading: int | None) -> SheetState:
    """Return the state of a sheet from what it points to.

    >>> state_of(None, None, None).value, state_of(None, 1, None).value, state_of(None, 1, 2).value
    ('missing', 'once', 'differs')
    """
    if accepted is None and first_reading is None:
        return SheetState.MISSING
    if accepted is None:
        return SheetState.ONCE if other_reading is None else SheetState.DIFFERS
    return SheetState.ACCEPTED if other_reading is None else SheetState.DISPUTED


class SheetVersion(Recorded):
    """One entry of a sheet. `submission` makes a double click or a repeated send one version.

    Players who type and sign their own sheet are `entered_player` and `agreed_player`; nobody is signed in then.

    `is_reading`: typed from the paper; a later version is otherwise a change of what counted, with a reason.
    Who agreed is never who typed it; only a waiver, with its reason, may come from the same person.

    A version that is not `is_played` says, with a reason, that nobody played at the table: it has no lines.
    """

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveSmallIntegerField()
    deposits = models.PositiveSmallIntegerField(_("riichi deposits left on the table"), default=0)
    entered_at = models.DateTimeField()
    entered_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    entered_player = models.ForeignKey("tournament.Player", on_delete=models.PROTECT, null=True, related_name="+")
    reason = models.CharField(_("reason for the change"), max_length=500, blank=True)
    overridden = models.BooleanField(default=False)
    is_played = models.BooleanField(default=True)
    submission = models.UUIDField(default=uuid.uuid4)
    is_reading = models.BooleanField(default=False)
    agreement = models.CharField(_("agreement"), max_length=8, choices=Agreement, blank=True, default=Agreement.NONE)
    agreed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    agreed_player = models.ForeignKey("tournament.Player", on_delete=models.PROTECT, null=True, related_name="+")
    agreed_at = models.DateTimeField(null=True)
    agreed_reason = models.CharField(_("reason"), max_length=500, blank=True)

    path_to_tournament = "sheet__hanchan__tournament"
    shown_by = "number"

    class Meta:
        verbose_name = _("version of a report sheet")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["sheet", "number"], name="one_version_per_number"),
            models.UniqueConstraint(fields=["sheet", "submission"], name="one_version_per_submission"),
            models.CheckConstraint(
                condition=models.Q(number=1) | models.Q(is_reading=True) | ~models.Q(reason=""),
                name="a_change_has_a_reason",
            ),
            models.CheckConstraint(
                condition=models.Q(is_played=True) | (~models.Q(reason="") & models.Q(deposits=0, is_reading=False)),
                name="not_played_says_why",
            ),
            models.CheckConstraint(
                condition=models.Q(agreement=Agreement.WAIVER)
                | models.Q(agreed_by=None)
                | models.Q(entered_by=None)
                | ~models.Q(agreed_by=F("entered_by")),
                name="two_people_agree",
            ),
            models.CheckConstraint(
                condition=models.Q(agreement=Agreement.NONE, agreed_by=None, agreed_at=None)
                | models.Q(agreement=Agreement.WAIVER, agreed_at__isnull=False)
                | models.Q(agreement=Agreement.SIGNATURE, agreed_player__isnull=False, agreed_at__isnull=False)
                | (
                    ~models.Q(agreement__in=[Agreement.NONE, Agreement.SIGNATURE, Agreement.WAIVER])
                    & models.Q(agreed_by__isnull=False, agreed_at__isnull=False)
                ),
                name="an_agreement_has_its_person",
            ),
            models.CheckConstraint(
                condition=~models.Q(agreement__in=[Agreement.DECISION, Agreement.WAIVER]) | ~models.Q(agreed_reason=""),
                name="a_decision_has_a_reason",
            ),
            models.CheckConstraint(
                condition=models.Q(agreed_player=None)
                | (
                    models.Q(agreement=Agreement.SIGNATURE, agreed_by=None)
                    & (models.Q(entered_player=None) | ~models.Q(agreed_player=F("entered_player")))
                ),
                name="two_players_sign",
            ),
            models.CheckConstraint(
                condition=models.Q(entered_by=None) | models.Q(entered_player=None), name="one_person_types"
            ),
        ]

    def __str__(self) -> str:
        return f"version {self.number}"

    @property
    def typist(self) -> object:
        """The person who typed it: somebody of the staff or a player, None for a command."""
        return self.entered_by or self.entered_player

    @property
    def second_reader(self) -> object:
        """The person who agreed: somebody of the staff or a player, None while nobody has."""
        return self.agreed_by or self.agreed_player

    def is_by(self, person: User | None, player: Player | None = None) -> bool:
        """Return whether this person of the staff typed it, or this player."""
        return (self.entered_by, self.entered_player_id) == (person, player and player.pk)


class SheetLine(Recorded):
    """One player's final points on a version, with the wind the player started with.

    `yakitori` and `busted_by` (a starting wind) are marked where the rules play them.
    """

    version = models.ForeignKey(SheetVersion, on_delete=models.CASCADE, related_name="lines")
    wind = models.CharField(max_length=1, choices=WIND_CHOICES)
    player = models.ForeignKey("tournament.Player", on_delete=models.PROTECT, related_name="sheet_lines")
    points = models.IntegerField()
    yakitori = models.BooleanField(_("won no hand"), default=False)
    busted_by = models.CharField(_("wind of who took the last points"), max_length=1, choices=WIND_CHOICES, blank=True)

    path_to_tournament = "version__sheet__hanchan__tournament"
    shown_by = "wind"

    class Meta:
        verbose_name = _("line of a report sheet")
        constraints = [
            models.UniqueConstraint(fields=["version", "wind"], name="one_line_per_wind"),
            models.UniqueConstraint(fields=["version", "player"], name="one_line_per_player"),
            models.CheckConstraint(
                condition=models.Q(wind__in=[wind.value for wind in WINDS]), name="line_wind_is_a_wind"
            ),
            models.CheckConstraint(condition=Exact(F("points") % 100, 0), name="points_are_hundreds"),
            models.CheckConstraint(
                condition=models.Q(busted_by__in=["", *(wind.value for wind in WINDS)])
                & ~models.Q(busted_by=F("wind")),
                name="busted_by_another",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.wind} {self.points}"

    @property
    def typed(self) -> tuple[str, int, int, bool, str]:
        """The typed values of this line."""
        return self.wind, self.player_id, self.points, self.yakitori, self.busted_by


class AllLastRow(Recorded):
    """One row of the all-last sheet: each player's delta by CURRENT wind before a presumed last hand (S2).

    At a table of three nobody is North: it stays 0.
    """

    version = models.ForeignKey(SheetVersion, on_delete=models.CASCADE, related_name="all_last_rows")
    number = models.PositiveSmallIntegerField(default=1)
    hand = models.PositiveSmallIntegerField(default=4)
    east = models.IntegerField()
    south = models.IntegerField()
    west = models.IntegerField()
    north = models.IntegerField()

    path_to_tournament = "version__sheet__hanchan__tournament"
    shown_by = "number"

    class Meta:
        verbose_name = _("row of an all-last sheet")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["version", "number"], name="one_all_last_row_per_number"),
            models.CheckConstraint(condition=models.Q(hand__range=(1, 4)), name="hand_of_a_round"),
        ]

    def __str__(self) -> str:
        return f"all-last row {self.number}"

    @property
    def deltas(self) -> tuple[int, int, int, int]:
        """By current wind, East first."""
        return self.east, self.south, self.west, self.north


class PenaltyKind(models.TextChoices):
    """The kinds of penalty."""

    NONE = "none", _("no penalty")
    WARNING = "warning", _("warning")
    DEAD_HAND = "dead-hand", _("dead hand")
    CHONBO = "chonbo", _("chonbo")
    POINTS = "points", _("point penalty")
    LATE = "late", _("late")
    FORFEIT = "forfeit", _("forfeited hanchan")
    DISQUALIFICATION = "disqualification", _("disqualification")


class Penalty(Recorded):
    """One penalty of one player, in a hanchan or outside one (hanchan None)."""

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="penalties")
    player = models.ForeignKey("tournament.Player", on_delete=models.PROTECT, related_name="penalties")
    hanchan = models.ForeignKey(
        "tournament.Hanchan", on_delete=models.PROTECT, null=True, blank=True, related_name="penalties"
    )
    kind = models.CharField(_("kind"), max_length=16, choices=PenaltyKind)
    foul = models.CharField(_("foul"), max_length=40, blank=True)
    foul_title = models.CharField(max_length=200, blank=True)
    answers = models.JSONField(_("answers"), default=dict, blank=True)  # keys by question, as the schedule asks them
    consequence = models.CharField(_("consequence"), max_length=16, blank=True)  # what the schedule had for them
    amount = models.PositiveIntegerField(_("points taken off"), default=0)
    scheduled_amount = models.PositiveIntegerField(null=True)
    minutes = models.PositiveSmallIntegerField(_("minutes late"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=500)
    referee = models.CharField(_("referee"), max_length=100)
    status_before = models.CharField(max_length=12, blank=True)  # of a disqualified player; cancelling gives it back
    given_at = models.DateTimeField()
    given_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    submission = models.UUIDField()
    cancelled_at = models.DateTimeField(null=True)
    cancelled_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    cancelled_reason = models.CharField(max_length=500, blank=True)

    path_to_tournament = "tournament"

    class Meta:
        verbose_name = _("penalty")
        verbose_name_plural = _("penalties")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "submission"], name="one_penalty_per_submission"),
            models.CheckConstraint(
                condition=models.Q(cancelled_at=None) | ~models.Q(cancelled_reason=""),
                name="a_cancelled_penalty_says_why",
            ),
            models.CheckConstraint(
                condition=~models.Q(kind=PenaltyKind.FORFEIT) | models.Q(hanchan__isnull=False),
                name="a_forfeit_has_its_hanchan",
            ),
            models.UniqueConstraint(
                fields=["player", "hanchan"],
                condition=models.Q(kind__in=[PenaltyKind.LATE, PenaltyKind.FORFEIT], cancelled_at=None),
                name="lateness_or_forfeit_once_per_hanchan",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.get_kind_display()}"

    @property
    def deviation(self) -> int | None:
        """The schedule's points where the referee took others, else None."""
        return self.scheduled_amount if self.scheduled_amount not in (None, self.amount) else None

    @property
    def foreseen_kind(self) -> str:
        """The schedule's penalty in words where the referee gave another kind, else ""."""
        known = self.consequence not in ("", Consequence.DISCRETION, self.kind)
        return sentence(phrase(Consequence(self.consequence).label)) if known and self.minutes is None else ""

    @property
    def answers_in_words(self) -> list[str]:
        """The referee's answers, in the reader's language; [] when the schedule does not ask it any more."""
        return answers_in_words(self.tournament.schedule, self.foul, self.answers)

    @property
    def how_late(self) -> str:
        """The minutes in words, "" where they are not what it was given for."""
        limit = self.tournament.ruleset.lateness.minutes
        return how_late(self.minutes, forfeited=self.kind == PenaltyKind.FORFEIT, limit=limit)

    @property
    def reason_in_words(self) -> str:
        """The reason in the reader's language where the program gave it, else as it was typed."""
        return shown_reason(self.reason)

    @property
    def cancelled_reason_in_words(self) -> str:
        """The same for why it was cancelled."""
        return shown_reason(self.cancelled_reason)

    @property
    def referee_in_words(self) -> str:
        """The referee by name; a word where there is none."""
        return person_in_words(self.referee)

    @property
    def foul_title_in_words(self) -> str:
        """The foul's name in the reader's language."""
        return gettext(self.foul_title) if self.foul_title else ""


class TieDecision(Recorded):
    """The order of some players who are equal in the standings after hanchan `after`; it holds there and at a cut made
    there, never later."""

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="tie_decisions")
    after = models.PositiveSmallIntegerField(_("after hanchan"))
    reason = models.CharField(_("reason"), max_length=500)
    referee = models.CharField(_("referee"), max_length=100)
    decided_at = models.DateTimeField()
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    submission = models.UUIDField()
    cancelled_at = models.DateTimeField(null=True)
    cancelled_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    cancelled_reason = models.CharField(max_length=500, blank=True)

    path_to_tournament = "tournament"

    class Meta:
        verbose_name = _("decision about equal totals")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "submission"], name="one_tie_decision_per_submission"),
            models.CheckConstraint(condition=~models.Q(reason=""), name="a_tie_decision_says_why"),
            models.CheckConstraint(
                condition=models.Q(cancelled_at=None) | ~models.Q(cancelled_reason=""),
                name="a_cancelled_tie_decision_says_why",
            ),
        ]

    def __str__(self) -> str:
        return f"tie decision after hanchan {self.after}"

    @property
    def referee_in_words(self) -> str:
        """The referee by name; a word where there is none."""
        return person_in_words(self.referee)


class TieDecisionPlace(Recorded):
    """One player in the order of a decision; 1 stands first."""

    decision = models.ForeignKey(TieDecision, on_delete=models.CASCADE, related_name="places")
    position = models.PositiveSmallIntegerField()
    player = models.ForeignKey("tournament.Player", on_delete=models.PROTECT, related_name="tie_decisions")

    path_to_tournament = "decision__tournament"
    shown_by = "position"

    class Meta:
        verbose_name = _("place in a decision about equal totals")
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["decision", "position"], name="one_tied_player_per_position"),
            models.UniqueConstraint(fields=["decision", "player"], name="one_position_per_tied_player"),
        ]

    def __str__(self) -> str:
        return f"{self.position} {self.player}"


class SheetPrinting(models.Model):
    """The last printing of a table's report sheet: its code, from which follows whether the same people still sit there
    (sheets/printings.py)."""

    hanchan = models.ForeignKey("tournament.Hanchan", on_delete=models.CASCADE, related_name="printings")
    table = models.PositiveSmallIntegerField()
    code = models.CharField(max_length=8)
    printed_at = models.DateTimeField()
    printed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        verbose_name = _("printing of a report sheet")
        constraints = [models.UniqueConstraint(fields=["hanchan", "table"], name="one_printing_per_table")]

    def __str__(self) -> str:
        return self.code


class SeatHolder(Protocol):
    """The player at a seat, and its holder."""

    @property
    def player(self) -> Player: ...

    @property
    def holder(self) -> Player: ...


class DrawWay(models.TextChoices):
    """The way a table's winds were drawn. Earlier releases wrote the other three; their rows are still read."""

    PAGE = "page", _("by the page of the table")
    JOINT = "joint", _("by all players on their phones")
    DIRECT = "direct", _("by the server alone")
    TRADITIONAL = "traditional", _("with tiles and dice")


class WindDraw(Recorded):
    """One draw of the winds of a table in a hanchan. A table has one draw that is not cancelled.

    `winds` are pairs of a wind and the id of the player who drew it, in the order of the players. `drawn_by` is the
    player whose personal link was used; None where the table's code was, and in rows of earlier releases. Those have in
    `proof` what they were computed from, and no winds for an attempt that was broken off.
    """

    path_to_tournament = "hanchan__tournament"
    lists_of_ids: ClassVar[frozenset[str]] = frozenset({"winds"})

    hanchan = models.ForeignKey("tournament.Hanchan", on_delete=models.CASCADE, related_name="wind_draws")
    table = models.PositiveSmallIntegerField(_("table"))
    attempt = models.PositiveSmallIntegerField()
    way = models.CharField(max_length=12, choices=DrawWay)
    winds = models.JSONField(default=list, blank=True)
    proof = models.JSONField(default=dict, blank=True)
    drawn_at = models.DateTimeField()
    drawn_by = models.ForeignKey("tournament.Player", on_delete=models.PROTECT, null=True, related_name="+")
    cancelled_at = models.DateTimeField(null=True)
    cancelled_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    cancelled_reason = models.CharField(max_length=500, blank=True)

    class Meta:
        verbose_name = _("draw of the winds")
        verbose_name_plural = _("draws of the winds")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["hanchan", "table", "attempt"], name="one_wind_draw_per_attempt"),
            models.UniqueConstraint(
                fields=["hanchan", "table"],
                condition=models.Q(cancelled_at=None),
                name="one_wind_draw_per_table",
            ),
        ]

    def __str__(self) -> str:
        return f"draw {self.attempt} of table {self.table}"

    @property
    def wind_of(self) -> dict[int, Wind]:
        """The wind of each player, by id."""
        return {player: Wind(wind) for wind, player in self.winds}

    def winds_for(self, places: Sequence[SeatHolder]) -> dict[int, Wind]:
        """Return the winds by the ids of those who play at the table now: a substitute has the wind of the seat."""
        drawn = self.wind_of
        found = {place.player.pk: drawn.get(place.player.pk) or drawn.get(place.holder.pk) for place in places}
        return {player: wind for player, wind in found.items() if wind}

    @classmethod
    def winds_at(cls, hanchan: Hanchan, table: int, places: Sequence[SeatHolder]) -> dict[int, Wind]:
        """Return the winds drawn at a table, as `winds_for` does; {} before. One query, none where winds are not drawn.

        Beside the model, since typing a sheet needs it and nothing else of a draw.
        """
        if not hanchan.tournament.winds_are_drawn:
            return {}
        draw = cls._base_manager.filter(hanchan=hanchan, table=table, cancelled_at=None).first()
        return draw.winds_for(places) if draw else {}

    @property
    def was_drawn(self) -> bool:
        """Return whether it came to a result, which may have been cancelled since."""
        return bool(self.winds)

    @property
    def origin(self) -> Message:
        """A message that tells when the winds were drawn, and by whom."""
        at = written(localtime(self.drawn_at), "time")
        if self.way != DrawWay.PAGE:
            text = gettext_noop("The winds were drawn at {at}: {way}.")
            return Message("drawn", text, {"at": at, "way": DrawWay(self.way).label}, Level.NOTE)
        if self.drawn_by is None:
            text = gettext_noop("The winds were drawn at {at} at table {table}.")
            return Message("drawn", text, {"at": at, "table": self.table}, Level.NOTE)
        text = gettext_noop("The winds were drawn at {at} by {name}.")
        return Message("drawn", text, {"at": at, "name": self.drawn_by.label}, Level.NOTE)
