"""The people who play."""

from hashlib import sha256
from typing import ClassVar

from django.core.validators import RegexValidator
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.standings.values import Status
from tournament.core.records import Recorded
from tournament.players.countries import country_name
from tournament.players.names import in_order
from tournament.players.namesakes import labelled


class PlayerStatus(models.TextChoices):
    """A player's status in the event. Being a substitute is a separate flag: substitutes can withdraw too.

    `WAITING`: on the waiting list, without a place. `DECLINED`: gave the place back before the event.
    """

    PLAYING = "playing", _("playing")
    WAITING = "waiting", _("on the waiting list")
    DECLINED = "declined", _("declined")
    WITHDRAWN = "withdrawn", _("withdrawn")
    DISQUALIFIED = "disqualified", _("disqualified")


NEVER_PLACED = (PlayerStatus.WAITING, PlayerStatus.DECLINED)
"""Who has no place at the event: no count, no result and no public page knows them."""


class Player(Recorded):
    """One person in one tournament, known by the start number that is on every sheet and list.

    `name` is the one the person goes by; `legal_name` is for papers only, and no public page shows it. `reading` is how
    a name is read, for the order of lists. `distinction` tells namesakes apart (namesakes.py). `waiting_since` orders
    the waiting list; it stays when the player gets a place, so that an undo keeps the order. `contact` is for the staff
    only: no public page, print or file has it. `carried` are the points with which the player starts, from an earlier
    event. `link_number` says how often the personal link was renewed (badges/links.py), `link_revoked_at` since when it
    opens nothing.
    """

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="players")
    number = models.PositiveSmallIntegerField(_("number"))
    name = models.CharField(_("name"), max_length=100, help_text=_("As shown on sheets and lists."))
    distinction = models.CharField(max_length=80, blank=True, editable=False)
    first_name = models.CharField(_("first name"), max_length=60, blank=True)
    last_name = models.CharField(_("last name"), max_length=60, blank=True)
    legal_name = models.CharField(
        _("legal name"), max_length=100, blank=True, help_text=_("Only if it is another one. Never on public pages.")
    )
    pronouns = models.CharField(_("pronouns"), max_length=30, blank=True)
    reading = models.CharField(
        _("name reading"),
        max_length=100,
        blank=True,
        help_text=_("How the name is read, for the order of lists: やまだ たろう."),
    )
    country = models.CharField(
        _("country"),
        max_length=2,
        blank=True,
        help_text=_("Two letters, for example FR or JP."),
        validators=[RegexValidator(r"^[A-Z]{2}$", _("Two letters, for example FR or JP."))],
    )
    club = models.CharField(_("club"), max_length=80, blank=True)
    team = models.CharField(_("team"), max_length=80, blank=True)
    ema_number = models.CharField(
        _("EMA number"),
        max_length=8,
        blank=True,
        help_text=_("Eight digits; the first may be a zero."),
        validators=[RegexValidator(r"^\d{8}$", _("An EMA number has eight digits, for example 05100170."))],
    )
    ara_id = models.CharField(
        _("ARA ID"), max_length=20, blank=True, help_text=_("The number at the American Riichi Association.")
    )
    carried = models.IntegerField(_("carried score"), default=0)
    is_substitute = models.BooleanField(_("substitute"), default=False, help_text=_("Scored but not ranked."))
    is_newcomer = models.BooleanField(_("new player"), default=False)
    status = models.CharField(_("status"), max_length=12, choices=PlayerStatus, default=PlayerStatus.PLAYING)
    waiting_since = models.DateTimeField(_("waiting since"), null=True, blank=True)
    confirmed_at = models.DateTimeField(_("confirmed"), null=True, blank=True)
    is_paid = models.BooleanField(_("paid"), default=False)
    contact = models.CharField(
        _("contact"), max_length=120, blank=True, help_text=_("Phone or e-mail. Only staff can see it.")
    )
    checked_in_at = models.DateTimeField(_("checked in"), null=True, blank=True)
    note = models.CharField(_("note"), max_length=200, blank=True)
    link_number = models.PositiveIntegerField(default=0, editable=False)
    link_revoked_at = models.DateTimeField(null=True, editable=False)
    did_not_come: ClassVar[bool] = False
    """Whether the player withdrew without a hanchan played; `players_of` reads it."""

    shown_by = "number"
    unrecorded = frozenset(
        {
            *("ara_id", "checked_in_at", "confirmed_at", "contact", "distinction", "is_paid", "legal_name", "note"),
            *("link_number", "link_revoked_at", "waiting_since"),
        }
    )

    class Meta:
        verbose_name = _("player")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_player_per_number"),
            models.UniqueConstraint(
                fields=["tournament", "ema_number"],
                condition=~models.Q(ema_number=""),
                name="one_player_per_ema_number",
            ),
            models.CheckConstraint(condition=~models.Q(name=""), name="player_has_a_name"),
            models.CheckConstraint(
                condition=~models.Q(status=PlayerStatus.WAITING) | models.Q(waiting_since__isnull=False),
                name="the_waiting_list_has_an_order",
            ),
        ]

    def __str__(self) -> str:
        return self.label

    @property
    def label(self) -> str:
        """The name as lists show it: with a club or number when another player has the same name."""
        return labelled(self.name, self.distinction)

    @property
    def country_name(self) -> str:
        """The country in words, for those to whom two letters say nothing."""
        return country_name(self.country) if self.country else ""

    @property
    def telephone(self) -> str:
        """The contact as a number to dial; "" when it is something else."""
        digits = "".join(sign for sign in self.contact if sign in "+0123456789")
        return digits if len(digits) >= 5 and not set(self.contact) - set("+0123456789 ()/.-") else ""

    @property
    def state(self) -> str:
        """The status as a chip has it: somebody who withdrew without a hanchan played did not come."""
        return "did-not-come" if self.did_not_come else self.status

    @property
    def state_display(self) -> str:
        """The state in words."""
        return gettext("did not come") if self.did_not_come else self.get_status_display()

    @property
    def stamp(self) -> str:
        """Another whenever the player's entry is another, so that a form knows whether it is out of date."""
        names = (
            *("number", "name", "first_name", "last_name", "legal_name", "reading", "pronouns", "country", "club"),
            *("team", "ema_number", "ara_id", "note", "contact", "is_substitute", "carried"),
        )
        values = [str(getattr(self, name)) for name in names]
        return sha256("\x1f".join(values).encode()).hexdigest()[:16]

    @property
    def sort_name(self) -> tuple[str, ...]:
        """The name as lists are ordered by: Édouard beside Eduardo, and a name in kanji by its reading."""
        return in_order(self.reading or self.name)


