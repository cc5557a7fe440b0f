from django.urls import path

from tournament.desk.signatures import views

urlpatterns = [
    path("t/<slug:slug>/table/<num:number>/<num:table>/<str:token>/", views.table_sheet, name="table_sheet"),
    path("manage/<slug:slug>/sheets/<num:number>/<num:table>/link/", views.table_link, name="table_link"),
]
