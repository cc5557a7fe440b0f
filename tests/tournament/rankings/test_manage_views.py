"""The administration of a ranking: for members of its club alone, by forms that come back with what is wrong."""

from datetime import date
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import PASSWORD, make_staff, make_tournament, make_user
from tests.tournament.rankings.rows import act, finished_event, make_club, make_ranking, small_ranking
from tournament.core.models import Tournament
from tournament.events.clubs import first_club
from tournament.rankings import actions
from tournament.rankings.models import ClubRanking

pytestmark = pytest.mark.django_db
FOUR = ["Ann", "Bob", "Cleo", "Dan"]
OWN_RULE = 'title = "Our season"\nresult = "event"\ncounted = "score"\nsource = "S"\n[documents]\nS = "our sheet"\n'


@pytest.fixture
def member(client):
    first_club()  # a test before this one may have emptied the database
    user = make_user("member")
    user.set_password(PASSWORD)
    user.save()
    client.force_login(user)
    return user


def address(ranking, name="ranking_manage", *more):
    return reverse(name, args=[ranking.slug, *more])


def text(answer):
    return " ".join(answer.content.decode().split())


def send(client, ranking, page, /, *more, **fields):
    return client.post(address(ranking, page, *more), {"submission": uuid4(), **fields})


def small(member, *names, **more):
    return small_ranking(*(names or [FOUR]), club=make_club("Riichi Club", member), **more)


def test_nobody_but_keepers_of_the_club_may_manage_and_the_owner_those_of_the_first_club(client, member):
    ranking, _, _ = small(member)
    assert client.get(address(ranking)).status_code == 200
    for user in (make_user("stranger"), make_user("owner", superuser=True)):
        client.force_login(user)
        assert client.get(address(ranking)).status_code == 403
    assert client.get(address(make_ranking(name="Of the first", club=first_club()))).status_code == 200
    client.logout()
    assert client.get(address(ranking))["Location"].startswith("/sign-in/")


def test_a_member_makes_a_ranking_by_a_rule_that_comes_with_the_program(client, member):
    club = make_club("Riichi Club", member)
    form = client.get(reverse("ranking_new"))
    assert "European ranking (EMA), 2018" in text(form) and "Average" in text(form)
    sent = {"name": "Season", "club": club.pk, "rule": "best-3-of-4", "submission": form.context["submission"]}
    for _ in range(2):
        assert client.post(reverse("ranking_new"), sent)["Location"] == "/manage/rankings/season/"
    (made,) = ClubRanking.objects.all()
    assert (made.club, made.rules.key, made.acts.get().by) == (club, "best-3-of-4", member)


def test_a_rule_of_ones_own_comes_from_a_file(client, member):
    club = make_club("Riichi Club", member)
    fields = {"name": "Season", "club": club.pk, "rule": "own"}

    def upload(content, name="rule.toml"):
        return client.post(reverse("ranking_new"), {**fields, "file": SimpleUploadedFile(name, content)})

    for content, said in (
        (OWN_RULE.replace("score", "luck").encode(), "counted"),
        (b"\xff\xfe", "not text in UTF-8"),
        (b"#" * 30_000, "more than 20 kB"),
    ):
        answer = upload(content)
        assert answer.status_code == 422 and said in text(answer)
    assert "Choose the file of the rule." in text(client.post(reverse("ranking_new"), fields))
    assert "empty" in text(upload(b""))
    assert client.post(reverse("ranking_new"), {"name": "x"}).status_code == 422
    assert upload(OWN_RULE.encode()).status_code == 302
    assert ClubRanking.objects.get().rules.title == "Our season"


def test_who_is_in_no_club_is_told_that_a_ranking_belongs_to_one(client, member):
    assert "A ranking belongs to a club" in text(client.get(reverse("ranking_new")))
    assert "Make a ranking" not in text(client.get(reverse("rankings")))
    make_club("Riichi Club", member)
    assert "Make a ranking" in text(client.get(reverse("rankings")))


def test_a_member_chooses_public_events_and_those_of_ones_own(client, member):
    ranking, _, _ = small(member)
    finished_event("Public Open")
    own, other = make_tournament("Own Open"), make_tournament("Other Open")
    own.memberships.create(user=member, role="desk")
    offered = dict(client.get(address(ranking)).context["event_form"].fields["tournament"].choices)
    assert set(offered.values()) == {"Public Open", "Own Open"}
    assert send(client, ranking, "ranking_event_set", tournament=own.slug).status_code == 302
    assert send(client, ranking, "ranking_event_set", tournament=other.slug).status_code == 422
    assert "not public or not official yet" in text(client.get(address(ranking)))


def test_an_event_is_opened_for_a_change_and_removed(client, member):
    ranking, (event,), _ = small(member, rule="ema-2018")
    opened = client.get(address(ranking), {"event": event.slug})
    assert "Change an event" in text(opened)
    sent = {"tournament": event.slug, "days": 2, "qualification": "on"}
    assert send(client, ranking, "ranking_event_set", **sent).status_code == 302
    one = ranking.events.get()
    assert (one.days, one.qualification) == (2, True)
    assert "qualification" in text(client.get(address(ranking)))
    assert send(client, ranking, "ranking_event_remove", one.pk).status_code == 302
    assert not ranking.events.exists()
    assert "No event yet" in text(client.get(address(ranking)))


