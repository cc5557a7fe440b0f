"""The titles of the figures of a seating, on cards, in comparisons and in commands."""

from django.utils.translation import gettext_lazy as _

REPEATS = _("Times a pair meets again")
NO_REPEATS = _("Nobody meets twice")
MOST_MEETINGS = _("Meetings of one pair, at most")
FIRST_REPEAT = _("Hanchan in which a pair first meets again")
RUNNING_REPEATS = _("Times a pair meets again in the next hanchan")
NO_RUNNING_REPEATS = _("Nobody meets in two hanchan in a row")
UNEVEN_SIDES = _("Pairs that meet again on the same side")
NO_UNEVEN_SIDES = _("No pair meets again on the same side")
WIND_GAP = _("Wind difference at the end")
NO_WIND_GAP = _("Everybody has each wind equally often")
WIND_GAP_ALONG = _("Wind difference along the way, at most")
RETURNS = _("Repeated tables")
NO_RETURNS = _("Nobody returns to a table")
MOST_VISITS = _("Visits to one table, at most")
STAYS = _("Same table twice running")
NO_STAYS = _("Nobody stays at the table")
STRANGERS = _("Fewest shared opponents of two who never meet")
