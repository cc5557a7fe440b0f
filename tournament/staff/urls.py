from django.contrib.auth.views import LogoutView
from django.urls import path

from tournament.core.languages import choose_language
from tournament.staff import account, views

urlpatterns = [
    path("sign-in/", views.SignIn.as_view(), name="sign_in"),
    path("sign-in/code/", views.sign_in_code, name="sign_in_code"),
    path("sign-in/<str:token>/", views.sign_in_link, name="sign_in_link"),
    path("sign-out/", LogoutView.as_view(), name="sign_out"),
    path("language/", choose_language, name="choose_language"),
    path("account/", account.account, name="account"),
    path("account/code/", account.account_code, name="account_code"),
    path("manage/<slug:slug>/staff/", views.event_staff, name="event_staff"),
    path("manage/<slug:slug>/staff/<num:person>/link/", views.staff_link, name="staff_link"),
    path("manage/<slug:slug>/staff/<num:person>/role/", views.staff_role, name="staff_role"),
    path("manage/<slug:slug>/staff/<num:person>/remove/", views.staff_remove, name="staff_remove"),
]
