"""Two people at the desk: what the second one sees of the first one's figures, and how the sheet comes to count."""

import re
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.core.cache import cache
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from tests.factories import MORNING, make_staff
from tests.tournament.desk.halls import entered, hall, hanchan_of, typed
from tests.tournament.rendering import unrendered
from tests.tournament.results.paper.pictures import picture, upload
from tests.tournament.test_every_page import address_of, all_pages
from tournament.core.audit import Act
from tournament.core.models import EntryMode, Role
from tournament.events.actions import set_public
from tournament.hanchan.actions import release
from tournament.results.models import SheetState
from tournament.results.paper.actions import attach_photograph, delete_photograph
from tournament.results.sheets.queries import accepted_version
from tournament.seats.queries import lineup

pytestmark = pytest.mark.django_db
RARE = (-13_700, 68_300, 41_900, 23_500)
RARE_TYPED = ("-137", "683", "419", "235")
OTHERWISE = ("683", "-137", "419", "235")
DRAWN = r'\s(?:[cr]?[xy][12]?|r|d|width|height|viewBox|points|transform)="[^"]*"'
PAD = r'data-pad="[^"]*"'
TOKENS = re.compile(rf"[0-9a-f]{{8}}-[0-9a-f-]{{27}}|[0-9A-Za-z]{{64}}|{DRAWN}|{PAD}")
HEAD = re.compile(r'<span class="head num".*?</span>')  # a digest of every row, random submissions among them


def has_figures(page, figures=("137", "683", "419", "235")):
    """Whether a page has one of the scores in any way of writing it, whatever its tokens and the coordinates of
    its drawings are."""
    ways = "|".join(rf"{figure[:2]}[,.]?{figure[2]}(?:00)?" for figure in figures)
    text = page if isinstance(page, str) else page.text
    return re.search(rf"(?<![0-9A-Za-z])(?:{ways})(?![0-9A-Za-z])", TOKENS.sub("", text)) is not None


@pytest.fixture(params=[EntryMode.BLIND])
def desk(request):
    return hall(entry_mode=request.param)


@pytest.fixture
def mina(desk):
    return make_staff(desk, Role.DESK, name="Mina Vogel")


@pytest.fixture
def mara(desk):
    return make_staff(desk, Role.DESK, name="Mara Lind")


@pytest.fixture
def keiko(desk):
    return make_staff(desk, Role.REFEREE, name="Keiko Mori")


def url(tournament, name="sheet", table=1, hanchan=1):
    return reverse(name, args=[tournament.slug, hanchan, table])


def state(tournament, table=1):
    return hanchan_of(tournament).sheets.get(table=table).state


def told(answer):
    """What an answer tells whoever reads it, the parts of a workbook as well."""
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    if content.startswith(b"PK"):
        with ZipFile(BytesIO(content)) as book:
            content = b" ".join(map(book.read, book.namelist()))
    return f"{content.decode(errors='replace')} {answer.headers}"


@pytest.mark.slow("every page")
@pytest.mark.parametrize("reader", ["mara", None])
def test_the_first_figures_reach_no_second_person_and_no_visitor(client, desk, mina, mara, reader):
    """Every address of the house, read byte by byte."""
    set_public(tournament=desk, is_public=True, act=Act(by=None, at=MORNING))
    release(hanchan=hanchan_of(desk), act=Act(by=None, at=MORNING))
    entered(hanchan_of(desk), by=mina, points=RARE)
    entered(hanchan_of(desk), table=2, by=mina)
    entered(hanchan_of(desk), table=2, by=mara)
    if reader:
        client.force_login(mara)
    heard = set()
    for page in all_pages():
        answer = client.get(address_of(page, desk))
        heard.add(answer.status_code)
        assert not has_figures(told(answer)), page.name
    assert 200 in heard
    assert has_figures(" 41,900 ") and has_figures(" 41.9 ")


