"""Every page of Sekigime: public ones under /t/<slug>/, the staff's under /manage/<slug>/, programs' under /api/."""

from django.urls import include, path

handler500 = "tournament.core.errors.failed"

urlpatterns = [
    path("", include("tournament.staff.urls")),
    path("", include("tournament.persons.urls")),
    path("", include("tournament.events.urls")),
    path("", include("tournament.leagues.urls")),
    path("", include("tournament.phones.urls")),
    path("", include("tournament.players.urls")),
    path("", include("tournament.planning.urls")),
    path("", include("tournament.seating_report.urls")),
    path("", include("tournament.desk.urls")),
    path("", include("tournament.hanchan.urls")),
    path("", include("tournament.desk.signatures.urls")),
    path("", include("tournament.referee.penalties.urls")),
    path("", include("tournament.phones.protests.urls")),
    path("", include("tournament.standings.urls")),
    path("", include("tournament.standings.statistics.urls")),
    path("", include("tournament.standings.prizes.urls")),
    path("", include("tournament.standings.event_report.urls")),
    path("", include("tournament.hanchan.last_hand.urls")),
    path("", include("tournament.referee.urls")),
    path("", include("tournament.screens.urls")),
    path("", include("tournament.printing.urls")),
    path("", include("tournament.exports.urls")),
    path("", include("tournament.archive.urls")),
    path("", include("tournament.rankings.urls")),
    path("", include("tournament.qualifiers.urls")),
    path("", include("tournament.api.urls")),
]
