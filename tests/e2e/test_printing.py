"""Paper, printed by a real Chromium: how many pages, how large, what stands on each, and that nothing is cut."""

from itertools import product

import pytest

from tests.e2e.paper import CUT, Printed
from tests.factories import MORNING, make_players, make_tournament, make_user
from tests.tournament.planning.halls import seated_hall
from tests.tournament.standings.tables import begin, finish, put_in, vouch
from tournament.core.audit import Act
from tournament.core.models import Hanchan
from tournament.planning.actions import plan_seating
from tournament.players.actions import add_players
from tournament.seats.queries import lineup

LONG = (
    "Internationale offene Meisterschaft der Riichi-Mahjong-Freunde von Oberösterreich und Umgebung, Qualifikation 2026"
)
UGLY = (
    "Maximiliana Alexandrowna von Hohenlohe-Waldenburg-Schillingsfürst zu Oberstdorf und Niederösterreich",
    "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaftschaferswesenchafewarenwohlgepf",
    "محمد عبد الرحمن الأنصاري", "שרה כהן־לוי", "🀄️ Ryu 🐉🐉", "山田 太郎", "田中" * 14, "<b>Bobby</b> & Söhne",
)  # fmt: skip
FINAL = "Großes Finale der besten sechzehn Spiele"  # 40 letters, the longest there may be
SIZES = {"a4": (210, 297), "letter": (216, 279)}
WITHOUT_FEET = ("slips", "badges", "table-signs", "poster", "certificates")
PAPERS = ("report-sheets", "all-last-sheets", "seating-by-table", "seating-by-player", "standings")


@pytest.fixture
def printed(page, live_server, sign_in, tmp_path):
    """`printed(tournament, paper, query)`: the pages as Chromium prints them, after a look that nothing is cut, no
    letter is too small and no two texts overlap, and that there are as many pages as their feet say.
    """

    def print_it(tournament, paper, query=""):
        sign_in(page, make_user(superuser=True))
        place = "seating/report/print" if paper == "seating-report" else f"print/{paper}"
        page.emulate_media(media="screen")
        page.goto(f"{live_server.url}/manage/{tournament.slug}/{place}/?{query}")
        page.locator("body[data-fitted]").wait_for()
        page.emulate_media(media="print")
        what = f"{paper}, {query}"
        assert page.evaluate(CUT) == [], what
        page.pdf(path=tmp_path / "printed.pdf", prefer_css_page_size=True)
        found = Printed(tmp_path / "printed.pdf")
        assert found.too_small() == set(), what
        assert found.touching() == [], what
        assert found.overlaps(is_folded=paper == "table-signs" and "a5" not in query) == [], what
        numbered = [] if paper in WITHOUT_FEET else list(range(1, len(found.pages) + 1))
        assert found.feet() == [(k, len(found.pages)) for k in numbered], what
        return found.pages

    return print_it


def ugly_event():
    """Names as long as they may be, in every script, and a name of the event that fills its field."""
    tournament = make_tournament(LONG, slug="ugly", hanchan_count=12)
    add_players(
        tournament=tournament, rows=[{"name": name, "country": "AT"} for name in UGLY], act=Act(by=None, at=MORNING)
    )
    make_players(tournament, 12)
    plan_seating(tournament=tournament, seed=1, act=Act(by=None, at=MORNING))
    play(tournament, 1)
    vouch(tournament)
    return tournament


def play(tournament, number, tables=None):
    """The sheets of a hanchan, of its first `tables` only, and it is closed and public."""
    begin(tournament, number)
    for table in list(lineup(tournament, number))[:tables]:
        put_in(tournament, number, table)
    finish(tournament, number)


def millimetres(sheet):
    return tuple(round(float(side) / 72 * 25.4) for side in sheet.mediabox[2:])


@pytest.mark.journey
def test_what_came_out_of_the_printer_is_known_to_be_old_after_a_change(printed, page, live_server):
    tournament = seated_hall(20)

    def out_of_the_printer(query):
        with page.expect_request_finished(lambda request: request.url.endswith("/printed/")):
            printed(tournament, "report-sheets", query)

    out_of_the_printer("hanchan=1")
    plan_seating(tournament=tournament, seed=2, act=Act(by=None, at=MORNING))
    page.goto(f"{live_server.url}/manage/{tournament.slug}/print/")
    said = page.get_by_text("The seats have changed since these report sheets were printed")
    assert "hanchan 1, all tables" in said.inner_text()
    out_of_the_printer("old=1")
    page.goto(f"{live_server.url}/manage/{tournament.slug}/print/")
    assert said.count() == 0


def test_two_sheets_to_a_page_in_order_after_one_cut(printed):
    tournament = seated_hall(20)
    for paper, size in SIZES.items():
        pages = printed(tournament, "report-sheets", f"hanchan=1&paper={paper}")
        assert [millimetres(sheet) for sheet in pages] == [size] * 3
        texts = [sheet.extract_text() for sheet in pages]
        assert [text.count("Final points".upper()) for text in texts] == [2, 2, 2]
        assert [f"page {k}/3" in text for k, text in enumerate(texts, 1)] == [True] * 3
        assert all("Spring Open" in text and "printed 20" in text for text in texts)


