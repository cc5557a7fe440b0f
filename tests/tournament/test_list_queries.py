"""A list of 64 rows costs as many queries as one of 16: sorted, on a later page, for the staff and for everybody."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.events.rows import kept
from tests.factories import make_staff
from tests.tournament.standings.tables import USUAL, play, punish, small_event, vouch
from tournament.core.models import Role, Tournament
from tournament.events import views as events
from tournament.players import views as players
from tournament.referee.penalties import views as penalties
from tournament.standings import views as standings
from tournament.standings.cache import forget_pages
from tournament.standings.queries import forget

pytestmark = [pytest.mark.django_db, pytest.mark.slow("200 players")]

STAFF = (
    "standings/",
    "standings/?sort=-hanchan_1",
    "standings/?sort=first_places&page=2",
    "standings/after/1/?sort=-penalties",
    "standings/crosstable/?sort=-score_1",
    "standings/countries/",
    "penalties/",
    "penalties/?sort=name",
    "penalties/?sort=-given_at&page=2",
    "players/?sort=-club",
    "players/?sort=name&page=2",
    "history/?sort=by",
    "history/?page=2",
    "seating/versions/?sort=number",
    "seating/report/",
    "export/",
    "export/post/",
    "staff/",
    "hanchan/all/?sort=penalties",
    "sheets/all/?sort=-counts",
)
PUBLIC = (
    "",
    "?sort=penalties",
    "?sort=-name&since=0",
    "?me=3&sort=total",
    "after/1/",
    "crosstable/?sort=name",
    "countries/",
    "screen/standings/",
)


@kept
def event_with(size: int) -> Tournament:
    """One hanchan played by everybody, a penalty for one player of each table."""
    tournament, people = small_event(players=size, name=f"Open of {size}")
    play(tournament, 1, dict.fromkeys(range(1, size // 4 + 1), USUAL))
    for player in people[::4]:
        punish(player, 8_000)
    vouch(tournament)
    return tournament


def queries_of(client, address: str) -> int:
    """The queries of a page of which nothing was computed before, nor the history checked."""
    cache.clear()
    forget()
    forget_pages()
    with CaptureQueriesContext(connection) as caught:
        answer = client.get(address)
    assert answer.status_code == 200
    if "page=2" in address:
        assert answer.context["table"].page.number == 2
    return len(caught)


@pytest.fixture(autouse=True)
def short_pages(monkeypatch):
    """Ten rows to a page, three in the penalties: sixteen players have a second page too."""
    for views, rows in ((standings, 10), (players, 10), (events, 10), (penalties, 3)):
        monkeypatch.setattr(views, "PER_PAGE", rows)


@pytest.mark.slow("every list")
def test_sixty_four_players_cost_as_many_queries_as_sixteen(client):
    counted = []
    for size in (64, 16):
        tournament = event_with(size)
        organiser = make_staff(tournament, Role.ORGANISER, username=f"organiser{size}")
        client.force_login(organiser)
        of_staff = {rest: queries_of(client, f"/manage/{tournament.slug}/{rest}") for rest in STAFF}
        client.logout()
        counted.append((of_staff, {rest: queries_of(client, f"/t/{tournament.slug}/{rest}") for rest in PUBLIC}))
    assert counted[0] == counted[1]