def test_no_byte_that_the_second_person_gets_depends_on_the_first_figures(client, desk, mina, mara, monkeypatch):
    """Bodies and heads of answers are the same whatever was typed first, deposits too: a code would show here."""
    monkeypatch.setattr(timezone, "now", lambda: MORNING)
    client.force_login(mara)
    otherwise = typed(hanchan_of(desk), points=("365", "345", "240", "250"), account=str(mara.pk))
    pages = [url(desk), url(desk, "sheet_history"), *(reverse(name, args=[desk.slug, 1]) for name in ("sheets",))]
    pages += [reverse(name, args=[desk.slug]) for name in ("sheet_list", "standings", "event_history")]

    def heard(points, deposits):
        cache.clear()
        with transaction.atomic():
            entered(hanchan_of(desk), by=mina, points=points, deposits=deposits)
            found = [client.get(page) for page in pages]
            found += [client.post(url(desk, name), otherwise) for name in ("sheet_check", "sheet_kept", "sheet")]
            transaction.set_rollback(True)
        assert [one.status_code for one in found] == [200] * 8 + [302]
        heads = [sorted(item for item in one.headers.items() if item[0] != "Expires") for one in found]
        return [HEAD.sub("", TOKENS.sub("", f"{head} {one.text}")) for head, one in zip(heads, found, strict=True)]

    assert heard((41_300, 28_700, 19_700, 30_300), 0) == heard((-13_700, 66_300, 41_900, 21_500), 4)


def test_the_first_person_is_told_that_another_one_reads_it_and_sees_no_figures_at_that_desk(client, desk, mina):
    client.force_login(mina)
    answer = client.post(url(desk), typed(hanchan_of(desk), points=RARE_TYPED), follow=True)
    assert "Table 1 is saved." in answer.text
    assert "It is accepted when another person has read it." in answer.text
    assert not has_figures(answer)
    assert answer.context["open_table"] == 2
    assert "Another person has to check it" in client.get(url(desk)).text


def test_the_second_person_types_an_empty_sheet_and_the_same_figures_make_it_count(client, desk, mina, mara):
    entered(hanchan_of(desk), by=mina, points=RARE)
    client.force_login(mara)
    page = client.get(url(desk))
    assert "second reading" in page.text
    assert [row.points_field.value() for row in page.context["look"].rows] == [None] * 4
    answer = client.post(url(desk), typed(hanchan_of(desk), points=RARE_TYPED))
    assert answer.url.endswith("?same=1")
    assert accepted_version(hanchan_of(desk), 1).agreed_by == mara
    assert "typed twice" in client.get(url(desk)).text


def test_figures_that_differ_are_told_without_the_first_ones(client, desk, mina, mara):
    entered(hanchan_of(desk), by=mina, points=(41_200, 33_100, 25_700, 20_000))
    client.force_login(mara)
    answer = client.post(url(desk), typed(hanchan_of(desk), points=RARE_TYPED), follow=True)
    assert "Table 1: the two readings differ." in answer.text
    assert not has_figures(answer, ("412", "331", "257"))
    page = client.get(url(desk))
    assert "Somebody else typed this sheet differently." in page.text
    assert not has_figures(page, ("412", "331", "257"))


def test_a_referee_who_typed_neither_sees_both_and_decides(client, desk, mina, mara, keiko):
    entered(hanchan_of(desk), by=mina, points=RARE)
    entered(hanchan_of(desk), by=mara, points=(68_300, -13_700, 41_900, 23_500))
    client.force_login(keiko)
    page = client.get(url(desk), follow=True)
    assert [pair.differs for pair in page.context["compared"].pairs] == [True, True, False, False]
    assert "East and South are exchanged." in page.text
    assert "so the sum cannot decide" in page.text
    unchosen = client.post(url(desk, "sheet_decide"), {"reason": "The paper shows 683 for East."})
    assert unchosen.status_code == 422
    assert "Choose the reading that the paper shows." in unchosen.text
    refused = client.post(url(desk, "sheet_decide"), {"reading": "2", "reason": ""})
    assert refused.status_code == 422
    assert "Enter a reason." in refused.text
    answer = client.post(url(desk, "sheet_decide"), {"reading": "2", "reason": "The paper shows 683 for East."})
    assert answer.status_code == 302
    assert accepted_version(hanchan_of(desk), 1).number == 2
    assert "The paper shows 683 for East." in client.get(url(desk)).text


