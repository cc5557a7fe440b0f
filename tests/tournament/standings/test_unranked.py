"""A hanchan that does not count for somebody who played it, as lists, files and pages show it."""

import csv
from dataclasses import replace

import pytest
from django.urls import reverse

from tests.factories import MORNING, make_staff
from tests.tournament.standings.tables import USUAL, hanchan, play, small_event, vouch
from tournament.core.audit import Act, audited_write
from tournament.core.models import HanchanState, Role, Verb
from tournament.events.models import PrizeKind
from tournament.seats.models import StandIn
from tournament.standings.inputs import read_inputs
from tournament.standings.official_standings import OfficialStandings
from tournament.standings.prizes.actions import set_prize
from tournament.standings.prizes.queries import awards_of
from tournament.standings.queries import standings_of
from tournament.standings.visibility import projected, released

pytestmark = pytest.mark.django_db


@pytest.fixture
def unranked():
    """Hanchan 2 of two does not count for the first player, who played the seat of the last one there."""
    tournament, people = small_event(hanchan_count=3)
    for number in (1, 2):
        play(tournament, number, {1: USUAL, 2: USUAL[::-1]})
    StandIn.objects.create(
        tournament=tournament,
        hanchan=hanchan(tournament, 2),
        absent=people[7],
        substitute=people[0],
        counts=False,
        made_at=MORNING,
    )
    vouch(tournament, StandIn)
    tournament.refresh_from_db()
    return tournament


def test_a_hanchan_that_does_not_count_is_struck_out_and_the_page_of_the_player_says_why(client, unranked):
    row = standings_of(unranked).by_number[1].standing
    assert (row.dropped, row.total) == ((2,), row.hanchan[0].score)
    page = client.get(reverse("public_player", args=[unranked.slug, 1])).text
    assert page.count("not ranked for this hanchan") == 1
    assert client.get(reverse("public_standings", args=[unranked.slug])).text.count("<s>") == 1


def test_files_and_programs_are_told_which_hanchan_do_not_count(client, unranked):
    client.force_login(make_staff(unranked, Role.ORGANISER))
    text = client.get(reverse("export_csv", args=[unranked.slug, "standings"])).content.decode("utf-8-sig")
    found = {row["number"]: row["dropped"] for row in csv.DictReader(text.splitlines())}
    assert found["1"] == "2" and set(found.values()) == {"", "2"}


def test_what_is_public_knows_which_hanchan_do_not_count(unranked):
    assert standings_of(unranked, public=True).by_number[1].standing.uncounted == (2,)


def test_official_results_stay_as_they_are(unranked):
    unranked.hanchan.filter(number__lte=2).update(official_at=MORNING)
    now = OfficialStandings(unranked.pk, read_inputs(unranked))
    for choices, changed in ((((2, False),), []), (((2, False), (3, False)), []), ((), [2])):
        players = (replace(one, choices=choices) if one.number == 1 else one for one in now.inputs.players)
        after = OfficialStandings(unranked.pk, replace(now.inputs, players=tuple(players)))
        assert list(now.changed(after)) == changed


def test_the_biggest_hanchan_of_a_prize_is_one_that_counts(unranked):
    """Number 1 has +30.2 in hanchan 1 and in hanchan 2, which is not the first one to count any more."""
    prize = {"kind": PrizeKind.HANCHAN, "place": 1, "what": "Tiles", "act": Act(by=None, at=MORNING)}
    set_prize(tournament=unranked, **prize)

    def winners():
        unranked.refresh_from_db()
        return [one.name for award in awards_of(unranked) for one in award.winners]

    assert "Aiko Brandt" in winners()
    with audited_write(unranked, Act(by=None, at=MORNING), Verb.EXTENDED_CHAIN):
        unranked.players.filter(number=1).update(counts_from=2)
    assert "Aiko Brandt" not in winners()


def test_nothing_public_changes_with_a_hanchan_that_is_hidden(unranked):
    unranked.hanchan.filter(number=2).update(released_at=None)
    hidden = read_inputs(unranked)
    assert hidden.names[unranked.players.get(number=1).pk].choices == ((2, False),)
    unranked.stand_ins.update(counts=None)
    assert released(hidden) == released(read_inputs(unranked))


def test_a_projection_knows_for_whom_the_hanchan_does_not_count(unranked):
    unranked.hanchan.filter(number=2).update(released_at=None, state=HanchanState.PLAYING, closed_at=None)
    live = projected(replace(read_inputs(unranked), live_public=True))
    assert live.names[unranked.players.get(number=1).pk].choices == ((2, False),)