def test_given_weights_are_asked_for_where_the_rule_needs_them(client, member):
    ranking, (event,), _ = small(member, rule="ema-before-2018")
    answer = send(client, ranking, "ranking_event_set", tournament=event.slug, weight="much")
    assert answer.status_code == 422 and "“much” is not a weight" in text(answer)
    assert send(client, ranking, "ranking_event_set", tournament=event.slug, weight="5").status_code == 302
    assert "× 5" in text(client.get(address(ranking)))


def test_a_penalty_is_given_to_somebody_of_the_ranking_and_cancelled(client, member):
    ranking, _, people = small(member)
    fields = {"person": people["Ann"].pk, "amount": 500, "day": "2026-01-10"}
    assert send(client, ranking, "ranking_penalty", **fields).status_code == 422
    assert send(client, ranking, "ranking_penalty", **fields, reason="left early").status_code == 302
    assert "left early" in text(client.get(address(ranking)))
    penalty = ranking.penalties.get()
    assert send(client, ranking, "ranking_penalty_cancel", penalty.pk).status_code == 302
    assert not ranking.penalties.exists()
    assert "gave a penalty <bdi>500</bdi> left early" in text(client.get(address(ranking)))


def test_a_ranking_is_frozen_with_the_password_and_taken_back_with_a_reason(client, member):
    ranking, _, _ = small(member)
    for fields, said in (
        ({"on": "2026-10-01"}, "enter your password"),
        ({"on": "2026-10-01", "password": "wrong"}, "This is not your password."),
        ({"on": "2999-10-01", "password": PASSWORD}, "Choose today or a day that is over"),
        ({"on": ""}, "required"),
    ):
        answer = send(client, ranking, "ranking_freeze", **fields)
        assert answer.status_code == 422 and said in text(answer)
    assert send(client, ranking, "ranking_freeze", on="2026-10-01", password=PASSWORD).status_code == 302
    frozen = ranking.frozen.get()
    assert (frozen.made_by, frozen.as_of) == (member, date(2026, 10, 1))
    back = address(ranking, "ranking_take_back", frozen.pk)
    assert "Take back the ranking of 1 October 2026" in text(client.get(back))
    assert client.post(back, {"reason": "", "password": PASSWORD}).status_code == 422
    assert client.post(back, {"reason": "wrong", "password": ""}).status_code == 422
    assert client.post(back, {"reason": "wrong", "password": PASSWORD}).status_code == 302
    assert client.get(back).status_code == 404
    assert "took back a frozen ranking <bdi>1 Oct 2026</bdi>" in text(client.get(address(ranking)))


def test_name_and_public_page_are_changed(client, member):
    ranking, _, _ = small(member)
    assert send(client, ranking, "ranking_details", name="").status_code == 422
    assert send(client, ranking, "ranking_details", name="Our season").status_code == 302
    ranking.refresh_from_db()
    assert (ranking.name, ranking.is_public) == ("Our season", False)
    assert ranking.acts.first().detail["before"] == {"name": "European riichi ranking", "is_public": True}


def test_a_broken_submission_is_as_if_there_was_none(client, member):
    ranking, _, _ = small(member)
    assert send(client, ranking, "ranking_details", name="Season", submission="x").status_code == 302


def test_players_without_a_person_and_events_without_days_are_named_for_the_club(client, member):
    ranking, (event,), _ = small(member)
    more = finished_event("Late Open")
    actions.set_event(ranking=ranking, tournament=more, act=act())
    Tournament.objects.filter(pk=event.pk).update(first_day=None, last_day=None, edition=event.edition + 1)
    for answer in (client.get(address(ranking)), client.get(reverse("ranking", args=[ranking.slug]))):
        assert "4 players of Late Open have no person yet." in text(answer)
        assert "Open 1 has no days" in text(answer)
    client.logout()
    assert "have no person yet" not in text(client.get(reverse("ranking", args=[ranking.slug])))


def test_queries_do_not_grow_with_events_or_people(client, member):
    few, _, _ = small(member)
    names = [[*FOUR, *(f"P{n}" for n in range(4 * size))] for size in range(1, 4)]
    many, _, _ = small_ranking(*names, club=few.club, name="B")
    found = []
    for ranking in (few, many):
        client.get(address(ranking))
        with CaptureQueriesContext(connection) as caught:
            client.get(address(ranking))
        found.append(len(caught))
    assert found[0] == found[1] <= 16


def test_a_desk_helper_of_an_event_is_no_member_of_a_club(client, member):
    ranking, (event,), _ = small(member)
    client.force_login(make_staff(event))
    assert client.get(address(ranking)).status_code == 403


@pytest.mark.parametrize("reason", ["x" * 3_000, "a\0b"])
def test_a_reason_that_no_form_asks_for_is_not_kept(client, member, reason):
    ranking, (event,), _ = small(member)
    client.post(address(ranking, "ranking_details"), {"name": "Other", "reason": reason})
    client.post(address(ranking, "ranking_event_set"), {"tournament": event.slug, "weight": "2", "reason": reason})
    assert [one.reason for one in ranking.acts.all()[:2]] == ["", ""]
