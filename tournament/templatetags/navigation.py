"""The links around a page: the staff's rail, the players' tabs, the strip of hanchan."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any, NamedTuple

from django import template
from django.db.models import Count, Min, Q
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournament.templatetags.sekigime import lapse, state_words

register = template.Library()


class StaffSection(NamedTuple):
    """A part of the staff's pages: its key, the address of its first page and its label."""

    key: str
    url_name: str
    label: object


EVENT = StaffSection("event", "event_overview", gettext_lazy("Event"))
PLAYERS = StaffSection("players", "players", gettext_lazy("Players"))
CHECK_IN = StaffSection("check_in", "check_in", gettext_lazy("Check-in"))
SEATING = StaffSection("seating", "seating", gettext_lazy("Seating"))
SHEETS = StaffSection("sheets", "sheets_current", gettext_lazy("Sheets"))
FLOOR = StaffSection("floor", "floor", gettext_lazy("Floor"))
STANDINGS = StaffSection("standings", "standings", gettext_lazy("Standings"))
PROTESTS = StaffSection("protests", "protests", gettext_lazy("Protests"))
PRINT = StaffSection("print", "prints", gettext_lazy("Print"))
GAMES = StaffSection("league_games", "league_games", gettext_lazy("Games"))
EVENING = StaffSection("league_evening", "league_evening", gettext_lazy("Evening"))
EXPORT = StaffSection("export", "exports", gettext_lazy("Export"))

NOT_IN_A_LEAGUE = (CHECK_IN, SEATING, SHEETS, FLOOR, STANDINGS)
"""What belongs to hanchan that all play at once."""
ALL = (EVENT, PLAYERS, SEATING, SHEETS, FLOOR, STANDINGS, PROTESTS, PRINT, EXPORT)
RAILS = (
    ("tournament.run_event", ALL),
    ("tournament.give_penalty", (FLOOR, SEATING, SHEETS, STANDINGS, PROTESTS)),
    ("tournament.work_at", (SHEETS, CHECK_IN, SEATING, PRINT)),
)
"""What lies at hand by the first right that somebody holds; the work begins at the first one."""
FLOOR_PAGES = (
    ("tournament.work_at", "floor", gettext_lazy("Floor")),
    ("tournament.work_at", "referee", gettext_lazy("Hands and fouls")),
    ("tournament.work_at", "penalties", gettext_lazy("Penalties")),
    ("tournament.give_penalty", "lateness", gettext_lazy("Late or absent")),
    ("tournament.give_penalty", "penalty_table", gettext_lazy("Wrong sheet")),
)
REFERENCE = {
    "referee": pgettext_lazy("winning hand", "Hand"),
    "referee_value": gettext_lazy("Han and fu"),
    "referee_fouls": gettext_lazy("Fouls"),
    "referee_last_hand": gettext_lazy("Last hand"),
}
LEAGUE_TABS = (
    ("league", "public_league", pgettext_lazy("of a league", "Table")),
    ("rules", "public_rules", gettext_lazy("Rules")),
)
NOW_TAB = ("now", "public_now", pgettext_lazy("of a player", "Now"))
"""Of who said once who they are."""
TABS = (
    ("standings", "public_standings", gettext_lazy("Standings")),
    ("seating", "public_seating", gettext_lazy("Seating")),
    ("clock", "public_clock", gettext_lazy("Clock")),
    ("rules", "public_rules", gettext_lazy("Rules")),
)
PRIZES_TAB = ("prizes", "public_prizes", gettext_lazy("Prizes"))
REFEREE_TAB = ("referee", "public_referee", gettext_lazy("Referee"))


def _links(entries: Iterable[tuple[str, str, Any]], slug: str, here: str) -> list[dict[str, object]]:
    """Return the entries as links, without those whose page does not exist."""
    links = []
    for key, url_name, label in entries:
        try:
            href = reverse(url_name, args=[slug])
        except NoReverseMatch:
            continue
        links.append({"href": href, "label": label, "here": here in (key, url_name)})
    return links


def sections(user: Any, tournament: Any) -> list[StaffSection]:
    """Return what lies at hand for somebody; protests only at an event with a protest window, and in a league its
    games in the place of what belongs to hanchan.
    """
    at_hand: tuple[StaffSection, ...] = next((rail for right, rail in RAILS if user.has_perm(right, tournament)), ())
    if at_hand and tournament.is_league:
        at_hand = (GAMES, EVENING, *(section for section in at_hand if section not in NOT_IN_A_LEAGUE))
    return [section for section in at_hand if section is not PROTESTS or tournament.has_protests]


