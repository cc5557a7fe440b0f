"""Where the data of this database belongs."""

from django.db import models


class Installation(models.Model):
    """The place where the data is entered: one row, which a copy of the database has as well.

    `place` names the machine and data folder, or the database of a server, by digits that say nothing to people;
    `path` is the file of SQLite. A restored copy belongs nowhere, "", until somebody makes it the original. `host` is
    the name of the machine for people, and `copied_at` when the copy was made that was restored here. `moved_to` names
    the database that everything was moved to, at `copied_at`; `version` is the release that has migrated this one last.
    """

    place = models.CharField(max_length=128)
    path = models.CharField(max_length=4096, blank=True, default="")
    host = models.CharField(max_length=255, blank=True, default="")
    copied_at = models.DateTimeField(null=True)
    moved_to = models.CharField(max_length=4096, blank=True, default="", db_default="")
    version = models.CharField(max_length=32, blank=True, default="", db_default="")

    def __str__(self) -> str:
        return f"the data of {self.host}"
