from django.urls import path

from tournament.standings.event_report import views

urlpatterns = [
    path("t/<slug:slug>/report/", views.public_report, name="public_report"),
    path("t/<slug:slug>/report/<num:pk>.jpg", views.public_report_photograph, name="public_report_photograph"),
    path("manage/<slug:slug>/report/", views.event_report_edit, name="event_report"),
]
