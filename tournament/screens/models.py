"""The screens of the hall: which there are, what each shows, and the pictures that the organiser shows on them."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.core.stored_words import shown_of_before

ALPHABET = "23456789ACDEFHJKLMNPQRTVWXY"  # as the codes of sheets: no two that look alike
CODE_LENGTH = 5


class Face(models.TextChoices):
    """Something that a screen may show."""

    CLOCK = "clock", _("Clock")
    SEATING = "seating", _("Seating by name")
    SEATING_FIRST = "seating-1", _("Seating by name, first half")
    SEATING_SECOND = "seating-2", _("Seating by name, second half")
    TABLES = "tables", _("Seating by table")
    STANDINGS = "standings", _("Standings")
    RACE = "race", _("Race of places")
    LAST_HAND = "last-hand", _("Last hand")
    TEAMS = "teams", _("Teams")
    CEREMONY = "ceremony", _("Ceremony")
    MESSAGE = "message", _("Message")
    IMAGE = "image", _("Picture")
    TEST = "test", _("Test picture")
    BLANK = "blank", _("Nothing (dark)")


class Screen(models.Model):
    """A projector or television of the hall.

    `code` is its short address. `content` is a list of what it shows in turn: each an object with `face`, the `seconds`
    it stays (one that is alone stays for good), and with a message its `text`, with a picture the `image` (an id).
    `picture_height` in centimetres and `farthest_seat` in metres say how large letters must be; None is the usual size.
    """

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="screens")
    name = models.CharField(_("name"), max_length=40)
    code = models.CharField(max_length=8, unique=True)
    content = models.JSONField(default=list)
    picture_height = models.PositiveSmallIntegerField(_("height of the picture in cm"), null=True, blank=True)
    farthest_seat = models.PositiveSmallIntegerField(_("farthest seat in m"), null=True, blank=True)
    made_at = models.DateTimeField()

    class Meta:
        verbose_name = _("screen")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "name"], name="one_screen_per_name"),
            models.CheckConstraint(condition=~models.Q(name=""), name="a_screen_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class ScreenImage(models.Model):
    """A picture for the screens, as it is stored: a JPEG encoded here (results/paper/images.py)."""

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="screen_images")
    name = models.CharField(_("name"), max_length=60)
    content = models.BinaryField()
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    made_at = models.DateTimeField()

    class Meta:
        verbose_name = _("picture for the screens")
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def name_in_words(self) -> str:
        """The name, a word where nobody gave it one."""
        return shown_of_before(self.name)
