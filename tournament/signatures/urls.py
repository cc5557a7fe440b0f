from django.urls import path

from tournament.signatures import views

urlpatterns = [
    path("t/<slug:slug>/table/<int:number>/<int:table>/<str:token>/", views.table_sheet, name="table_sheet"),
    path("manage/<slug:slug>/sheets/<int:number>/<int:table>/link/", views.table_link, name="table_link"),
]
