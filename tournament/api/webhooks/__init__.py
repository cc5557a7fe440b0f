"""Webhooks: a program hears that something happened, and reads what in the API."""
