"""Addresses of the hall's pages: the seating on phones and on the wall."""

from django.urls import path

from tournament.screens import ceremony_views, hall_views, overlay_views, room_views, screen_views, shell_views, views

urlpatterns = [
    path("t/<slug:slug>/own-seats/", views.public_own_seats, name="public_own_seats"),
    path("t/<slug:slug>/seating/", views.public_seating, name="public_seating"),
    path("t/<slug:slug>/seating/draw.json", views.public_draw_file, name="public_draw_file"),
    path("t/<slug:slug>/screen/clock/", hall_views.screen_clock, name="screen_clock"),
    path("t/<slug:slug>/screen/seating/", hall_views.screen_seating, name="screen_seating_now"),
    path("t/<slug:slug>/screen/seating/<num:number>/", hall_views.screen_seating, name="screen_seating"),
    path("t/<slug:slug>/screen/standings/", hall_views.screen_standings, name="screen_standings"),
    path("t/<slug:slug>/screen/test/", room_views.screen_test, name="screen_test"),
    path("t/<slug:slug>/screen/race/", hall_views.screen_race, name="screen_race"),
    path("t/<slug:slug>/screen/last-hand/", hall_views.screen_last_hand, name="screen_last_hand"),
    path("t/<slug:slug>/ceremony/", ceremony_views.public_ceremony, name="public_ceremony"),
    path("t/<slug:slug>/screen/ceremony/", ceremony_views.screen_ceremony, name="screen_ceremony"),
    path("t/<slug:slug>/screen/teams/", shell_views.screen_teams, name="screen_teams"),
    path("t/<slug:slug>/screen/overlay/", overlay_views.screen_overlay, name="screen_overlay"),
    path("t/<slug:slug>/notice/", shell_views.public_notice, name="public_notice"),
    path("s/", shell_views.screen_find, name="screen_find"),
    path("s/<slug:code>/", shell_views.screen_shell, name="screen_shell"),
    path("s/<slug:code>/state/", shell_views.screen_state, name="screen_state"),
    path("s/<slug:code>/blank/", shell_views.screen_blank, name="screen_blank"),
    path("s/<slug:code>/message/<num:at>/", shell_views.screen_message, name="screen_message"),
    path("s/<slug:code>/image/<num:image>/", shell_views.screen_image, name="screen_image"),
    path("s/<slug:code>/image/<num:image>/file/", shell_views.screen_image_file, name="screen_image_file"),
    path("manage/<slug:slug>/screens/", screen_views.screens, name="screens"),
    path("manage/<slug:slug>/room/", room_views.room, name="room"),
    path("manage/<slug:slug>/screens/<slug:act>/", screen_views.screens_do, name="screens_do"),
    path("manage/<slug:slug>/ceremony/", ceremony_views.ceremony, name="ceremony"),
    path("manage/<slug:slug>/ceremony/<slug:act>/", ceremony_views.ceremony_do, name="ceremony_do"),
]