def test_the_newest_photograph_of_the_paper_is_beside_the_readings(client, desk, mina, mara, keiko):
    entered(hanchan_of(desk), by=mina, points=RARE)
    entered(hanchan_of(desk), by=mara, points=(68_300, -13_700, 41_900, 23_500))
    client.force_login(keiko)
    assert "Nobody has taken a photograph of this sheet." in client.get(url(desk, "sheet_decide")).text
    act = Act(by=keiko, at=MORNING, reason="A hand.")
    first, second, third = (
        attach_photograph(hanchan=hanchan_of(desk), table=1, upload=upload(picture(colour=colour)), act=act)
        for colour in ("red", "green", "blue")
    )
    delete_photograph(photograph=third, act=act)
    page = client.get(url(desk, "sheet_decide")).text
    shown = [f"/photographs/{one.number}/" in page for one in (first, second, third)]
    assert shown == [False, True, False]


@unrendered()
def test_the_page_says_what_each_reading_does_to_those_whose_total_differs(client, desk, mina, mara, keiko):
    entered(hanchan_of(desk), by=mina, points=RARE)
    entered(hanchan_of(desk), by=mara, points=(68_300, -13_700, 41_900, 23_500))
    client.force_login(keiko)
    found = client.get(url(desk, "sheet_decide")).context["effects"]
    east, south = (place.player.number for place in lineup(desk, 1)[1][:2])
    assert [one.first.player.number for one in found] == [east, south]
    assert [one.before.standing.total for one in found] == [0, 0]
    assert found[0].first.standing.total < 0 < found[0].second.standing.total
    assert found[0].first.standing.total == found[1].second.standing.total


def test_whoever_typed_one_of_the_two_does_not_see_them_side_by_side(client, desk, mina, mara, keiko):
    entered(hanchan_of(desk), by=mina, points=RARE)
    client.force_login(keiko)
    assert client.get(url(desk, "sheet_decide")).url == url(desk)
    entered(hanchan_of(desk), by=keiko, points=(68_300, -13_700, 41_900, 23_500))
    assert client.get(url(desk, "sheet_decide")).url == url(desk)
    assert not has_figures(client.get(url(desk)))


def test_after_a_second_reading_comes_the_next_table_to_read_again(client, desk, mina, mara):
    for table in (1, 3):
        entered(hanchan_of(desk), table=table, by=mina, points=RARE)
    client.force_login(mara)
    answer = client.post(url(desk), typed(hanchan_of(desk), points=RARE_TYPED), follow=True)
    assert answer.context["open_table"] == 3


@unrendered()
def test_after_a_first_entry_comes_the_next_table_that_nobody_has_typed_or_opened(client, desk, mina, mara):
    entered(hanchan_of(desk), table=2, by=mara, points=RARE)
    client.force_login(mara)
    client.get(url(desk, table=3))
    client.force_login(mina)
    answer = client.post(url(desk), typed(hanchan_of(desk), points=RARE_TYPED), follow=True)
    assert answer.context["open_table"] == 4


def test_a_referee_may_also_type_it_again_from_paper(client, desk, mina, mara, keiko):
    entered(hanchan_of(desk), by=mina, points=RARE)
    entered(hanchan_of(desk), by=mara, points=(68_300, -13_700, 41_900, 23_500))
    client.force_login(keiko)
    page = client.get(f"{url(desk)}?type=again")
    assert not has_figures(page)
    client.post(url(desk), typed(hanchan_of(desk), points=RARE_TYPED))
    assert accepted_version(hanchan_of(desk), 1).agreed_by == keiko


def test_the_desk_types_a_third_reading_of_two_that_differ(client, desk, mina, mara):
    entered(hanchan_of(desk), by=mina, points=RARE)
    entered(hanchan_of(desk), by=mara, points=(68_300, -13_700, 41_900, 23_500))
    client.force_login(make_staff(desk, Role.DESK, name="Jun Tan"))
    page = client.get(url(desk))
    assert "look" in page.context
    assert not has_figures(page)


