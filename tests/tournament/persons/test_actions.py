"""Finding, merging, correcting and renaming persons, and undoing that."""

from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from tests.factories import MORNING, make_tournament, make_user
from tournament.archive.event_file.export import event_file
from tournament.core.audit import Act
from tournament.core.messages import Conflict, Refused
from tournament.events.models import Club
from tournament.persons import actions
from tournament.persons.actions import MergeChoice, PersonValues
from tournament.persons.club_actions import add_club
from tournament.persons.models import Person, PersonAct, PersonLink, PersonName, PersonVerb
from tournament.persons.queries import name_on, newest_act, persons
from tournament.players.actions import add_players

ACT = Act(by=None, at=MORNING, reason="asked")


def event(name, *rows):
    tournament = make_tournament(name)
    players = add_players(
        tournament=tournament, rows=[{"name": row} if isinstance(row, str) else row for row in rows], act=ACT
    )
    return tournament, players


def found(tournament):
    finding = actions.find_persons(tournament=tournament, act=ACT)
    return len(finding.known), len(finding.new), len(finding.doubts)


def stored():
    """Every person, name and link as the database has it."""
    return [list(model.objects.order_by("pk").values_list()) for model in (Person, PersonName, PersonLink)]


def two_persons(**numbers):
    """Anna of two events, under a name that changed."""
    first, _players = event("First", {"name": "Anna Krawczyk", "country": "PL", **numbers})
    second, _players = event("Second", {"name": "Anna Brandt", "country": "DE"})
    assert (found(first), found(second)) == ((0, 1, 0), (0, 1, 0))
    one, other = persons()
    return one, other


@pytest.mark.django_db
def test_a_number_with_a_similar_name_is_certain_and_somebody_new_becomes_a_person():
    rows = [{"name": "Anna Rossi", "ema_number": "05100170"}, {"name": "Luc Moreau"}, {"name": "Ewa Nowak"}]
    first, _players = event("First", *rows)
    assert found(first) == (0, 3, 0)
    rows = [{"name": "ROSSI Anna", "ema_number": "05100170", "country": "IT"}, "Luc Moreau", "Tom Okafor"]
    second, players = event("Second", *rows)
    assert found(second) == (1, 1, 1)
    known = Person.objects.filter(links__player__in=players).order_by("links__player__number")
    assert [(one.name, one.country) for one in known] == [("Anna Rossi", "IT"), ("Tom Okafor", "")]


@pytest.mark.django_db
def test_the_same_number_with_an_unlike_name_is_a_doubt():
    event_one, _players = event("First", {"name": "Anna Rossi", "ema_number": "05100170"})
    found(event_one)
    event_two, _players = event("Second", {"name": "Tom Okafor", "ema_number": "05100170"})
    assert found(event_two) == (0, 0, 1)


@pytest.mark.django_db
def test_finding_once_more_changes_nothing():
    tournament, _players = event("First", "Anna Rossi", "Luc Moreau", "Player 12")
    assert found(tournament) == (0, 2, 0)
    before = stored(), PersonAct.objects.count()
    assert found(tournament) == (0, 0, 0)
    assert (stored(), PersonAct.objects.count()) == before


@pytest.mark.django_db
def test_no_act_on_persons_changes_the_event():
    tournament, players = event("First", "Anna Rossi", "Luc Moreau")
    other, _others = event("Second", {"name": "Luca Moreau", "country": "FR"})
    before = [(event_file(one), list(one.audit_entries.values()), one.edition) for one in (tournament, other)]
    found(tournament)
    found(other)
    one = persons()[0]
    actions.hide(person=one, is_hidden=True, act=ACT)
    third, _players = event("Third", "Kim")
    found(third)
    actions.merge(
        one=one, other=persons().get(name="Kim"), choice=MergeChoice(values=PersonValues(name="Anna")), act=ACT
    )
    luc = Person.objects.get(links__player=players[1])
    actions.separate(player=players[1], person=luc, act=ACT)
    for one in (tournament, other):
        one.refresh_from_db()
    after = [(event_file(one), list(one.audit_entries.values()), one.edition) for one in (tournament, other)]
    assert after == before


