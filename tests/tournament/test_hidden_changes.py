"""Nothing hidden shows: no public address changes a byte or a header with a change that is not public yet."""

import gzip
import random
import re
from itertools import product

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from django.urls import get_resolver, reverse
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.factories import MORNING, make_staff
from tests.tournament.rankings.rows import link, make_person, make_ranking
from tests.tournament.standings.tables import finish, punish
from tests.tournament.standings.test_visibility import (
    HIDDEN,
    close_without_releasing,
    disqualify,
    event_with_one_released_hanchan,
)
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.events.clubs import first_club
from tournament.events.models import PrizeKind
from tournament.players.actions import withdraw
from tournament.results.models import PenaltyKind
from tournament.results.penalties.actions import cancel
from tournament.standings.cache import forget_pages
from tournament.standings.queries import forget

pytestmark = pytest.mark.django_db
VALUES = {"after": (1, 2), "number": (1, 3, 9), "pk": (1,), "table": (1,), "token": ("no-such-token",)}
LISTS = (None, "api_tournaments", "api_rankings", "rankings")
ASKED = ("", "?since=", "?me=3")
PASSING = {"Date", "Server-Time", "Expires", "Last-Modified", "Content-Length"}
"""Headers that pass with time; the length of what is compressed is padded at random."""

TABLES_DONE = re.compile(
    rb'data-(mark|clock|phase)="\w+"|\d+ of \d+ tables done|All tables done|<p class="muted">\s*Hanchan 2 of 3\s*</p>'
)
"""The hall's clock tells how many tables are done and rests once all are; of their sheets it tells nothing else."""


def public_addresses(tournament) -> list[str]:
    """Every public address of the event and of a ranking with it, with the questions that pages and screens ask; not
    the lists of all events and rankings.
    """
    pages = [page for part in get_resolver().url_patterns for page in getattr(part, "url_patterns", [part])]
    found, ranking = [], tournament.in_rankings.get().ranking
    for page in pages:
        if page.name not in LISTS and str(page.pattern).startswith(("t/", "api/", "rankings/")):
            names = [name for name in page.pattern.converters if name != "slug"]
            of = ranking.slug if str(page.pattern).startswith("rankings/") else tournament.slug
            for values in product(*({**VALUES, "ranking": [ranking.slug]}[name] for name in names)):
                slug = {"slug": of} if "slug" in page.pattern.converters else {}
                address = reverse(page.name, kwargs={**slug, **dict(zip(names, values, strict=True))})
                found += [address + asked for asked in ASKED]
    return found


def answer_of(client, address, encoding):
    answer = client.get(address, headers={"Accept-Encoding": encoding})
    content = gzip.decompress(answer.content) if answer.get("Content-Encoding") == "gzip" else answer.content
    if "/screen/clock/" in address:
        content = b" ".join(TABLES_DONE.sub(b"", content).split())
    return answer.status_code, {name: value for name, value in answer.items() if name not in PASSING}, content


def listed(tournament):
    """What the start page and the API's list have of one event: other events of the database are their own."""
    page = Client().get(reverse("home")).content.decode()
    rows = Client().get(reverse("api_tournaments")).json()["rows"]
    items = [item for item in re.findall(r"<li>.*?</li>", page, re.DOTALL) if f'"/t/{tournament.slug}/"' in item]
    return items, [row for row in rows if row["slug"] == tournament.slug]


def public_answers(addresses, chance, staff) -> dict[str, object]:
    """What somebody who is not signed in reads at each address: in some order, with staff reading in between."""
    cache.clear()  # codes that open nothing are counted, and after many of them nothing more is answered
    found = {}
    for address, encoding in chance.sample(addresses, len(addresses)):
        if chance.random() < 0.2:
            staff.get(address, headers={"Accept-Encoding": encoding})
        found[address] = answer_of(Client(), address, encoding)
    return found


