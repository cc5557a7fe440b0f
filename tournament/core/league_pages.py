"""The pages that a league does not have: they are about hanchan that everybody plays at the same time, or about totals
over all of them. A public one leads to the league's table, another one answers 404.
"""

from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect

from tournament.core.requests import TournamentRequest

PUBLIC = frozenset({
    "public_calendar", "public_ceremony", "public_clock", "public_clubs", "public_countries",
    "public_crosstable", "public_draw_file", "public_last_hand", "public_prizes", "public_seating",
    "public_standings", "public_standings_after", "public_teams", "public_winds", "screen_ceremony",
    "screen_clock", "screen_seating", "screen_seating_now",
})  # fmt: skip
STAFF = frozenset({
    "ceremony", "ceremony_do", "check_in", "check_in_all", "check_in_close", "check_in_figures",
    "check_in_reopen", "clubs", "countries", "crosstable", "event_hanchan", "export_post", "export_post_html",
    "export_post_text", "hanchan", "hanchan_list", "print_all_last_sheets", "print_certificates",
    "print_check_in", "print_poster", "print_prizes", "print_seating_by_player", "print_seating_by_table",
    "print_slips", "print_standings", "print_table_signs", "prizes", "seating", "seating_by_standings",
    "seating_change", "seating_check", "seating_compare", "seating_hanchan", "seating_import", "seating_matrix",
    "seating_path", "seating_paths", "seating_plan", "seating_publish", "seating_repair", "seating_replace",
    "seating_report", "seating_report_paper", "seating_report_values", "seating_reseat", "seating_swap",
    "seating_version", "seating_versions", "seating_wishes", "standing_rules", "standing_tie", "standing_ties",
    "standings", "standings_after", "standings_player", "table_codes", "teams", "wind_draws",
})  # fmt: skip
"""Names of addresses (urls.py)."""


def instead_of_missing(request: TournamentRequest) -> HttpResponseBase | None:
    """Return the way to the table from a public page that the league does not have; None where the page is there.
    Raises Http404 for one of the staff."""
    name = request.resolver_match.url_name if request.resolver_match else ""
    if name in STAFF:
        raise Http404
    return redirect("public_league", request.tournament.slug) if name in PUBLIC else None