@pytest.mark.django_db
def test_a_correction_is_everywhere_and_a_change_keeps_the_old_name_on_old_results():
    one, _other = two_persons()
    actions.fix(person=one, values=PersonValues(name="Anna Krawczyk-Lis", country="PL"), act=ACT)
    one.refresh_from_db()
    assert name_on(one, date(2020, 1, 1)) == "Anna Krawczyk-Lis"
    actions.rename(person=one, name="Anna Brandt", country="DE", since=date(2025, 3, 1), act=ACT)
    one.refresh_from_db()
    assert one.name == "Anna Brandt"
    assert [name_on(one, day) for day in (date(2025, 2, 28), date(2025, 3, 1), None)] == [
        "Anna Krawczyk-Lis",
        "Anna Brandt",
        "Anna Brandt",
    ]
    actions.fix(person=one, values=PersonValues(name="Anne Brandt", country="DE"), act=ACT)
    one = Person.objects.get(pk=one.pk)
    assert [name_on(one, day) for day in (date(2025, 2, 28), date(2025, 3, 1))] == ["Anna Krawczyk-Lis", "Anne Brandt"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "since", "code"),
    [
        ("Anna Brandt", date(2026, 5, 17), "day-to-come"),
        ("Anna Krawczyk", date(2026, 5, 1), "same-name"),
        ("Anna Third", date(2025, 3, 1), "earlier-change"),
    ],
)
def test_a_change_of_name_that_cannot_be_is_refused(name, since, code):
    one, _other = two_persons()
    if code == "earlier-change":
        actions.rename(person=one, name="Anna Brandt", country="PL", since=date(2025, 3, 1), act=ACT)
    with pytest.raises(Refused) as refused:
        actions.rename(person=one, name=name, country="PL", since=since, act=ACT)
    assert refused.value.codes == code


@pytest.mark.django_db
def test_names_follow_each_other_and_a_correction_that_changes_nothing_is_none():
    one, _other = two_persons()
    for name, day in (("Anna Brandt", date(2025, 3, 1)), ("Anna Third", date(2025, 4, 1))):
        actions.rename(person=one, name=name, country="PL", since=day, act=ACT)
    one = Person.objects.get(pk=one.pk)
    assert [row.name for row in one.names.all()] == ["Anna Krawczyk", "Anna Brandt", "Anna Third"]
    acts = PersonAct.objects.count()
    actions.hide(person=one, is_hidden=False, act=ACT)
    assert PersonAct.objects.count() == acts


@pytest.mark.django_db
def test_a_person_has_a_club_and_gets_the_old_ones_back():
    one, _other = two_persons()
    before = set(one.clubs.all())
    with pytest.raises(Refused, match="Choose a club"):
        actions.set_clubs(person=one, clubs=[], kept=[], act=ACT)
    second = add_club(name="Second")
    actions.set_clubs(person=one, clubs=[second], kept=Club.objects.all(), act=ACT)
    assert list(one.clubs.all()) == [second]
    actions.undo(done=PersonAct.objects.get(pk=newest_act(one)), act=ACT)
    assert set(one.clubs.all()) == before


@pytest.mark.django_db
def test_a_merge_is_not_undone_into_a_number_that_somebody_got_since():
    one, other = two_persons()
    actions.fix(person=other, values=PersonValues(name="Anna Brandt", ara_id="77"), act=ACT)
    actions.merge(one=other, other=one, choice=MergeChoice(values=PersonValues(name="Anna Brandt")), act=ACT)
    fourth, _players = event("Fourth", "Tom Adeyemi")
    found(fourth)
    tom = persons().get(name="Tom Adeyemi")
    actions.fix(person=tom, values=PersonValues(name=tom.name, ara_id="77"), act=ACT)
    with pytest.raises(Refused, match="Somebody else has the number 77 now"):
        actions.undo(done=PersonAct.objects.get(what=PersonVerb.MERGED), act=ACT)


