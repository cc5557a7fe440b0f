"""The warning of a command about an event changed outside of Sekigime: everything, and an exit code that is not 0."""

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from tournament.core.audit_check import findings
from tournament.core.messages import sentence
from tournament.core.models import Tournament


def warn_if_changed(command: BaseCommand, tournament: Tournament) -> None:
    """Call it last: what was asked for is done, and whoever reads the answer is told that it cannot be relied on.

    Raises SystemExit with the code 1 if anything was changed.
    """
    if found := findings(tournament):
        heading = _("Something in “{event}” was changed outside of Sekigime:").format(event=tournament.name)
        command.stderr.write("\n".join([heading, *map(sentence, found)]))
        raise SystemExit(1)