def test_a_hundred_sheets_are_fifty_pages(printed):
    tournament = seated_hall(200, 2)
    assert len(printed(tournament, "report-sheets")) == 50
    assert len(printed(tournament, "all-last-sheets")) == 50


def test_drawn_winds_and_spares_print_as_well(printed):
    tournament = seated_hall(20, wind_method="drawn")
    assert len(printed(tournament, "report-sheets", "hanchan=1&spares=3")) == 4
    assert len(printed(tournament, "all-last-sheets", "hanchan=1&only_spares=1&spares=3")) == 2


def test_the_longest_names_are_cut_on_no_paper(printed):
    tournament = ugly_event()
    for kind, (paper, size) in product(PAPERS, SIZES.items()):
        pages = printed(tournament, kind, f"paper={paper}")
        assert {millimetres(sheet) for sheet in pages} == {size}, f"{kind} on {paper}"


def test_the_longest_names_of_hanchan_are_cut_on_no_paper_and_cost_no_page(printed):
    tournament = seated_hall(200, 10)
    every = Hanchan.objects.filter(tournament=tournament)
    for named in (every.filter(number=3), every):
        named.update(name=FINAL)
        vouch(tournament)
        for paper in SIZES:
            (first, *_), second, third = (
                printed(tournament, kind, f"hanchan=3&paper={paper}")
                for kind in ("seating-by-player", "seating-by-table", "report-sheets")
            )
            assert all(FINAL in sheet.extract_text() for sheet in (first, second[0], third[0]))
            assert (len(second), len(third)) == (4, 25)
            whole = printed(tournament, "seating-by-player", f"paper={paper}")
            assert len(whole) == (6 if paper == "a4" or named.count() == 1 else 7)
            assert f"3 {FINAL}" in whole[-1].extract_text()
    ugly = ugly_event()
    for name in (FINAL, "決勝" * 20):
        Hanchan.objects.filter(tournament=ugly).update(name=name)
        vouch(ugly)
        for kind, paper in product(PAPERS, SIZES):
            printed(ugly, kind, f"paper={paper}")


def test_two_hundred_players_fill_even_pages_on_the_wall(printed):
    tournament = seated_hall(200, 10)
    for paper in SIZES:
        assert len(printed(tournament, "seating-by-player", f"hanchan=3&paper={paper}")) == 3
        assert len(printed(tournament, "seating-by-player", f"paper={paper}")) == (5 if paper == "a4" else 6)
        assert len(printed(tournament, "seating-by-table", f"hanchan=1&paper={paper}")) == 4
    assert len(printed(tournament, "seating-report", "paper=a4")) == 6


def test_standings_of_two_hundred_after_ten_hanchan_have_their_scores_beside_the_names(printed):
    tournament = seated_hall(200, 10)
    play(tournament, 1)
    for number in range(2, 11):
        play(tournament, number, tables=12)
    vouch(tournament)
    for paper in SIZES:
        pages = printed(tournament, "standings", f"paper={paper}&public=1")
        assert len(pages) == (5 if paper == "a4" else 6)
        assert "10 of 10" in pages[0].extract_text()
        assert "Aiko Brandt" in "".join(sheet.extract_text() for sheet in pages)


def test_the_pages_can_be_used_by_everybody(page, live_server, sign_in, no_serious_axe_findings):
    sign_in(page, make_user(superuser=True))
    slug = ugly_event().slug
    for path in ("", "report-sheets/", "standings/"):
        page.goto(f"{live_server.url}/manage/{slug}/print/{path}")
        no_serious_axe_findings(page)


def test_the_export_page_can_be_used_by_everybody(page, live_server, sign_in, no_serious_axe_findings):
    sign_in(page, make_user(superuser=True))
    page.goto(f"{live_server.url}/manage/{ugly_event().slug}/export/")
    no_serious_axe_findings(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="Workbook (XLSX)").click()
    assert download.value.suggested_filename == "ugly.xlsx"


CARDS = ("slips", "badges", "table-signs", "poster", "certificates", "check-in", "penalties", "payments")


def test_small_papers_signs_and_lists_hold_the_longest_names_on_every_paper(printed):
    tournament = ugly_event()
    for kind, (paper, size) in product(CARDS, SIZES.items()):
        pages = printed(tournament, kind, f"paper={paper}")
        assert {millimetres(sheet) for sheet in pages} == {size}, f"{kind} on {paper}"
    large = {"a3": (297, 420), "tabloid": (279, 432)}
    for kind, (paper, size) in product(("seating-by-player", "standings", "poster", "payments"), large.items()):
        (sheet,) = printed(tournament, kind, f"paper={paper}")
        assert millimetres(sheet) == size, f"{kind} on {paper}"
    for kind in ("report-sheets", "all-last-sheets", "table-signs"):
        sheets = printed(tournament, kind, "paper=a5")
        assert {millimetres(sheet) for sheet in sheets} == {(210, 148)}, kind


def test_two_hundred_players_have_slips_badges_and_a_line_on_the_check_in_list(printed):
    tournament = seated_hall(200, 10)
    assert len(printed(tournament, "slips")) == 17
    assert len(printed(tournament, "badges")) == 20
    assert len(printed(tournament, "check-in")) == 7
