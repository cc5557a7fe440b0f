from django.urls import path

from tournament.penalties import cancel_views, late_views, table_views, views

urlpatterns = [
    path("manage/<slug:slug>/penalties/", views.penalties, name="penalties"),
    path("manage/<slug:slug>/penalties/give/", views.penalty_give, name="penalty_give"),
    path("manage/<slug:slug>/penalties/give/preview/", views.penalty_preview, name="penalty_preview"),
    path("manage/<slug:slug>/penalties/table/", table_views.penalty_table, name="penalty_table"),
    path("manage/<slug:slug>/penalties/<int:pk>/cancel/", cancel_views.penalty_cancel, name="penalty_cancel"),
    path("manage/<slug:slug>/penalties/late/", late_views.lateness, name="lateness"),
    path("manage/<slug:slug>/penalties/late/preview/", late_views.lateness_preview, name="lateness_preview"),
]
