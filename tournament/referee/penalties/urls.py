from django.urls import path

from tournament.referee.penalties import lateness_views, views

urlpatterns = [
    path("manage/<slug:slug>/penalties/", views.penalties, name="penalties"),
    path("manage/<slug:slug>/penalties/give/", views.penalty_give, name="penalty_give"),
    path("manage/<slug:slug>/penalties/give/preview/", views.penalty_preview, name="penalty_preview"),
    path("manage/<slug:slug>/penalties/table/", views.penalty_table, name="penalty_table"),
    path("manage/<slug:slug>/penalties/<num:pk>/cancel/", views.penalty_cancel, name="penalty_cancel"),
    path("manage/<slug:slug>/penalties/late/", lateness_views.lateness, name="lateness"),
    path("manage/<slug:slug>/penalties/late/preview/", lateness_views.lateness_preview, name="lateness_preview"),
]
