"""Who is in the final is a fact of the final: what a correction of the cut does after the final has started."""

import json

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.standings.values import Deduction
from tests.events.rows import kept
from tests.factories import MORNING, make_staff
from tests.tournament.hanchan.test_start_conditions import cut, everybody_apart, seat_final, start, third
from tests.tournament.planning.pairing.events import POINTS, played_event
from tests.tournament.standings.tables import play, punish
from tournament.archive.event_file.actions import import_event
from tournament.archive.event_file.export import event_file
from tournament.archive.event_file.reader import read_event_file
from tournament.core.audit import Act
from tournament.core.messages import Conflict, Refused
from tournament.core.models import Role, Tournament
from tournament.exports.live.event import LiveEvent
from tournament.hanchan import actions
from tournament.hanchan.queries import event_state
from tournament.players.actions import disqualify, withdraw
from tournament.referee.penalties.effect import moving_cuts
from tournament.standings.consequences import cut_lines
from tournament.standings.correction import Correction
from tournament.standings.played_cuts import moved_cuts
from tournament.standings.queries import forget, inputs_of, standings_of
from tournament.standings.recount import recount

pytestmark = pytest.mark.django_db


@pytest.fixture
@kept
def event():
    """Hanchan 3 is the final of the first four after hanchan 2, and has started."""
    tournament = played_event(16, 3)
    everybody_apart(tournament)
    cut(tournament)
    seat_final(tournament)
    start(tournament, "Not published.")
    tournament.refresh_from_db()
    return tournament


def finalists(event):
    return [player for division, player in third(event).divisions if not division]


def fall(event):
    """The first after hanchan 2 gets so late a penalty for it that the fifth would be in the final."""
    again(event)
    first = standings_of(event, 2).rows[0].player
    punish(event.players.get(pk=first.id), 200_000, number=2)
    again(event)
    return first


def again(event):
    event.refresh_from_db()
    forget()


def decide(event, choice="played", reason="The final was played so.", **fields):
    (moved,) = moved_cuts(inputs_of(event))
    act = Act(by=None, at=MORNING, reason=reason)
    actions.decide_cut(hanchan=third(event), choice=choice, act=act, **{"seen": moved.stamp} | fields)
    again(event)


def final_standings(event):
    """Who is listed above the cut once hanchan 3 is in."""
    return {row.player.id for row in standings_of(event).ranked if row.standing.tier == 0}


def test_a_start_keeps_who_plays_above_the_cut_and_undoing_it_forgets_them(event):
    assert finalists(event) == sorted(row.player.id for row in standings_of(event, 2).rows[:4])
    assert len(third(event).divisions) == 16
    assert moved_cuts(inputs_of(event)) == ()
    actions.undo_start(hanchan=third(event), act=Act(by=None, at=MORNING))
    assert third(event).divisions == []


def test_without_a_cut_before_it_a_start_keeps_nobody():
    tournament = played_event(16, 3)
    start(tournament, "Not published.")
    assert third(tournament).divisions == []


def test_those_who_played_the_final_are_the_finalists_until_somebody_decides(event):
    first = fall(event)
    sat = set(finalists(event))
    play(event, 3, dict.fromkeys(range(1, 5), POINTS[0]))
    again(event)
    assert final_standings(event) == sat and first.id in sat
    assert recount(event) == []
    (said,) = standings_of(event).moved_cuts
    assert "The cut after hanchan 2 has changed since hanchan 3 started" in str(said)
    assert first.label in str(said)
    assert standings_of(event, public=True).moved_cuts == (said,)
    assert not any(row.line for row in standings_of(event, 2).rows)  # it runs where nobody was seated by it


def test_what_next_asks_until_it_is_decided_and_again_when_the_cut_moves_again(event):
    fall(event)
    assert [one.number for one in event_state(event).moved_cuts] == [3]
    decide(event)
    assert event_state(event).moved_cuts == ()
    fall(event)
    assert [one.number for one in event_state(event).moved_cuts] == [3]


def test_the_decision_is_public_with_its_reason_and_the_standings_follow_it(event):
    first = fall(event)
    play(event, 3, dict.fromkeys(range(1, 5), POINTS[0]))
    decide(event, "played", "It was played so.")
    (said,) = standings_of(event).moved_cuts
    assert "The finalists are those who played hanchan 3 as finalists." in str(said)
    assert str(said).endswith("It was played so.")
    assert first.id in final_standings(event)
    decide(event, "corrected", "The qualifying decides.")
    (said,) = standings_of(event).moved_cuts
    assert "counts as corrected" in str(said) and str(said).endswith("The qualifying decides.")
    assert first.id not in final_standings(event) and len(final_standings(event)) == 4
    assert recount(event) == []
    entry = event.audit_entries.first()
    assert (entry.verb, entry.detail["choice"]) == ("decided which finalists count", ["played", "corrected"])


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"choice": "both"}, "choice-missing"),
        ({"reason": " "}, "reason-missing"),
        ({"seen": "other"}, "cut-moved"),
    ],
)
def test_a_decision_names_a_choice_and_a_reason_and_knows_the_cut(event, given, code):
    fall(event)
    with pytest.raises(Refused) as refused:
        decide(event, **given)
    assert refused.value.codes == code
    assert isinstance(refused.value, Conflict) is (code == "cut-moved")


def test_where_nothing_moved_there_is_nothing_to_decide(event):
    with pytest.raises(Refused, match="there is nothing to decide"):
        actions.decide_cut(hanchan=third(event), choice="played", seen="", act=Act(by=None, at=MORNING, reason="So."))


