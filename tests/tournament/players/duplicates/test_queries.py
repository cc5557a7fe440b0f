"""Which players may be one person, and why."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.factories import MORNING, make_tournament
from tournament.core.audit import Act
from tournament.players.actions import add_players
from tournament.players.duplicates import queries
from tournament.players.duplicates.actions import tell_apart
from tournament.players.duplicates.queries import Likeness, ids_of, likely_duplicates, others_of, told_apart
from tournament.players.models import Player, PlayerStatus
from tournament.players.similar_names import SimilarNames

ACT = Act(by=None, at=MORNING)


def people(*rows):
    """Players who are in no database: name, and what else is known."""
    return [Player(pk=n, number=n, **({"name": row} if isinstance(row, str) else row)) for n, row in enumerate(rows, 1)]


def found(*rows):
    return {(pair.first.number, pair.second.number): pair.reasons for pair in likely_duplicates(people(*rows), ())}


def test_names_are_the_same_in_either_order_or_differ_by_a_letter_or_two():
    assert found("Anna Rossi", "Rossi Anna", "Anna Rosi", "Luc Moreau", "ANNA ROSSI") == {
        (1, 2): (Likeness.OTHER_ORDER,),
        (1, 3): (Likeness.SIMILAR_NAME,),
        (1, 5): (Likeness.OTHER_ORDER,),
        (2, 3): (Likeness.SIMILAR_NAME,),
        (2, 5): (Likeness.OTHER_ORDER,),
        (3, 5): (Likeness.SIMILAR_NAME,),
    }


def test_a_pair_says_what_else_is_alike_and_what_is_not():
    anna = {"name": "Anna Rossi", "club": "Tana Milano", "country": "IT", "contact": "anna@example.org"}
    again = anna | {"club": "tana  milano", "contact": "Anna@Example.org", "ema_number": "05100170"}
    other = {"name": "Anna Rossi", "club": "Roma", "country": "CH"}
    assert found(anna, again, other) == {
        (1, 2): (
            Likeness.SAME_NAME,
            Likeness.SAME_CLUB,
            Likeness.SAME_COUNTRY,
            Likeness.SAME_CONTACT,
            Likeness.ONE_EMA_NUMBER,
        ),
        (1, 3): (Likeness.SAME_NAME, Likeness.OTHER_CLUB, Likeness.OTHER_COUNTRY),
        (2, 3): (Likeness.SAME_NAME, Likeness.OTHER_CLUB, Likeness.OTHER_COUNTRY, Likeness.ONE_EMA_NUMBER),
    }


def test_a_club_of_one_alone_is_no_difference():
    assert found({"name": "Anna Rossi", "club": "Roma"}, "Anna Rossi") == {(1, 2): (Likeness.SAME_NAME,)}


def test_two_ema_numbers_are_two_people_and_so_are_similar_names_from_two_countries():
    one, other = {"name": "Anna Rossi", "ema_number": "05100170"}, {"name": "Anna Rossi", "ema_number": "05100171"}
    assert found(one, other) == {}
    assert found({"name": "Yuki Tanabe", "country": "JP"}, {"name": "Yuka Tanabe", "country": "DE"}) == {}
    assert found({"name": "Yuki Tanabe", "country": "JP"}, {"name": "Yuka Tanabe"}) != {}


@pytest.mark.parametrize("status", ["declined", "withdrawn", "disqualified"])
def test_who_does_not_come_is_nobody_twice(status):
    assert found("Anna Rossi", {"name": "Anna Rossi", "status": status}) == {}
    assert found("Anna Rossi", {"name": "Anna Rossi", "status": PlayerStatus.WAITING}) != {}


def test_names_that_differ_by_a_number_or_are_short_are_not_similar():
    assert found("Substitute 1", "Substitute 2", "Eva", "Ewa") == {}


def test_the_likeliest_pair_comes_first_and_there_are_never_too_many(monkeypatch):
    rows = [{"name": "Anna Rossi", "club": club} for club in ("Roma", "Milano", "milano")]
    assert list(found(*rows)) == [(2, 3), (1, 2), (1, 3)]
    monkeypatch.setattr(queries, "MOST", 2)
    assert len(likely_duplicates(people(*rows), ())) == 2


def test_each_player_of_a_pair_has_the_other_one():
    pairs = likely_duplicates(people("Anna Rossi", "Anna Rossi", "Luc Moreau"), ())
    assert {pk: [other.pk for other in others] for pk, others in others_of(pairs).items()} == {1: [2], 2: [1]}


def test_a_pair_that_was_marked_as_different_people_is_not_named_again(db):
    tournament = make_tournament()
    one, other = add_players(tournament=tournament, rows=[{"name": "Anna Rossi"}] * 2, act=ACT)
    tell_apart(one=other, other=one, act=ACT)
    assert likely_duplicates(tournament.players.all(), told_apart(tournament)) == []
    assert told_apart(make_tournament(name="Other")) == []


@given(st.lists(st.text("abr ", min_size=1, max_size=9), max_size=12))
def test_the_pairs_are_those_that_each_name_finds_by_itself(written):
    names = SimilarNames(written)
    pairs = {tuple(sorted(pair)) for pair in names.pairs()}
    alone = {tuple(sorted((at, other))) for at, name in enumerate(written) for other in names.like(name)}
    assert alone <= pairs and all(one != other for one, other in pairs)
    assert all(written[one] != written[other] for one, other in pairs)


@given(st.integers(1, 99), st.integers(1, 99))
def test_two_players_have_one_key_in_either_order(one, other):
    first, second = Player(pk=one), Player(pk=other)
    assert ids_of(first, second) == ids_of(second, first) == tuple(sorted((one, other)))
