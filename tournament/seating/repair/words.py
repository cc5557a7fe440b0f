"""What the ways out of a situation are called, and what is said of them."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.players.models import Player
from tournament.seating.checks import listed
from tournament.seating.planner.repair import Kind, Way
from tournament.seating.repair.open_ways import tempers
from tournament.seating.repair.situation import Situation


def tempered(case: Situation, way: Way, *, is_even: bool) -> str:
    """The title, and which of two tempers it is where there are two."""
    title = title_of(case, way)
    if len(tempers(case, way)) == 1:
        return title
    template = _("%(title)s, all as even as can be") if is_even else _("%(title)s, few people move")
    return template % {"title": title}


def title_of(case: Situation, way: Way) -> str:
    count = {"count": way.tables}
    if way.kind == Kind.BYES:
        return _("%(count)d tables, byes shared fairly") % count
    if way.tables < case.tables:
        return _("Fewer tables: %(count)d") % count
    if way.tables > case.tables:
        return _("More tables: %(count)d") % count
    if case.has_byes:
        return _("The same %(count)d tables, no byes any more") % count
    return _("The same %(count)d tables, planned anew") % count


def explained(way: Way, brings: tuple[Player, ...], *, is_even: bool) -> tuple[str, ...]:
    says = [
        _("All hanchan to come are planned anew, as even as can be.")
        if is_even
        else _("As few people as possible change tables.")
    ]
    if way.byes:
        message = ngettext(
            "In each hanchan %(count)d person sits out, nobody twice before everybody has once. A bye scores 0.",
            "In each hanchan %(count)d people sit out, nobody twice before everybody has once. A bye scores 0.",
            way.byes,
        )
        says.append(message % {"count": way.byes})
    if brings:
        says.append(_("Substitutes who play: %(names)s.") % {"names": listed(brings)})
    return tuple(says)


def missing(count: int) -> str:
    message = ngettext(
        "%(count)d more substitute has to be found first. Add one to the players, flagged as substitute.",
        "%(count)d more substitutes have to be found first. Add them to the players, flagged as substitutes.",
        count,
    )
    return message % {"count": count}