@pytest.mark.django_db
def test_a_number_that_somebody_else_has_is_refused():
    one, other = two_persons(ema_number="05100170", ara_id="77")
    with pytest.raises(Refused, match="Anna Krawczyk has the number 05100170"):
        actions.fix(person=other, values=PersonValues(name="Anna Brandt", ema_number="05100170"), act=ACT)
    assert one.ema_number == "05100170"


NAMES = st.sampled_from(["Anna Krawczyk", "Anna Brandt", "Anna Third"])
DAYS = st.one_of(st.none(), st.dates(date(2020, 1, 1), date(2026, 5, 1)))


class MergeAndUndoTests(TestCase):
    """Merge, then undo, in every way to choose the values."""

    @pytest.mark.slow("every way to choose the values")
    @settings(max_examples=25, deadline=None)
    @given(name=NAMES, since=DAYS, country=st.sampled_from(["", "DE"]), numbers=st.booleans(), first=st.booleans())
    def test_undoing_a_merge_gives_back_the_same_persons_and_links(self, name, since, country, numbers, first):
        one, other = two_persons(ema_number="05100170" if first else "", ara_id="77")
        if first:
            actions.rename(person=other, name="Anna Third", country="DE", since=date(2019, 1, 1), act=ACT)
        before = stored()
        values = PersonValues(name=name, country=country, ara_id="77" if numbers else "", reading="anna")
        actions.merge(one=other, other=one, choice=MergeChoice(values=values, since=since), act=ACT)
        assert [person.pk for person in persons()] == [one.pk]
        assert PersonLink.objects.filter(person=one).count() == 2
        done = PersonAct.objects.get(what=PersonVerb.MERGED)
        actions.undo(done=done, act=ACT)
        assert stored() == before
        actions.undo(done=done, act=ACT)
        assert stored() == before


@pytest.mark.django_db
def test_an_undo_moves_exactly_those_links_back_and_keeps_what_came_later():
    one, other = two_persons()
    choice = MergeChoice(values=PersonValues(name="Anna Brandt", country="DE"), since=date(2025, 3, 1))
    kept = actions.merge(one=one, other=other, choice=choice, act=ACT)
    assert (name_on(kept, date(2024, 1, 1)), name_on(kept, date(2026, 1, 1))) == ("Anna Krawczyk", "Anna Brandt")
    third, players = event("Third", "Anna Brandt")
    found(third)
    actions.link(player=players[0], person=kept, act=ACT)
    actions.fix(person=kept, values=PersonValues(name="Anna Brandt", country="DE", reading="brandt"), act=ACT)
    for _twice in range(2):
        actions.undo(done=PersonAct.objects.get(what=PersonVerb.MERGED), act=ACT)
    one, other = persons()
    assert (one.name, one.reading, other.name) == ("Anna Krawczyk", "brandt", "Anna Brandt")
    assert [link.player.tournament.name for link in one.links.order_by("pk")] == ["First", "Third"]
    assert [link.player.tournament.name for link in other.links.all()] == ["Second"]


@pytest.mark.django_db
def test_a_merge_is_undone_after_the_one_that_came_later_and_not_into_a_number_of_somebody_else():
    one, other = two_persons(ara_id="77")
    third, _players = event("Third", "Kim Okafor")
    found(third)
    kim = persons().get(name="Kim Okafor")
    choice = MergeChoice(values=PersonValues(name="Anna Brandt"))
    actions.merge(one=other, other=kim, choice=choice, act=ACT)
    first = PersonAct.objects.get(what=PersonVerb.MERGED)
    actions.merge(one=one, other=other, choice=choice, act=ACT)
    with pytest.raises(Refused, match="merged into Anna Brandt since"):
        actions.undo(done=first, act=ACT)
    fourth, _players = event("Fourth", "Tom Adeyemi")
    found(fourth)
    tom = persons().get(name="Tom Adeyemi")
    actions.fix(person=tom, values=PersonValues(name=tom.name, ara_id="77"), act=ACT)
    with pytest.raises(Refused, match="Somebody else has the number 77 now"):
        actions.undo(done=PersonAct.objects.filter(what=PersonVerb.MERGED)[0], act=ACT)


