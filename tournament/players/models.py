"""The people who play."""

from hashlib import sha256
from typing import ClassVar

from django.core.validators import RegexValidator
from django.db import models
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.standings.values import Status
from tournament.core.records import Recorded, RecordedManager
from tournament.players.countries import country_name
from tournament.players.name_order import NameKey, listed_name, name_key
from tournament.players.names import labelled


class PlayerStatus(models.TextChoices):
    """A player's status in the event. Being a substitute is a separate flag: substitutes can withdraw too.

    `WAITING`: on the waiting list, without a place. `DECLINED`: gave the place back before the event.
    """

    PLAYING = "playing", pgettext_lazy("player", "playing")
    WAITING = "waiting", _("on the waiting list")
    DECLINED = "declined", _("declined")
    WITHDRAWN = "withdrawn", _("withdrawn")
    DISQUALIFIED = "disqualified", _("disqualified")


NEVER_PLACED = (PlayerStatus.WAITING, PlayerStatus.DECLINED)
"""Who has no place at the event: no count, no result and no public page knows them."""

COUNTING = ("is_substitute", "team", "country", "club", "carried")
"""The fields that standings depend on, and that somebody types."""


class Entries(RecordedManager["Player"]):
    """The players of the event; `Player.every` includes entries that were merged into another."""

    def get_queryset(self) -> models.QuerySet["Player"]:
        return super().get_queryset().filter(merged_into=None)


class Player(Recorded):
    """One person in one tournament, known by the start number that is on every sheet and list.

    `name` is the one the person goes by; `legal_name` is for papers only. `reading` is how a name is read, for the
    order of lists. `distinction` tells namesakes apart (names.py). `waiting_since` orders the waiting list; it
    stays when the player gets a place, so that an undo keeps the order. `private` fields are for the organiser:
    without the right to run the event, no page, file, print or answer of the API has them. `carried` are the points
    with which the player starts, from an earlier event. `counts_from` is the first hanchan that counts for somebody who
    is ranked: until then the player was a substitute, or had not come. `out_from` is the first hanchan whose standings
    list the player as withdrawn or disqualified, 0 for all of them. `is_unlisted`: the name came from the registration
    page, and no organiser has confirmed it: no public page names the player. `link_number` says how often the link was
    renewed (badges/links.py), `link_revoked_at` since when it opens nothing.

    Of two entries of one person, one may be `merged_into` the other: it is in no list, has no result, and keeps what an
    undo gives back. Earlier versions of seatings and sheets still name it.
    """

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="players")
    number = models.PositiveSmallIntegerField(_("number"))
    name = models.CharField(_("name"), max_length=100, help_text=_("As shown on sheets and lists."))
    distinction = models.CharField(max_length=80, blank=True, editable=False)
    first_name = models.CharField(_("first name"), max_length=60, blank=True)
    last_name = models.CharField(_("last name"), max_length=60, blank=True)
    legal_name = models.CharField(
        _("legal name"), max_length=100, blank=True, help_text=_("Only if it is another one. Only organisers see it.")
    )
    pronouns = models.CharField(
        _("pronouns"), max_length=30, blank=True, help_text=_("On the badge. Otherwise only organisers see them.")
    )
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
    counts_from = models.PositiveSmallIntegerField(_("counts from hanchan"), default=1)
    is_newcomer = models.BooleanField(_("new player"), default=False)
    status = models.CharField(_("status"), max_length=12, choices=PlayerStatus, default=PlayerStatus.PLAYING)
    out_from = models.PositiveSmallIntegerField(default=0)
    waiting_since = models.DateTimeField(_("waiting since"), null=True, blank=True)
    confirmed_at = models.DateTimeField(_("confirmed"), null=True, blank=True)
    is_paid = models.BooleanField(_("paid"), default=False)
    contact = models.CharField(
        _("contact"), max_length=120, blank=True, help_text=_("Phone or e-mail. Only organisers see it.")
    )
    checked_in_at = models.DateTimeField(_("checked in"), null=True, blank=True)
    note = models.CharField(_("note"), max_length=200, blank=True, help_text=_("Only organisers see it."))
    is_unlisted = models.BooleanField(default=False, editable=False)
    link_number = models.PositiveIntegerField(default=0, editable=False)
    link_revoked_at = models.DateTimeField(null=True, editable=False)
    merged_into = models.ForeignKey("self", on_delete=models.PROTECT, null=True, editable=False, related_name="merged")

    objects: ClassVar[Entries] = Entries()
    every = RecordedManager["Player"]()

    did_not_come: ClassVar[bool] = False
    """Return whether the player withdrew without a hanchan played; `players_of` reads it."""

    shown_by = "number"
    identity = frozenset({"name", "first_name", "last_name", "reading", "ema_number", "ara_id"})
    """The fields that tell who somebody is, besides what is private: both go when the data of a person are removed."""
    private = frozenset({"contact", "legal_name", "note", "pronouns"})
    unrecorded = frozenset(
        {
            *("ara_id", "checked_in_at", "confirmed_at", "distinction", "is_paid", "is_unlisted", "link_number"),
            *("link_revoked_at", "waiting_since"),
        }
    )

    class Meta:
        verbose_name = _("player")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"], condition=models.Q(merged_into=None), name="one_player_per_number"
            ),
            models.UniqueConstraint(
                fields=["tournament", "ema_number"],
                condition=~models.Q(ema_number="") & models.Q(merged_into=None),
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

    def is_ranked_in(self, hanchan: int) -> bool:
        """Return whether the result of a hanchan counts for the player, unless somebody chose otherwise for it."""
        return not self.is_substitute and hanchan >= self.counts_from

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
            *("team", "ema_number", "ara_id", "note", "contact", "is_substitute", "counts_from", "carried"),
        )
        values = [str(getattr(self, name)) for name in names]
        return sha256("\x1f".join(values).encode()).hexdigest()[:16]

    @property
    def name_key(self) -> NameKey:
        """The key by which lists of names are sorted (name_order.py)."""
        return name_key(self)

    @property
    def listed_label(self) -> str:
        """The label as such a list shows it, the family name first."""
        return labelled(listed_name(self), self.distinction)


class ImportColumn(models.Model):
    """The content of a column in lists of players, as it was chosen for this tournament; `field` "" for one not read.

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
