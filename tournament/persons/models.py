"""People across events, whom clubs keep. No event knows of them: its record, file and chain stay."""

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournament.core.models import Tournament
from tournament.events.models import Club
from tournament.players.countries import country_name
from tournament.players.models import Player
from tournament.players.name_order import NameKey, name_key


class Person(models.Model):
    """Somebody who plays in events, by the name of today.

    `clubs` keep the person. An entry `merged_into` another is in no list, has no link, and keeps what an undo gives
    back. `is_hidden`: no public page names the person in public, only the events themselves do. From `erased_at` on
    nothing tells who it was.
    """

    name = models.CharField(_("name"), max_length=100)
    reading = models.CharField(_("name reading"), max_length=100, blank=True)
    country = models.CharField(_("country"), max_length=2, blank=True)
    ema_number = models.CharField(_("EMA number"), max_length=8, blank=True)
    ara_id = models.CharField(_("ARA ID"), max_length=20, blank=True)
    clubs = models.ManyToManyField(Club, related_name="persons")
    merged_into = models.ForeignKey("self", on_delete=models.PROTECT, null=True, editable=False, related_name="merged")
    is_hidden = models.BooleanField(_("hidden"), default=False)
    erased_at = models.DateTimeField(null=True, editable=False)
    made_at = models.DateTimeField(editable=False)

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("persons")
        ordering = ["pk"]
        constraints = [
            *(
                models.UniqueConstraint(
                    fields=[number],
                    condition=~models.Q(**{number: ""}) & models.Q(merged_into=None),
                    name=f"one_person_per_{number}",
                )
                for number in ("ema_number", "ara_id")
            ),
            models.CheckConstraint(condition=~models.Q(name=""), name="person_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("person", args=[self.pk])

    @property
    def country_name(self) -> str:
        """The country in words."""
        return country_name(self.country) if self.country else ""

    @property
    def name_key(self) -> NameKey:
        """The key by which lists of names are sorted (name_order.py)."""
        return name_key(Player(name=self.name, reading=self.reading))


class PersonName(models.Model):
    """The name and country of a person from a day on, None for the beginning. Without any, those of today."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="names")
    name = models.CharField(_("name"), max_length=100)
    country = models.CharField(_("country"), max_length=2, blank=True)
    from_day = models.DateField(_("since"), null=True)

    class Meta:
        verbose_name = _("name of a person")
        ordering = [models.F("from_day").asc(nulls_first=True), "pk"]
        constraints = [
            models.UniqueConstraint(fields=["person", "from_day"], name="one_name_from_a_day"),
            models.UniqueConstraint(fields=["person"], condition=models.Q(from_day=None), name="one_first_name"),
        ]

    def __str__(self) -> str:
        return self.name


class PersonLink(models.Model):
    """The person that a player of an event is. The event does not know of it."""

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="links")
    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="person_link")

    class Meta:
        verbose_name = _("player of a person")

    def __str__(self) -> str:
        return f"{self.person}: {self.player}"


class PersonVerb(models.TextChoices):
    """The verb of an act on persons. The values are stored; only the labels are for readers."""

    MADE = "made", _("added")
    LINKED = "linked", _("found players of an event")
    UNLINKED = "unlinked", _("separated from a player")
    FIXED = "fixed", _("corrected")
    RENAMED = "renamed", _("recorded a change of name")
    MERGED = "merged", _("merged")
    APART = "apart", _("told apart")
    HID = "hid", _("hid in public")
    SHOWED = "showed", _("showed in public")
    ERASED = "erased", _("erased")


class PersonAct(models.Model):
    """A line of the history of persons: what somebody did, when and why. Lines are added, and none is changed but
    for `undone_at`, and the values of somebody who is erased.

    `person` is the one that stays, `other` the second of a merge or of two who are told apart. `moved` are the ids of
    links that moved, `before` and `after` the values that changed.
    """

    person = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="acts")
    other = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    tournament = models.ForeignKey(Tournament, on_delete=models.SET_NULL, null=True, related_name="+")
    what = models.CharField(max_length=8, choices=PersonVerb)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    moved = models.JSONField(default=list)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    undone_at = models.DateTimeField(null=True)
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        verbose_name = _("act on persons")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.get_what_display()}: {self.person}"
