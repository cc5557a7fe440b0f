import pytest


@pytest.fixture(autouse=True)
def _quick_passwords(settings):
    """A real hash takes a quarter of a second, and these tests take many."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