def test_a_corrected_cut_between_equals_is_decided_first(event):
    rows = standings_of(event, 2).rows
    gap = rows[3].standing.total - rows[4].standing.total
    punish(event.players.get(pk=rows[3].player.id), gap, number=2)
    again(event)
    (moved,) = moved_cuts(inputs_of(event))
    assert "now runs between equal players" in str(moved.sentence)
    with pytest.raises(Refused, match="Decide the tie first"):
        decide(event, "corrected")
    decide(event, "played")
    assert "the cut runs between equal players. The final was played so." in str(standings_of(event).moved_cuts[0])
    assert standings_of(event, 2).tied is None
    assert not event_state(event).moved_cuts


def test_who_leaves_after_the_final_keeps_the_place_among_the_finalists(event):
    play(event, 3, dict.fromkeys(range(1, 5), POINTS[0]))
    again(event)
    disqualify(player=event.players.get(pk=finalists(event)[0]), act=Act(by=None, at=MORNING, reason="Marked tiles."))
    again(event)
    assert moved_cuts(inputs_of(event)) == ()
    assert recount(event) == []


def test_who_leaves_before_a_hand_of_the_final_is_played_moves_the_cut(event):
    withdraw(player=event.players.get(pk=finalists(event)[0]), act=Act(by=None, at=MORNING))
    again(event)
    (moved,) = moved_cuts(inputs_of(event))
    assert len(moved.entering) == 1 and moved.is_open


def test_results_are_not_official_while_the_finalists_are_undecided(client, event):
    fall(event)
    play(event, 3, dict.fromkeys(range(1, 5), POINTS[0]))
    event.hanchan.update(state="closed", started_at=MORNING, closed_at=MORNING, released_at=MORNING)
    Tournament.objects.update(protest_minutes=0)
    again(event)
    with pytest.raises(Refused, match="Decide under What next who the finalists are"):
        actions.make_official(hanchan=third(event), act=Act(by=None, at=timezone.now()))
    client.force_login(make_staff(event, Role.ORGANISER))
    address = reverse("hanchan", args=[event.slug, 3])
    page = client.get(address).content.decode()
    assert "Hanchan 3: the cut has moved since it started." in page and 'id="make-official"' not in page
    assert f'href="{reverse("cut_decision", args=[event.slug, 3])}">Decide</a>' in page
    decide(event)
    assert 'id="make-official"' in client.get(address).content.decode()
    actions.make_official(hanchan=third(event), act=Act(by=None, at=timezone.now()))


def test_the_page_shows_both_and_asks_for_reason_and_password(client, event):
    address = "/manage/hall-16-3-2/hanchan/3/finalists/"
    client.force_login(make_staff(event, Role.DESK))
    assert client.get(address).status_code == 403
    referee = make_staff(event, Role.REFEREE)
    referee.set_password("two plain words")
    referee.save()
    client.force_login(referee)
    assert "there is nothing to decide" in client.get(address).text
    first = fall(event)
    event.hanchan.filter(number=3).update(released_at=MORNING)
    page = client.get(address)
    assert first.label in page.text and "Your password" in page.text
    sent = {"choice": "corrected", "reason": "The qualifying decides.", "seen": page.context["seen"]}
    assert client.post(address, sent).status_code == 422
    assert client.post(address, sent | {"password": "two plain words", "reason": ""}).status_code == 422
    assert client.post(address, sent | {"password": "two plain words"}).status_code == 302
    assert third(event).cut_choice == "corrected"
    assert "The qualifying decides." in client.get("/manage/hall-16-3-2/standings/").text


def test_an_event_file_carries_the_final_and_the_decision(event):
    fall(event)
    decide(event)
    text = event_file(event)
    copied = import_event(
        file=read_event_file(text.encode()), accept_altered=True, act=Act(by=None, at=MORNING), slug="copy"
    ).tournament
    assert [str(one) for one in standings_of(copied).moved_cuts] == [str(one) for one in standings_of(event).moved_cuts]
    assert recount(copied) == []
    hidden = json.loads(event_file(event, anonymised=True))
    assert {row["cut_reason"] for row in hidden["hanchan"]} == {"", "…"}


def test_previews_say_what_becomes_of_the_finalists(event):
    play(event, 3, dict.fromkeys(range(1, 5), POINTS[0]))
    again(event)
    inputs, first = inputs_of(event), finalists(event)[0]
    late = {"extra": [Deduction(first, 200_000, 2)]}
    (said,) = moving_cuts(event, **late)
    assert "stay the finalists until this is decided" in str(said)
    changed = inputs.with_changes(**late)
    effect = Correction(event.pk, inputs, changed, 2, frozenset({first}))
    line, *_others = cut_lines(effect, event.slug)
    assert line.text == str(said) and not line.is_fine
    assert not effect.cut_changes  # who played above it stays above it
    assert moving_cuts(event, extra=[Deduction(first, 1, 3)]) == ()


def test_the_workbook_has_values_where_the_finalists_are_those_who_played(event):
    fall(event)
    play(event, 3, dict.fromkeys(range(1, 5), POINTS[0]))
    again(event)
    live = LiveEvent("Hall", inputs_of(event), standings_of(event))
    (said,) = live.unfollowed
    assert "totals and places are values" in str(said)
    effects = live.stages[0].rows
    assert {key for key, row in effects.items() if row.effect.digit == 1} == set(finalists(event))
