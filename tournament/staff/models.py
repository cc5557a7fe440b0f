"""The people who work at an event: users, their roles in a tournament, and one-time sign-in links."""

from django.db import models

from tournament.core.models import User


class SignInLink(models.Model):
    """A link that signs a person in once. Only its hash is kept: who reads the database cannot sign in with it."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="sign_in_links")
    token_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"sign-in link for {self.user}"
