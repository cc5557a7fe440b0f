"""Wishes are kept, withdrawn and brought back."""

import pytest

from tests.acts import with_act
from tests.events.rows import kept
from tests.factories import make_players, make_tournament
from tests.tournament.planning.halls import begin
from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.wishes import actions
from tournament.wishes.models import Wish
from tournament.wishes.queries import wishes_of

pytestmark = pytest.mark.django_db


@pytest.fixture
@kept
def event():
    tournament = make_tournament(hanchan_count=4, table_count=10)
    make_players(tournament, 16)
    return tournament


@pytest.fixture
def wish(event, now):
    return lambda **wished: actions.add_wish(tournament=event, **with_act(by=None, at=now, **wished))


def people(event, *numbers):
    return [event.players.get(number=number) for number in numbers]


def test_a_wish_is_kept_with_its_people_and_stands_in_the_history(event, wish):
    made = wish(kind="apart", players=people(event, 3, 1, 3), weight="must", hanchan=3)
    assert [player.number for player in made.players.order_by("number")] == [1, 3]
    assert (made.weight, made.hanchan, made.withdrawn_at) == ("must", 3, None)
    entry = event.audit_entries.first()
    assert (entry.verb, entry.detail["players"]) == ("wished of the seating", [1, 3])


@pytest.mark.parametrize(
    ("wished", "numbers", "words", "field"),
    [
        ({"kind": "same", "shared": "shoe size"}, [], "Choose club, country or team", "shared"),
        ({"kind": "same", "shared": "club", "hanchan": 1}, [], "has no effect", "hanchan"),
        ({"kind": "same", "shared": "club", "hanchan": 5}, [], "has 4 hanchan; hanchan 5", "hanchan"),
        ({"kind": "apart"}, [4, 4], "at least two different", "people"),
        ({"kind": "together"}, [4, 4], "two different players", "other"),
        ({"kind": "tables", "tables": [1]}, [], "Enter the players", "people"),
        ({"kind": "tables"}, [1], "at least one table", "tables"),
        ({"kind": "tables", "tables": [2, 11]}, [1], "no table 11; the hall has 10", "tables"),
        ({"kind": "tables", "tables": [0, 2]}, [1], "no table 0", "tables"),
    ],
)
def test_a_wish_that_makes_no_sense_is_refused_beside_its_field(event, wish, wished, numbers, words, field):
    edition = event.edition
    with pytest.raises(Refused, match=words) as refusal:
        wish(players=people(event, *numbers), **wished)
    assert refusal.value.field == field
    event.refresh_from_db()
    assert (Wish.objects.count(), event.edition) == (0, edition)


def test_nobody_can_be_made_to_meet_in_a_hanchan_that_has_started(event, wish):
    begin(event, 2)
    with pytest.raises(Refused, match="Hanchan 2 has started"):
        wish(kind="together", players=people(event, 1, 2), hanchan=2)
    assert wish(kind="together", players=people(event, 1, 2), hanchan=3).hanchan == 3


def test_the_same_form_sent_twice_is_one_wish(event, wish):
    first = wish(kind="same", shared="club", submission="b5c9")
    assert wish(kind="same", shared="club", submission="b5c9") == first
    assert Wish.objects.count() == 1


def test_the_same_wish_is_not_kept_twice_however_it_weighs(event, wish):
    wish(kind="apart", players=people(event, 1, 2))
    with pytest.raises(Refused, match="This wish already exists"):
        wish(kind="apart", players=people(event, 2, 1), weight="must")
    assert wish(kind="apart", players=people(event, 1, 2), hanchan=3)


def test_a_wish_is_withdrawn_and_brought_back_unless_it_was_wished_again(event, wish, now):
    made = wish(kind="same", shared="team")
    actions.withdraw(wish=made, act=Act(by=None, at=now))
    actions.withdraw(wish=made, act=Act(by=None, at=now))
    assert wishes_of(event) == []
    actions.bring_back(wish=made, act=Act(by=None, at=now))
    assert wishes_of(event) == [made]
    actions.withdraw(wish=made, act=Act(by=None, at=now))
    wish(kind="same", shared="team")
    with pytest.raises(Refused, match="already"):
        actions.bring_back(wish=made, act=Act(by=None, at=now))


def test_of_a_wish_sent_twice_at_the_same_moment_one_is_kept(event, wish, monkeypatch):
    first = wish(kind="same", shared="club", submission="b5c9")
    entries, search = event.audit_entries.count(), actions.result_of
    answers = iter([None])  # at the first look the other sending has not been written yet
    monkeypatch.setattr(actions, "result_of", lambda *sent: next(answers, search(*sent)))
    assert wish(kind="same", shared="club", submission="b5c9") == first
    assert (Wish.objects.count(), event.audit_entries.count()) == (1, entries)
