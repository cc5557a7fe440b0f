"""Forms to sign in, and to let others in."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth import password_validation
from django.contrib.auth.forms import AuthenticationForm
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.core.form_fields import HalfWidthField
from tournament.core.models import Role, User
from tournament.staff.queries import accounts_called

LONGEST_LOGIN = 150  # as long as an account's name may be


class SignInForm(AuthenticationForm):
    """Name and password."""

    error_messages = {
        "invalid_login": _(
            "Wrong sign-in name or password. Check the capital letters of the password, or use a one-time link."
        ),
        "inactive": _("This account is disabled."),
    }

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Sign-in name")
        # Django only tells the browser; wrong names are stored, and PostgreSQL stores none that is longer.
        self.fields["username"].validators.append(MaxLengthValidator(LONGEST_LOGIN))

    def clean_username(self) -> str:
        """The sign-in name without regard to case; as typed where two accounts of old differ in nothing else."""
        typed = str(self.cleaned_data["username"])
        same = accounts_called(typed)
        return same[0].username if len(same) == 1 else typed


class CodeForm(forms.Form):
    """The six digits that an app shows, or a recovery code."""

    code = HalfWidthField(
        label=_("Code from your app"),
        max_length=30,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "one-time-code", "autofocus": True}),
        error_messages={"required": _("Type the six digits that the app on your phone shows.")},
    )


class AddStaffForm(forms.Form):
    """A new member of the tournament's staff."""

    name = forms.CharField(
        label=_("Name"), max_length=150, required=False, help_text=_("Shown beside everything the person enters.")
    )
    role = forms.ChoiceField(
        label=_("Role"),
        choices=[(Role.DESK, _("desk")), (Role.REFEREE, _("referee")), (Role.ORGANISER, _("organiser"))],
        initial=Role.DESK,
        widget=forms.RadioSelect,
    )
    username = forms.CharField(
        label=_("Sign-in name"),
        max_length=150,
        required=False,
        help_text=_("Leave empty to make one from the name. Enter an existing one to add its owner."),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off"}),
    )


class NameForm(forms.Form):
    """A person's own name."""

    name = forms.CharField(label=_("Name"), max_length=150, widget=forms.TextInput(attrs={"autocomplete": "name"}))


class LanguageForm(forms.Form):
    """The language in which a person reads the pages of the staff."""

    language = forms.ChoiceField(
        label=_("Language"),
        choices=lambda: [("", gettext("as the browser asks")), *settings.LANGUAGES],
        required=False,
        widget=forms.Select(attrs={"translate": "no"}),
    )


class LinksForm(forms.Form):
    """The choice whether organisers may make sign-in links for a person who has a password."""

    takes_links = forms.BooleanField(
        label=_("Organisers of my events may make a sign-in link for me"),
        required=False,
        help_text=_(
            "A link opens your account without your password. Else only the administrator of this server makes one."
        ),
    )


class PasswordForm(forms.Form):
    """A password of one's own; who has one already types it first, unless it was forgotten."""

    old = forms.CharField(
        label=_("Current password"), strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )
    new = forms.CharField(
        label=_("New password"),
        strip=False,
        help_text=_("At least eight characters. Several words are better than one with symbols."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    again = forms.CharField(
        label=_("Repeat the password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, user: User, is_own: Callable[[str], bool], *args: Any, forgotten: bool = False, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.user, self.is_own = user, is_own
        if forgotten or not user.has_usable_password():
            del self.fields["old"]

    def clean_old(self) -> str:
        if not self.is_own(self.cleaned_data["old"]):
            raise forms.ValidationError(_("This is not your current password."))
        return str(self.cleaned_data["old"])

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or {}
        new, again = cleaned.get("new"), cleaned.get("again")
        if new and again and new != again:
            self.add_error("again", _("The two passwords differ."))
        elif new:
            try:
                password_validation.validate_password(new, self.user)
            except forms.ValidationError as weak:
                self.add_error("new", weak)
        return cleaned


class FinalForm(forms.Form):
    """The password of whoever is signed in; the view checks it, and says what to do where the account has none."""

    password = forms.CharField(
        label=_("Your password"),
        required=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


class AccessForm(FinalForm):
    """Why the owner of the installation opens a club's event."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        help_text=_("The organisers see it, and it stays in the history of the event."),
        error_messages={"required": _("Enter a reason.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    field_order = ("reason", "password")
