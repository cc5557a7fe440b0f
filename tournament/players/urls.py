"""Pages about players."""

from django.urls import URLPattern, path

from tournament.players import check_in_views, registration_views, views
from tournament.players.duplicates import views as duplicates
from tournament.players.importing import views as importing
from tournament.players.registration import views as registration

urlpatterns: list[URLPattern] = [
    path("manage/<slug:slug>/players/", views.players, name="players"),
    path("manage/<slug:slug>/players/add/", views.player_add, name="player_add"),
    path("manage/<slug:slug>/players/substitutes/", views.players_substitutes, name="players_substitutes"),
    path("manage/<slug:slug>/players/duplicates/", duplicates.duplicates, name="players_duplicates"),
    path("manage/<slug:slug>/players/registrations/", registration_views.registrations, name="registrations"),
    path("manage/<slug:slug>/players/registration/", registration.registration_page, name="registration_page"),
    path("t/<slug:slug>/register/", registration.public_register, name="public_register"),
    path("t/<slug:slug>/register/<slug:token>/", registration.public_registration, name="public_registration"),
    path("manage/<slug:slug>/players/renumber/", views.players_renumber, name="players_renumber"),
    path("manage/<slug:slug>/players/check-in/", check_in_views.check_in, name="check_in"),
    path("manage/<slug:slug>/players/check-in/all/", check_in_views.check_in_all, name="check_in_all"),
    path("manage/<slug:slug>/players/import/", importing.players_import, name="players_import"),
    path("manage/<slug:slug>/players/import/apply/", importing.players_import_apply, name="players_import_apply"),
    path("manage/<slug:slug>/players/import/template.csv", importing.players_template, name="players_template"),
    path(
        "manage/<slug:slug>/players/<num:number>/registration-link/",
        registration_views.registration_link,
        name="registration_link",
    ),
]
