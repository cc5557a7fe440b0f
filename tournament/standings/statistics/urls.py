from django.urls import path

from tournament.standings.statistics import views

urlpatterns = [
    path("t/<slug:slug>/statistics/", views.public_statistics, name="public_statistics"),
    path("manage/<slug:slug>/standings/statistics/", views.statistics, name="statistics"),
]
