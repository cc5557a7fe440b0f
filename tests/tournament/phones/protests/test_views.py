"""The queue of protests: who sees it, who answers, and where it is counted."""

from uuid import uuid4

import pytest
from django.utils import timezone

from tests.factories import make_staff
from tests.tournament.hanchan.test_actions import hanchan
from tests.tournament.phones.protests.test_public_views import event  # noqa: F401  # a fixture
from tournament.core.audit import Act
from tournament.core.models import Role, Tournament
from tournament.results.protests.actions import answer, report
from tournament.results.sheets.actions import change
from tournament.results.sheets.checks import TypedSheet
from tournament.results.sheets.queries import accepted_version
from tournament.seats.queries import lineup

pytestmark = pytest.mark.django_db

QUEUE = "/manage/open/protests/"


@pytest.fixture
def protest(event):  # noqa: F811
    return report(
        hanchan=hanchan(event),
        player=lineup(event, 1)[1][0].player,
        about="points",
        text="I had 42,100.",
        reporter="Luc",
        sent_from="digest",
        act=Act(by=None, at=timezone.now(), name="Luc"),
    )


def sign_in(client, tournament, role=Role.REFEREE):
    user = make_staff(tournament, role, name="Ewa Nowak")
    client.force_login(user)
    return user


def text(answer):
    return answer.content.decode()


def test_an_empty_queue_says_what_fills_it(client, event):  # noqa: F811
    sign_in(client, event)
    html = text(client.get(QUEUE))
    assert "players report errors from their own page" in html
    assert ">Protests</a>" in html
    Tournament.objects.update(protest_minutes=None)
    html = text(client.get(QUEUE))
    assert "The event has no protest window." in html
    assert ">Protests</a>" not in html


def test_what_waits_is_counted_in_the_navigation_and_on_what_next(client, protest):
    sign_in(client, protest.tournament)
    html = text(client.get("/manage/open/"))
    assert "Protests (1)" in html
    assert "1 protest waits for an answer." in html
    assert f'href="{QUEUE}"' in html


def test_the_desk_reads_a_protest_and_a_referee_answers(client, protest):
    page = f"{QUEUE}{protest.pk}/"
    sign_in(client, protest.tournament, Role.DESK)
    html = text(client.get(page))
    assert "I had 42,100." in html and "41,200" in html
    assert "A referee or organiser answers." in html
    assert client.post(f"{page}answer/", {}).status_code == 403
    referee = sign_in(client, protest.tournament)
    assert client.get(f"{page}answer/").status_code == 405
    assert client.post(f"{page}answer/", {"outcome": "accepted", "seen": "0"}).status_code == 422
    sent = {"outcome": "rejected", "answer": "The paper says 41,200.", "seen": "0"}
    answered = client.post(f"{page}answer/", sent, follow=True)
    assert "Answered: hanchan 1, table 1:" in text(answered)
    assert "The paper says 41,200." in text(answered)
    protest.refresh_from_db()
    assert (protest.state, protest.answered_by) == ("rejected", referee)
    assert "Replace the answer" in text(client.get(page))


def test_who_answers_later_sees_the_other_answer_first(client, protest):
    first = sign_in(client, protest.tournament)
    answer(protest=protest, outcome="rejected", text="Read twice.", act=Act(by=first, at=timezone.now(), base=0))
    address = f"{QUEUE}{protest.pk}/answer/"
    sent = {"outcome": "rejected", "answer": "It stands.", "seen": "0"}
    refused = client.post(address, sent)
    assert refused.status_code == 409
    assert "has answered this meanwhile: “Read twice.”" in text(refused)
    protest.refresh_from_db()
    seen = int(protest.answered_at.timestamp())
    assert f'value="{seen}"' in text(refused)
    assert client.post(address, sent | {"seen": seen}).status_code == 302


def correct_sheet(tournament):
    one = hanchan(tournament)
    rows = zip(lineup(one.tournament, 1)[1], (42_100, 32_100, 26_700, 19_100), strict=True)
    typed = TypedSheet.of([(place.wind, place.player.pk, value) for place, value in rows], 0)
    act = Act(by=None, at=timezone.now(), reason="Read again.", base=accepted_version(one, 1).number)
    change(hanchan=one, table=1, typed=typed, act=act)


def test_the_page_leads_to_the_change_and_fills_in_the_answer_once_the_sheet_is_another(client, protest):
    sign_in(client, protest.tournament)
    page = f"{QUEUE}{protest.pk}/"
    html = text(client.get(page))
    assert "The sheet has not changed since." in html
    assert "Correct the sheet" in html and "/manage/open/sheets/1/1/change/" in html
    sent = {"outcome": "accepted", "answer": "Corrected.", "seen": "0"}
    refused = client.post(f"{page}answer/", sent)
    assert refused.status_code == 422
    assert "Nothing was corrected since the report came." in text(refused)
    correct_sheet(protest.tournament)
    html = text(client.get(page))
    assert "Read again.</textarea>" in html
    assert "Correct the sheet" not in html
    assert client.post(f"{page}answer/", sent).status_code == 302
    html = text(client.get(page))
    assert "The sheet has changed since:" in html
    assert "41,200" in html


def test_a_protest_of_another_event_is_not_found(client, protest):
    sign_in(client, protest.tournament)
    assert client.get(f"{QUEUE}{protest.pk + 1}/").status_code == 404


def test_a_queue_of_many_asks_as_often_as_one_of_few(client, protest, django_assert_max_num_queries):
    event = protest.tournament  # noqa: F811
    sign_in(client, event)
    for place in lineup(event, 1)[2]:
        report(
            hanchan=hanchan(event), player=place.player, about="place", text="Second.", reporter="Luc",
            sent_from="digest", act=Act(by=None, at=timezone.now(), name="Luc", submission=uuid4()),
        )  # fmt: skip
    client.get(QUEUE)
    with django_assert_max_num_queries(8):
        client.get(QUEUE)


def test_an_answer_is_locked_with_the_official_results(client, protest):
    referee = sign_in(client, protest.tournament)
    answer(protest=protest, outcome="rejected", text="Read twice.", act=Act(by=referee, at=timezone.now(), base=0))
    protest.tournament.hanchan.filter(number=1).update(official_at=timezone.now())
    html = text(client.get(f"{QUEUE}{protest.pk}/"))
    assert "The results are official: the answer is locked with them." in html
    assert "Replace the answer" not in html
    protest.refresh_from_db()
    seen = int(protest.answered_at.timestamp())
    sent = {"outcome": "rejected", "answer": "Another one.", "seen": seen}
    assert client.post(f"{QUEUE}{protest.pk}/answer/", sent).status_code == 422
    protest.refresh_from_db()
    assert protest.answer == "Read twice."
