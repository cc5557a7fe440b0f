from django.urls import path

from tournament.phones import (
    badge_views,
    door_views,
    draw_views,
    game_views,
    last_hand_views,
    personal_views,
    table_views,
)

urlpatterns = [
    path("p/<str:token>/", personal_views.personal_page, name="personal_page"),
    path("p/<str:token>/table/", table_views.personal_table, name="personal_table"),
    path("p/<str:token>/last-hand/", last_hand_views.personal_last_hand, name="personal_last_hand"),
    path("p/<str:token>/sheet/", personal_views.personal_sheet, name="personal_sheet"),
    path("p/<str:token>/game/", game_views.personal_game, name="personal_game"),
    path("p/<str:token>/game/<num:number>/", game_views.personal_game_sheet, name="personal_game_sheet"),
    path("t/<slug:slug>/league/game/<num:number>/", game_views.public_league_game, name="public_league_game"),
    path("t/<slug:slug>/door/<str:token>/", door_views.door, name="door"),
    path("t/<slug:slug>/now/", personal_views.public_now, name="public_now"),
    path("t/<slug:slug>/table/<num:table>/", table_views.public_table, name="public_table"),
    path(
        "t/<slug:slug>/table/<num:table>/last-hand/",
        last_hand_views.public_table_last_hand,
        name="public_table_last_hand",
    ),
    path("t/<slug:slug>/table/<num:table>/<str:token>/", table_views.table_card, name="table_card"),
    path(
        "t/<slug:slug>/table/<num:table>/<str:token>/last-hand/",
        last_hand_views.table_card_last_hand,
        name="table_card_last_hand",
    ),
    path("manage/<slug:slug>/hanchan/<num:number>/winds/", draw_views.wind_draws, name="wind_draws"),
    path("manage/<slug:slug>/seating/codes/", badge_views.table_codes, name="table_codes"),
    path("manage/<slug:slug>/players/badges/", badge_views.badge_links, name="badge_links"),
    path("manage/<slug:slug>/players/badges/<num:number>/", badge_views.badge_link, name="badge_link"),
]
