"""Two entries of one person in a ceremony: its lists keep every prize, and hold nobody who is merged."""

import pytest
from django.urls import reverse

from tests.factories import make_staff
from tests.tournament.hanchan.test_ceremony import ACT, code_of
from tests.tournament.hanchan.test_ceremony_corrections import at_place
from tests.tournament.hanchan.test_ceremony_show import press_to, steps_of, with_prizes
from tests.tournament.persons.entries.events import merged, stored, undone
from tests.tournament.standings.tables import vouch
from tournament.core.models import Role, Tournament
from tournament.players.actions import add_player
from tournament.players.models import Player
from tournament.standings.ceremony_steps import StepKind

pytestmark = pytest.mark.django_db


def second_entry(tournament, player):
    """Another entry of a player, who registered twice."""
    entry = add_player(tournament=tournament, act=ACT, name=f"{player.name} Junior", club="Elsewhere")
    vouch(tournament, Player)
    return entry


def prizes_of(tournament):
    return [(step.prize.what, step.prize.names) for step in steps_of(tournament) if step.prize]


def test_nobody_on_the_list_of_a_ceremony_that_goes_on_is_merged_into_another():
    tournament = with_prizes()
    press_to(tournament, StepKind.PRIZE)
    winner = at_place(tournament, 1)
    other = second_entry(tournament, winner)
    before = stored(tournament)
    assert code_of(lambda: merged(tournament, other.number, winner.number)) == "ceremony-running"
    assert stored(tournament) == before
    entry = merged(tournament, winner.number, other.number)
    tournament = Tournament.objects.get(pk=tournament.pk)
    assert code_of(lambda: undone(entry)) == "ceremony-running"
    press_to(tournament, StepKind.WINNER)
    undone(entry)


def test_the_page_of_a_merge_says_that_the_ceremony_goes_on(client):
    tournament = with_prizes()
    winner = at_place(tournament, 1)
    other = second_entry(tournament, winner)
    client.force_login(make_staff(tournament, Role.ORGANISER))
    here = reverse("players_merge", args=[tournament.slug])
    page = client.post(f"{here}?one={winner.number}&other={other.number}", {"kept": other.number}).content.decode()
    assert "The ceremony has begun" in page


def test_an_entry_that_is_merged_after_the_ceremony_keeps_all_its_prizes():
    tournament = with_prizes()
    press_to(tournament, StepKind.WINNER)
    winner = at_place(tournament, 1)
    other = second_entry(tournament, winner)
    before, prizes = stored(tournament), prizes_of(tournament)
    assert sum(row[-1] == winner.pk for row in tournament.final_prizes) > 1
    entry = merged(tournament, other.number, winner.number)
    tournament = Tournament.objects.get(pk=tournament.pk)
    assert [what for what, _names in prizes_of(tournament)] == [what for what, _names in prizes]
    assert sum(row[-1] == other.pk for row in tournament.final_prizes) > 1
    undone(entry)
    assert stored(tournament) == before
