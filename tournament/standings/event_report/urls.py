from django.urls import path

from tournament.standings.event_report import views

urlpatterns = [
    path("t/<slug:slug>/report/", views.public_report, name="public_report"),
]