@register.inclusion_tag("widgets/links.html", takes_context=True)
def rail(context: dict[str, Any], here: str = "") -> dict[str, object]:
    """The staff's navigation; `here` is the key of a section. Protests say how many wait; the floor says how many
    tables call and for how long the first one has waited. The query is that of the hanchan strip.
    """
    request = context["request"]
    tournament, at_hand = request.tournament, sections(request.user, request.tournament)
    counted = {}
    if tournament.open_protests:
        counted[PROTESTS] = _("Protests ({count})").format(count=tournament.open_protests)
    if calling := [row for row in _hanchan_rows(tournament) if row.state == "playing" and row.calls]:
        minutes = max((timezone.now() - min(row.called_at for row in calling)) // timedelta(minutes=1), 0)
        calls = sum(row.calls for row in calling)
        time = lapse(minutes).replace(" ", "\N{NO-BREAK SPACE}")
        counted[FLOOR] = _("Floor ({count}) {time}").format(count=calls, time=time)
    if here == CHECK_IN.key and CHECK_IN not in at_hand:
        here = PLAYERS.key
    entries = [one._replace(label=counted.get(one, one.label)) for one in at_hand]
    return {"links": _links(entries, tournament.slug, here)}


@register.simple_tag(takes_context=True)
def other_links(context: dict[str, Any]) -> list[dict[str, object]]:
    """Return links to the staff's pages that the person's rail does not have."""
    request = context["request"]
    at_hand = sections(request.user, request.tournament)
    gone = NOT_IN_A_LEAGUE if request.tournament.is_league else ()
    others = [section for section in ALL if section not in (*at_hand, *gone, EVENT, PROTESTS)]
    return _links(others, request.tournament.slug, "")


def _hanchan_rows(tournament: Any) -> list[Any]:
    """Return number, state and open calls of a referee of every hanchan. One query, for the rail and the strip of a
    page.
    """
    known: dict[str, Any] = tournament.__dict__
    if "_hanchan_rows" not in known:
        is_open = Q(referee_calls__isnull=False, referee_calls__answered_at=None)
        found = tournament.hanchan.annotate(
            calls=Count("referee_calls", filter=is_open), called_at=Min("referee_calls__called_at", filter=is_open)
        )
        rows = found.order_by("number").values_list("number", "state", "calls", "called_at", named=True)
        known["_hanchan_rows"] = list(rows)
    return list(known["_hanchan_rows"])


@register.inclusion_tag("widgets/tabs.html", takes_context=True)
def floor_tabs(context: dict[str, Any]) -> dict[str, object]:
    """The pages of the floor that somebody of the staff may open."""
    request = context["request"]
    tournament, here = request.tournament, request.resolver_match.url_name
    if here in REFERENCE:
        here = "referee"
    pages = [(name, name, label) for right, name, label in FLOOR_PAGES if request.user.has_perm(right, tournament)]
    return {"label": _("Pages of the floor"), "links": _links(pages, tournament.slug, here)}


@register.inclusion_tag("widgets/tabs.html", takes_context=True)
def reference_tabs(context: dict[str, Any]) -> dict[str, object]:
    """The pages that say what a hand is worth, what a foul costs and which hand is the last; public or the staff's."""
    request = context["request"]
    here = request.resolver_match.url_name
    prefix = "public_" if here.startswith("public_") else ""
    pages = [(name, prefix + name, label) for name, label in REFERENCE.items()]
    return {"label": _("Pages for referees"), "links": _links(pages, request.tournament.slug, here)}


@register.inclusion_tag("widgets/tabs.html", takes_context=True)
def public_tabs(context: dict[str, Any], here: str = "") -> dict[str, object]:
    """The players' navigation; `here` is now, standings, seating, clock, rules or, where they are public, prizes or
    referee. One query where prizes are public.

    A static site has neither a clock nor the referee's calculators.
    """
    request = context["request"]
    tournament, is_copy = request.tournament, "STATIC_SITE" in request.META  # as the templates ask
    of_event = LEAGUE_TABS if tournament.is_league else TABS
    tabs: list[tuple[str, str, Any]] = [tab for tab in of_event if not (is_copy and tab[0] == "clock")]
    if context.get("own_seats") or here == "now":
        tabs.insert(0, NOW_TAB)
    if tournament.prizes_public and tournament.prizes.exists():
        tabs.append(PRIZES_TAB)
    if tournament.referee_public and not is_copy:
        tabs.append(REFEREE_TAB)
    return {
        "label": _("Pages of the tournament"),
        "links": _links(tabs, tournament.slug, here),
    }


@register.inclusion_tag("widgets/hanchan_strip.html")
def hanchan_strip(tournament: Any, current: int | None = None) -> dict[str, object]:
    """One square per hanchan, filled when closed, outlined when playing, linked to its sheets. One query at most."""
    if tournament.is_league:
        return {"rows": []}
    rows = [(row.number, row.state, state_words(row.state)[0]) for row in _hanchan_rows(tournament)]
    return {"slug": tournament.slug, "current": current, "rows": rows}
