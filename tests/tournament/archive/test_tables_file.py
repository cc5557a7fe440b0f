"""Our own list of tables as a file, loaded again: who people are, their penalties, and the standings of both."""

import pytest

from scoring.rules import preset
from tests.factories import load_past_event
from tests.tournament.exports.events import rows_of, tables
from tests.tournament.standings.tables import play, punish, small_event
from tournament.archive.reading import read_event
from tournament.core.models import Tournament
from tournament.exports.csv_files import write_csv
from tournament.exports.csv_forms import OFFICE_FORMS, PROGRAMS
from tournament.players.actions import distinguish
from tournament.players.models import Player
from tournament.standings.queries import standings_of

pytestmark = pytest.mark.django_db
WHO = ("number", "name", "ema_number", "country", "club", "team")


@pytest.fixture
def event() -> Tournament:
    """Two hanchan, namesakes, a name that a spreadsheet would compute; penalties of every place."""
    tournament, (aiko, luc, ewa, tom, *_) = small_event(hanchan_count=2)
    known = {"ema_number": "04100170", "country": "PL", "club": "Kraków", "team": "Felt"}
    Player.objects.filter(pk=aiko.pk).update(name="Ewa Nowak", **known)
    Player.objects.filter(pk=luc.pk).update(name="-Luc")
    Player.objects.filter(pk=ewa.pk).update(name="Ewa Nowak")
    distinguish(tournament.players.order_by("number"))
    play(tournament, 1, {1: (45_200, 31_100, 25_700, 18_000), 2: (45_200, 31_100, 25_700, 18_000)})
    play(tournament, 2, {1: (48_000, 30_000, 30_000, 12_000), 2: (30_000,) * 4})
    punish(aiko, 30_000)
    punish(aiko, 2_000)
    punish(luc, 1_500, number=2)
    punish(tom, 20_000, number=None)
    tournament.refresh_from_db()
    return tournament


def results(tournament: Tournament) -> list[tuple]:
    return [
        (row.standing.place, row.standing.total, row.standing.penalties, *(getattr(row.player, name) for name in WHO))
        for row in standings_of(tournament).rows
    ]


@pytest.mark.parametrize("form", [PROGRAMS, *OFFICE_FORMS], ids=lambda form: form.key)
def test_the_list_of_tables_comes_back_with_people_and_penalties(event, form):
    text = write_csv(tables(event)["tables"], form)
    past = read_event(text, preset("wrc-2022"))
    assert sorted(amount for _player, _hanchan, amount in past.penalties) == [1_500, 20_000, 32_000]
    assert results(load_past_event(past, name="Copy")) == results(event)


def test_a_penalty_away_from_the_tables_is_a_row_of_its_own_at_the_end(event):
    *_seats, last = rows_of(tables(event)["tables"])
    assert (last["hanchan"], last["table"], last["points"], last["penalty_points"]) == (None, None, None, 20_000)
    assert len(_seats) == 16
