from django.urls import path

from tournament.events import views

urlpatterns = [
    path("", views.home, name="home"),
    path("manage/new/", views.event_new, name="event_new"),
    path("manage/<slug:slug>/settings/", views.event_settings, name="event_settings"),
    path("manage/<slug:slug>/rules/", views.event_rules, name="event_rules"),
    path("manage/<slug:slug>/hanchan/", views.event_hanchan, name="event_hanchan"),
    path("manage/<slug:slug>/public/", views.event_public, name="event_public"),
    path("manage/<slug:slug>/history/", views.event_history, name="event_history"),
    path("t/<slug:slug>/rules/", views.public_rules, name="public_rules"),
]