@pytest.mark.parametrize("name", ["sheet_decide", "sheet_waive", "sheet_keep", "sheet_take_back"])
def test_the_desk_decides_nothing(client, desk, mina, name):
    entered(hanchan_of(desk), by=mina, points=RARE)
    client.force_login(mina)
    assert client.post(url(desk, name), {"reason": "I want to.", "base_version": "1"}).status_code == 403
    assert state(desk) == SheetState.ONCE


def test_an_own_sheet_is_not_confirmed_by_a_direct_post(client, desk, mina):
    entered(hanchan_of(desk), by=mina, points=RARE)
    client.force_login(mina)
    refused = client.post(url(desk, "sheet_confirm"), {"base_version": "1"})
    assert refused.status_code == 422
    assert "You typed the sheet of table 1. Another person has to read it, too." in refused.text
    assert state(desk) == SheetState.ONCE


def test_a_referee_who_is_alone_accepts_one_reading_with_a_reason(client, desk, keiko):
    entered(hanchan_of(desk), by=keiko, points=RARE)
    client.force_login(keiko)
    assert "accept it with one reading" in client.get(url(desk)).text
    client.post(url(desk, "sheet_waive"), {"base_version": "1", "reason": "I am alone at the desk."})
    assert "I am alone at the desk." in client.get(url(desk)).text


def test_a_sheet_is_taken_back_and_waits_for_somebody_to_type_it(client, desk, mina, keiko):
    entered(hanchan_of(desk), by=mina, points=RARE)
    client.force_login(keiko)
    client.post(url(desk, "sheet_take_back"), {"base_version": "1", "reason": "Illegible."})
    assert state(desk) == SheetState.MISSING
    page = client.get(url(desk))
    assert "look" in page.context
    assert "second reading" not in page.text


@pytest.mark.parametrize("desk", [EntryMode.SIGNED], indirect=True)
def test_where_nobody_reads_blind_another_person_compares_and_confirms_with_one_key(client, desk, mina, mara):
    entered(hanchan_of(desk), by=mina, points=RARE)
    client.force_login(mara)
    page = client.get(url(desk))
    assert "The paper says the same" in page.text
    assert "−13,700" in page.text
    answer = client.post(url(desk, "sheet_confirm"), {"base_version": "1"})
    assert answer.url.endswith("?same=1")
    old = client.post(url(desk, "sheet_confirm"), {"base_version": "7"})
    assert old.status_code == 422
    assert "has changed since you opened it" in old.text


@pytest.mark.parametrize("desk", [EntryMode.SIGNED], indirect=True)
def test_where_nobody_reads_blind_what_the_paper_does_not_say_is_typed_again(client, desk, mina, mara):
    entered(hanchan_of(desk), by=mina, points=RARE)
    client.force_login(mara)
    client.post(url(desk), typed(hanchan_of(desk), points=OTHERWISE))
    assert state(desk) == SheetState.DIFFERS


@pytest.mark.parametrize("desk", [EntryMode.SINGLE], indirect=True)
def test_a_sheet_that_somebody_read_differently_shows_both_and_a_referee_keeps_what_counts(
    client, desk, mina, mara, keiko
):
    entered(hanchan_of(desk), by=mina, points=RARE)
    client.force_login(mara)
    assert client.post(url(desk), typed(hanchan_of(desk), points=OTHERWISE)).status_code == 409
    client.force_login(keiko)
    page = client.get(url(desk))
    assert "Somebody read this sheet differently." in page.text
    client.post(url(desk, "sheet_keep"), {"base_version": "1", "reason": "The paper says so."})
    assert state(desk) == SheetState.ACCEPTED


def test_a_decision_about_a_sheet_that_nobody_typed_leads_back_to_it(client, desk, keiko):
    client.force_login(keiko)
    answer = client.post(url(desk, "sheet_waive"), {"base_version": "1", "reason": "Why not."})
    assert answer.url == url(desk)


def test_the_table_counts_its_queries(client, desk, mina, mara, django_assert_max_num_queries):
    entered(hanchan_of(desk), by=mina, points=RARE)
    client.force_login(mara)
    with django_assert_max_num_queries(14):
        client.get(url(desk))