def an_event():
    tournament, people = event_with_one_released_hanchan()
    withdraw(player=people[3], act=Act(by=None, at=MORNING))
    tournament.players.filter(number__lte=4).update(team="East", club="Felt")
    tournament.players.filter(number__gt=4).update(team="West")
    type(tournament).objects.filter(pk=tournament.pk).update(referee_public=True, prizes_public=True)
    for kind in PrizeKind:
        tournament.prizes.get_or_create(kind=kind, place=1, defaults={"what": "A cup"})
    tournament.hanchan.update(planned_at=MORNING)
    for player in people:
        link(make_person(player.name), tournament)
    make_ranking(tournament, name=tournament.slug, club=first_club())
    staff = Client()
    staff.force_login(make_staff(tournament, Role.ORGANISER))
    return tournament, people, staff


def differing(before, after):
    return sorted(address for address in before if before[address] != after[address])


def disqualify_who_withdrew(tournament, people):
    """Withdrawn in public, disqualified in secret."""
    punish(people[3], 0, number=2, kind=PenaltyKind.DISQUALIFICATION)


def disqualify_and_cancel(tournament, people):
    given_penalty = punish(people[5], 0, number=2, kind=PenaltyKind.DISQUALIFICATION)
    cancel(penalty=given_penalty, act=Act(by=None, at=MORNING, reason="wrong player"))


def disqualify_in_a_hanchan_to_come(tournament, people):
    punish(people[6], 0, number=3, kind=PenaltyKind.DISQUALIFICATION)


HIDDEN_CHANGES = (*HIDDEN, disqualify_who_withdrew, disqualify_and_cancel, disqualify_in_a_hanchan_to_come)


@pytest.mark.slow("no byte moves with what is hidden")
@settings(max_examples=4, phases=[Phase.generate], suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(changes=st.lists(st.sampled_from(HIDDEN_CHANGES), min_size=1, max_size=5, unique=True), seed=st.integers(0, 999))
def test_no_public_address_changes_with_what_is_hidden(changes, seed):
    chance = random.Random(seed)
    tournament, people, staff = an_event()
    addresses = [(address, chance.choice(["", "gzip"])) for address in public_addresses(tournament)]
    with time_machine.travel(MORNING, tick=False):
        before, lists = public_answers(addresses, chance, staff), listed(tournament)
        for change in changes:
            change(tournament, people)
        assert differing(before, public_answers(addresses, chance, staff)) == []
        assert listed(tournament) == lists and all(map(len, lists))


@pytest.mark.slow("no byte moves with what is hidden")
def test_what_was_hidden_shows_once_it_is_released():
    tournament, people, staff = an_event()
    addresses = [(address, "gzip") for address in public_addresses(tournament)]
    with time_machine.travel(MORNING, tick=False):
        close_without_releasing(tournament, people)
        before = public_answers(addresses, random.Random(1), staff)
        disqualify(tournament, people)
        assert differing(before, public_answers(addresses, random.Random(2), staff)) == []
        finish(tournament, 2)
        forget()
        forget_pages()
        changed = differing(before, public_answers(addresses, random.Random(3), staff))
    shown = {reverse(name, args=[tournament.slug]) for name in (
        "public_standings", "public_players", "public_crosstable", "public_teams", "public_countries",
        "api_standings", "api_tables", "api_players", "api_crosstable", "api_teams", "api_countries",
        "public_race", "screen_race", "screen_standings")}  # fmt: skip
    assert shown <= set(changed)
    assert people[2].name.encode() in before[reverse("public_players", args=[tournament.slug])][2]


def test_who_withdrew_and_was_then_disqualified_in_secret_is_shown_as_withdrawn(client):
    tournament, people, _staff = an_event()
    punish(people[3], 0, number=2, kind=PenaltyKind.DISQUALIFICATION)
    page = client.get(reverse("public_players", args=[tournament.slug])).content.decode()
    assert people[3].name in page and "withdrawn" in page


def test_the_header_of_a_short_answer_is_the_same_every_time(client):
    """Padded at random, it would be compressed one time and not the next."""
    tournament, _people, _staff = an_event()
    address = reverse("public_notice", args=[tournament.slug])
    told = {client.get(address, headers={"Accept-Encoding": "gzip"}).get("Content-Encoding") for _ in range(30)}
    assert told == {None}
