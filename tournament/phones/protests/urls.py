from django.urls import path

from tournament.phones.protests import public_views, views

urlpatterns = [
    path("t/<slug:slug>/player/<num:number>/wrong/", public_views.public_protest, name="public_protest"),
    path("manage/<slug:slug>/protests/", views.protests, name="protests"),
    path("manage/<slug:slug>/protests/<num:pk>/", views.protest, name="protest"),
    path("manage/<slug:slug>/protests/<num:pk>/answer/", views.protest_answer, name="protest_answer"),
]
