"""The prizes of a tournament, the photographs of its report, and the clubs that have tournaments."""

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

LAST_POSITION = 99
LONGEST_CAPTION = 160


class PrizeKind(models.TextChoices):
    """A kind of prize: what it is given for."""

    PLACE = "place", _("place")
    COUNTRY = "country", _("country")
    TEAM = "team", _("team")
    NEWCOMER = "newcomer", _("new player")
    HANCHAN = "hanchan", _("biggest hanchan")


class Prize(models.Model):
    """A prize for the `place` of its kind: the second country, the third new player. There is one for each."""

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="prizes")
    kind = models.CharField(_("for"), max_length=8, choices=PrizeKind, default=PrizeKind.PLACE)
    place = models.PositiveSmallIntegerField(_("place"), default=1)
    what = models.CharField(_("prize"), max_length=120)

    class Meta:
        verbose_name = _("prize")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "kind", "place"], name="one_prize_per_kind_and_place"),
            models.CheckConstraint(condition=models.Q(place__gte=1), name="prizes_begin_with_the_first_place"),
            models.CheckConstraint(condition=~models.Q(what=""), name="a_prize_says_what_it_is"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.place}: {self.what}"


class EventPhotograph(models.Model):
    """A photograph of the report of an event, as it is stored: a JPEG encoded here (results/paper/images.py).

    `caption` says what is on it, also to those who do not see it. They are shown in the order of their `position`.
    """

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="report_photographs")
    position = models.PositiveSmallIntegerField(validators=[MinValueValidator(1), MaxValueValidator(LAST_POSITION)])
    caption = models.CharField(max_length=LONGEST_CAPTION)
    content = models.BinaryField()
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    added_at = models.DateTimeField()

    class Meta:
        verbose_name = _("photograph of the event report")
        ordering = ["position", "pk"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(caption=""), name="a_photograph_has_a_caption"),
        ]

    def __str__(self) -> str:
        return self.caption


class Club(models.Model):
    """A club or federation: it keeps persons, leagues, rankings and events. An installation has one from the start.

    Its limits: so many events running or to come at once, so many megabytes of photographs, so many seatings that are
    planned at once; None for the installation's number.
    """

    name = models.CharField(_("name"), max_length=120, blank=True)
    slug = models.SlugField(_("address"), max_length=80, unique=True)
    most_events = models.PositiveSmallIntegerField(_("events at once"), null=True, blank=True)
    most_megabytes = models.PositiveIntegerField(_("megabytes of photographs"), null=True, blank=True)
    most_plans = models.PositiveSmallIntegerField(_("plans at once"), null=True, blank=True)

    class Meta:
        verbose_name = _("club")
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name or self.slug


class ClubRole(models.TextChoices):
    """A person's role in a club. A keeper may change its persons, rankings and leagues; a member may see them. Both may
    set up events in its name."""

    KEEPER = "keeper", _("keeper")
    MEMBER = "member", _("member")


class ClubMember(models.Model):
    """One account's role in one club."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="clubs")
    role = models.CharField(_("role"), max_length=8, choices=ClubRole)

    class Meta:
        verbose_name = _("member of a club")
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="one_role_per_club")]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()}"


class ClubEvent(models.Model):
    """The club of an event; an event without one belongs to the first club."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="events")
    tournament = models.OneToOneField("tournament.Tournament", on_delete=models.CASCADE, related_name="in_club")

    class Meta:
        verbose_name = _("event of a club")

    def __str__(self) -> str:
        return f"{self.club}: {self.tournament}"


class SetUpBy(models.TextChoices):
    """Who may set up events on an installation, besides its owner."""

    ORGANISERS = "organisers", _("organisers of an event, and members of clubs")
    CLUBS = "clubs", _("members of clubs")
    ACCOUNTS = "accounts", _("everybody who has an account")
    OWNER = "owner", _("only the owner")


class Hosting(models.Model):
    """What the owner of the installation allows; one row, or none for what it is from the start.

    The limits are those of a club without a number of its own, None for no limit.
    """

    set_up_by = models.CharField(_("Who may set up events"), max_length=10, choices=SetUpBy, default=SetUpBy.ORGANISERS)
    most_events = models.PositiveSmallIntegerField(_("events at once"), null=True, blank=True)
    most_megabytes = models.PositiveIntegerField(_("megabytes of photographs"), null=True, blank=True)
    most_plans = models.PositiveSmallIntegerField(_("plans at once"), null=True, blank=True)

    def __str__(self) -> str:
        return self.get_set_up_by_display()
