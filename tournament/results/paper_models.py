"""What happened to the paper: the hand-in of a report sheet as the staff saw it at the table, the
proposed penalties that a referee dismissed, and photographs.

Nothing here changes a result. Which penalties follow from a hand-in is worked out when somebody asks (`queries`).
"""

from collections.abc import Iterator
from hashlib import sha256

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from scoring.messages import Level, Message
from tournament.core.models import Tournament
from tournament.core.records import Recorded


class Noted(models.TextChoices):
    """A yes-or-no question about the table that nobody has to answer."""

    OPEN = "", _("not noted")
    YES = "yes", _("yes")
    NO = "no", _("no")


class HandIn(Recorded):
    """The hand-in of a report sheet at the desk. Everything is optional; `number` counts how often it was noted.

    `corrected` and `wrong_all_last` are the ids of players of the table, in the order of the seats.
    """

    lists_of_ids = frozenset({"corrected", "wrong_all_last"})

    sheet = models.OneToOneField("tournament.Sheet", on_delete=models.CASCADE, related_name="hand_in")
    number = models.PositiveSmallIntegerField(default=0)
    handed_in_at = models.DateTimeField(_("handed in"), null=True)
    sticks_reset = models.CharField(_("sticks reset before the check"), max_length=3, choices=Noted, blank=True)
    checked_by = models.CharField(_("checked at the table by"), max_length=100, blank=True)
    corrected = models.JSONField(_("entries corrected on the paper"), default=list, blank=True)
    wrong_all_last = models.JSONField(_("wrong entries on the all-last sheet"), default=list, blank=True)
    influence = models.CharField(
        _("the wrong all-last sheet influenced the game"), max_length=3, choices=Noted, blank=True
    )
    noted_at = models.DateTimeField()
    noted_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")

    path_to_tournament = "sheet__hanchan__tournament"

    class Meta:
        verbose_name = _("hand-in of a report sheet")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(sticks_reset__in=Noted.values) & models.Q(influence__in=Noted.values),
                name="noted_is_yes_or_no",
            ),
        ]

    def __str__(self) -> str:
        return f"hand-in of {self.sheet}"


class DismissedProposal(Recorded):
    """A penalty that was proposed and that a referee decided not to give.

    It holds for the same `answers` only: when something else is noted later, the penalty is proposed again.
    """

    sheet = models.ForeignKey("tournament.Sheet", on_delete=models.CASCADE, related_name="dismissed_proposals")
    player = models.ForeignKey("tournament.Player", on_delete=models.PROTECT, related_name="dismissed_proposals")
    foul = models.CharField(_("foul"), max_length=40)
    answers = models.JSONField(_("answers"), default=dict, blank=True)
    reason = models.CharField(_("reason"), max_length=500)
    dismissed_at = models.DateTimeField()
    dismissed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")

    path_to_tournament = "sheet__hanchan__tournament"

    class Meta:
        verbose_name = _("dismissed proposal of a penalty")
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(reason=""), name="a_dismissed_proposal_says_why"),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.foul}"


class SheetPhotograph(Recorded):
    """A photograph of a report sheet's paper, as it was re-encoded; `digest` is the SHA-256 hash of its bytes.

    The row stays when the photograph is deleted, with who did it and why; the bytes (`PhotographData`) go.
    """

    sheet = models.ForeignKey("tournament.Sheet", on_delete=models.CASCADE, related_name="photographs")
    number = models.PositiveSmallIntegerField()
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    size = models.PositiveIntegerField(_("bytes"))
    digest = models.CharField(max_length=64)
    attached_at = models.DateTimeField()
    attached_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    deleted_at = models.DateTimeField(null=True)
    deleted_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    deleted_reason = models.CharField(_("reason"), max_length=500, blank=True)

    path_to_tournament = "sheet__hanchan__tournament"
    shown_by = "number"

    class Meta:
        verbose_name = _("photograph of a report sheet")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["sheet", "number"], name="one_photograph_per_number"),
            models.CheckConstraint(
                condition=models.Q(deleted_at=None) | ~models.Q(deleted_reason=""),
                name="a_deleted_photograph_says_why",
            ),
        ]

    def __str__(self) -> str:
        return f"photograph {self.number} of {self.sheet}"

    @property
    def field_id(self) -> str:
        """The id of the field for the reason of deleting it."""
        return f"id_reason_photograph_{self.number}"

    faults_of_rows = False

    @classmethod
    def faults(cls, tournament: Tournament) -> Iterator[Message]:
        """Yield the photographs whose bytes are not those that were attached; one of them is in memory at a time.

        What is in a store is compared by `verify_event` (results/paper/photograph_store.py): no page waits for it.
        """
        rows = cls.objects.filter(sheet__hanchan__tournament=tournament, deleted_at=None, stored=None).order_by("pk")
        where = ("sheet__hanchan__number", "sheet__table", "number", "digest", "data__content")
        for hanchan, table, number, digest, content in rows.values_list(*where).iterator(chunk_size=1):
            if content is None or sha256(content).hexdigest() != digest:
                yield altered(hanchan, table, number)


def altered(hanchan: int, table: int, number: int) -> Message:
    """Return the finding that a photograph of a table is not the one that was attached."""
    text = gettext_noop("Hanchan {hanchan}, table {table}: photograph {number} is not the one attached.")
    return Message("photograph-altered", text, {"hanchan": hanchan, "table": table, "number": number}, Level.ERROR)


class PhotographData(models.Model):
    """The bytes of a photograph, in a table of their own: backups and databases carry them, lists do not read them.

    A photograph that was moved to a store has a `StoredObject` instead.
    """

    photograph = models.OneToOneField(SheetPhotograph, on_delete=models.CASCADE, primary_key=True, related_name="data")
    content = models.BinaryField()

    def __str__(self) -> str:
        return f"bytes of {self.photograph}"


class StoredObject(models.Model):
    """An object in the store of photographs; nobody can guess its `name`.

    Without a photograph it is being written, since `noted_at`; or `is_leaving`, to be removed; nothing takes it back.
    """

    name = models.CharField(max_length=32, primary_key=True)
    photograph = models.OneToOneField(SheetPhotograph, on_delete=models.SET_NULL, null=True, related_name="stored")
    is_leaving = models.BooleanField(default=False)
    noted_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(photograph=None) | models.Q(is_leaving=False), name="what_leaves_is_no_photograph"
            ),
        ]

    def __str__(self) -> str:
        return self.name
