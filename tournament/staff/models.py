"""The people who work at an event: users, their roles in a tournament, one-time sign-in links, and their sessions."""

from importlib import import_module

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.base_session import AbstractBaseSession
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


class StaffSession(AbstractBaseSession):
    """A sign-in that lasts: Django's session with the person and the device, so that its owner can see and end it."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="sessions")
    device = models.CharField(max_length=60, blank=True)
    began_at = models.DateTimeField(null=True)

    @classmethod
    def get_session_store_class(cls) -> type[SessionBase]:
        """Return the engine of `settings.SESSION_ENGINE`."""
        store: type[SessionBase] = import_module(settings.SESSION_ENGINE).SessionStore
        return store