class ImportColumn(models.Model):
    """What a column of a list of players contains, as it was chosen for this tournament; `field` "" for one not read.

    `heading` is the column's in comparing form (names.key).
    """

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="import_columns")
    heading = models.CharField(max_length=120)
    field = models.CharField(max_length=20, blank=True)

    class Meta:
        verbose_name = _("column of a list")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "heading"], name="one_field_per_heading"),
        ]

    def __str__(self) -> str:
        return f"{self.heading}: {self.field}"


class DifferentPeople(models.Model):
    """Two players who are two people, as somebody on the staff says, however alike their entries are.

    `first` has the lower id.
    """

    first = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("different people")
        constraints = [models.UniqueConstraint(fields=["first", "second"], name="two_are_told_apart_once")]

    def __str__(self) -> str:
        return f"{self.first} and {self.second}"

    @property
    def players(self) -> tuple[Player, Player]:
        return self.first, self.second


def standing_status(status: str, *, is_substitute: bool) -> Status:
    """Return how the standings list a player of this status (WRC 2025 §12.2, §12.3.9)."""
    if status == PlayerStatus.DISQUALIFIED:
        return Status.DISQUALIFIED
    if is_substitute:
        return Status.SUBSTITUTE
    return Status.PLAYING if status == PlayerStatus.PLAYING else Status.WITHDRAWN