@pytest.mark.django_db
def test_of_two_who_merge_one_wins_and_the_other_hears_who_was_faster():
    one, other = two_persons()
    anna, ben = make_user(name="Anna"), make_user(name="Ben")
    choice = MergeChoice(values=PersonValues(name="Anna Brandt"))
    actions.merge(one=one, other=other, choice=choice, act=Act(by=anna, at=MORNING))
    actions.merge(one=one, other=other, choice=choice, act=Act(by=anna, at=MORNING))
    with pytest.raises(Conflict, match="Anna merged these a minute ago"):
        actions.merge(one=one, other=other, choice=choice, act=Act(by=ben, at=MORNING + timedelta(seconds=70)))
    with pytest.raises(Conflict, match="Anna has merged these already"):
        actions.merge(one=one, other=other, choice=choice, act=Act(by=ben, at=MORNING + timedelta(hours=1)))
    assert PersonAct.objects.filter(what=PersonVerb.MERGED).count() == 1


@pytest.mark.django_db
def test_two_who_play_in_one_event_are_not_merged():
    tournament, players = event("First", "Anna Rossi", "Anna Rossi")
    assert found(tournament) == (0, 2, 0)
    one, other = persons()
    with pytest.raises(Refused, match="Both play in First"):
        actions.merge(one=one, other=other, choice=MergeChoice(values=PersonValues(name="Anna Rossi")), act=ACT)
    PersonLink.objects.filter(player=players[1]).delete()
    with pytest.raises(Refused, match="Anna Rossi already plays in First"):
        actions.link(player=players[1], person=one, act=ACT)


@pytest.mark.django_db
def test_a_player_is_linked_once_and_the_link_can_be_undone():
    first, _players = event("First", "Anna Rossi")
    second, players = event("Second", {"name": "Anna Rossi", "ema_number": "05100170"})
    found(first)
    found(second)
    before = stored()
    actions.link(player=players[0], person=persons()[0], act=ACT)
    assert persons()[0].ema_number == "05100170"
    with pytest.raises(Conflict):
        actions.link(player=players[0], person=persons()[0], act=ACT)
    with pytest.raises(Conflict):
        actions.make_person(player=players[0], apart_from=persons()[0], act=ACT)
    actions.undo(done=PersonAct.objects.get(what=PersonVerb.LINKED, person__isnull=False), act=ACT)
    assert stored() == before


@pytest.mark.django_db
def test_somebody_who_was_taken_for_another_gets_a_person_of_their_own():
    tournament, players = event("First", "Anna Rossi", {"name": "Luc Moreau", "ema_number": "05100170"})
    found(tournament)
    luc = Person.objects.get(links__player=players[1])
    own = actions.separate(player=players[1], person=luc, act=ACT)
    assert (own.name, own.ema_number, Person.objects.get(links__player=players[1])) == ("Luc Moreau", "", own)
    with pytest.raises(Conflict):
        actions.separate(player=players[1], person=luc, act=ACT)
    assert persons().count() == 3


