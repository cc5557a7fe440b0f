"""The pages of repairs."""

from django.urls import path

from tournament.seating.repair import views

urlpatterns = [
    path("manage/<slug:slug>/seating/repair/", views.repair, name="seating_repair"),
    path("manage/<slug:slug>/seating/repair/seats/", views.reseat, name="seating_reseat"),
]
