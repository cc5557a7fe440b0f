from django.urls import path

from tournament.exports import views

urlpatterns = [
    path("manage/<slug:slug>/export/", views.exports, name="exports"),
    path("manage/<slug:slug>/export/workbook/", views.workbook, name="export_workbook"),
    path("manage/<slug:slug>/export/post/", views.post, name="export_post"),
    path("manage/<slug:slug>/export/post.txt", views.post_text, name="export_post_text"),
    path("manage/<slug:slug>/export/post.html", views.post_html, name="export_post_html"),
    path("manage/<slug:slug>/export/lists.zip", views.all_lists, name="export_zip"),
    path("manage/<slug:slug>/export/<slug:key>.csv", views.csv_file, name="export_csv"),
    path("manage/<slug:slug>/export/<slug:key>.xlsx", views.list_file, name="export_xlsx"),
]
