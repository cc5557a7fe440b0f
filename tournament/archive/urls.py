from django.urls import path

from tournament.archive import views

urlpatterns = [path("manage/new/demo/", views.demo, name="demo")]
