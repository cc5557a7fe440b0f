"""Who works at an event: users, their roles in a tournament, and the one-time links that sign them in."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """A person who works at tournaments: organiser, referee or desk."""

    def __str__(self) -> str:
        return self.get_full_name() or self.username


class Role(models.TextChoices):
    """What a person does at an event; tournament/roles.py says what each may do."""

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


class SignInLink(models.Model):
    """A link that signs a person in once. Only its hash is kept: who reads the database cannot sign in with it."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="sign_in_links")
    token_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"sign-in link for {self.user}"
