from django.urls import URLPattern, path

from tournament.qualifiers import views

urlpatterns: list[URLPattern] = [
    path("manage/<slug:slug>/players/qualifiers/", views.qualifiers, name="qualifiers"),
]
