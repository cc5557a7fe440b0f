from django.urls import path

from tournament.events import rule_views, views

urlpatterns = [
    path("", views.home, name="home"),
    path("events/", views.event_list, name="event_list"),
    path("manage/new/", views.event_new, name="event_new"),
    path("manage/<slug:slug>/home/", views.event_home, name="event_home"),
    path("manage/<slug:slug>/settings/", views.event_settings, name="event_settings"),
    path("manage/<slug:slug>/rules/", rule_views.event_rules, name="event_rules"),
    path("manage/<slug:slug>/rules/file/", rule_views.event_rules_file, name="event_rules_file"),
    path("manage/<slug:slug>/rules/preview/", rule_views.event_rules_preview, name="event_rules_preview"),
    path("manage/<slug:slug>/hanchan/", views.event_hanchan, name="event_hanchan"),
    path("manage/<slug:slug>/public/", views.event_public, name="event_public"),
    path("manage/<slug:slug>/history/", views.event_history, name="event_history"),
    path("manage/<slug:slug>/history.jsonl", views.history_file, name="history_file"),
    path("t/<slug:slug>/rules/", rule_views.public_rules, name="public_rules"),
    path("rules/", rule_views.rule_sets, name="rule_sets"),
    path("rules/<slug:preset_key>/", rule_views.rule_set, name="rule_set"),
    path("rules/<slug:preset_key>/file/", rule_views.rule_set_file, name="rule_set_file"),
]