@pytest.mark.django_db
def test_who_is_erased_is_in_no_value_and_cannot_be_changed_or_brought_back():
    one, other = two_persons(ema_number="05100170")
    choice = MergeChoice(values=PersonValues(name="Anna Brandt", country="DE"), since=date(2025, 3, 1))
    actions.merge(one=one, other=other, choice=choice, act=ACT)
    actions.erase(person=one, act=ACT)
    texts = repr([stored(), list(PersonAct.objects.values())])
    assert "Anna" not in texts
    assert "05100170" not in texts
    with pytest.raises(Conflict, match="were removed"):
        actions.hide(person=one, is_hidden=False, act=ACT)
    with pytest.raises(Refused, match="were removed"):
        actions.undo(done=PersonAct.objects.get(what=PersonVerb.MERGED), act=ACT)


@pytest.mark.django_db
def test_who_did_not_see_a_change_is_refused():
    one, other = two_persons()
    seen = newest_act(one, other)
    late = Act(by=None, at=MORNING, base=seen)
    actions.fix(person=one, values=PersonValues(name="Anna K.", country="PL"), act=late)
    with pytest.raises(Conflict, match="Somebody else changed this since"):
        actions.fix(person=one, values=PersonValues(name="Anne", country="PL"), act=late)
    with pytest.raises(Conflict, match="Somebody else changed this since"):
        actions.merge(one=one, other=other, choice=MergeChoice(values=PersonValues(name="Anne")), act=late)


@pytest.mark.django_db
def test_finding_the_persons_of_an_event_is_undone_as_a_whole_and_can_be_done_again():
    first, _players = event("First", "Anna Rossi", {"name": "Luc Moreau", "ema_number": "05100170"})
    found(first)
    before = stored()
    second, _players = event(
        "Second", {"name": "Luc Moreau", "ema_number": "05100170", "country": "FR"}, "Kim Min-jun", "Anna Rossi"
    )
    assert found(second) == (1, 1, 1)
    assert actions.undo_finding(tournament=second, act=ACT)
    assert stored() == before
    assert not actions.undo_finding(tournament=second, act=ACT)
    assert found(second) == (1, 1, 1)


@pytest.mark.django_db
def test_what_somebody_did_since_stays_when_finding_is_undone():
    rows = [{"name": "Luc Moreau", "ema_number": "05100170"}, "Kim Min-jun", "Ewa Nowak"]
    first, _players = event("First", rows[0])
    found(first)
    second, _players = event("Second", rows[0] | {"country": "FR"}, *rows[1:])
    found(second)
    luc, kim = persons().get(name="Luc Moreau"), persons().get(name="Kim Min-jun")
    actions.fix(person=luc, values=PersonValues(name="Luc Moreau", country="BE", ema_number="05100170"), act=ACT)
    actions.rename(person=kim, name="Kim Minjun", country="KR", since=date(2025, 1, 1), act=ACT)
    actions.undo_finding(tournament=second, act=ACT)
    assert set(persons().values_list("name", "country")) == {("Luc Moreau", "BE"), ("Kim Minjun", "KR")}
    assert list(PersonLink.objects.values_list("player__tournament__name", flat=True)) == ["First"]


@pytest.mark.django_db
def test_who_was_hidden_after_a_merge_stays_hidden_when_it_is_undone():
    one, other = two_persons()
    choice = MergeChoice(values=PersonValues(name="Anna Brandt", country="DE"))
    actions.merge(one=one, other=other, choice=choice, act=ACT)
    actions.hide(person=one, is_hidden=True, act=ACT)
    actions.undo(done=PersonAct.objects.get(what=PersonVerb.MERGED), act=ACT)
    assert [person.is_hidden for person in persons()] == [True, True]


@pytest.mark.django_db
def test_who_was_hidden_alone_before_a_merge_is_hidden_alone_when_it_is_undone():
    one, other = two_persons()
    actions.hide(person=other, is_hidden=True, act=ACT)
    choice = MergeChoice(values=PersonValues(name="Anna Brandt", country="DE"))
    actions.merge(one=one, other=other, choice=choice, act=ACT)
    actions.undo(done=PersonAct.objects.get(what=PersonVerb.MERGED), act=ACT)
    assert [person.is_hidden for person in persons()] == [False, True]
