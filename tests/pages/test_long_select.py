"""A select of hundreds of options is what Django draws, without a template for each of them."""

import pytest
from django import forms
from django.utils import translation

from tarokk_club.club.pages.widgets import LongSelect
from tarokk_club.club.people.forms.founding import list_currency_choices

CHOICES = [("", "—"), ("a", 'A & "B"'), ("Group <1>", [("c", "C"), ('d"', "D")])]


def render_select(widget: type[forms.Select], value: object) -> str:
    class Form(forms.Form):
        field = forms.ChoiceField(choices=CHOICES, widget=widget, required=False, help_text="help")

    page = str(Form(initial={"field": value})["field"])
    return "".join(line.strip() for line in page.splitlines())


@pytest.mark.parametrize("value", ["", "a", "c", 'd"', "elsewhere", '"><script>'])
def test_a_long_select_renders_as_django_renders_it(value: str) -> None:
    assert render_select(LongSelect, value) == render_select(forms.Select, value)


@pytest.mark.parametrize("language", ["hu", "da", "ro", "en"])
def test_a_function_of_choices_is_read_once_in_each_language(language: str) -> None:
    read = []

    def choices() -> list[tuple[str, str]]:
        read.append(language)
        return list_currency_choices()

    class Form(forms.Form):
        currency = forms.ChoiceField(choices=choices, widget=LongSelect)

    with translation.override(language):
        shown_twice = {str(Form(initial={"currency": "HUF"})["currency"]) for _time in range(2)}
        expected = LongSelect(choices=list_currency_choices()).render("currency", "HUF")

    assert read == [language]
    assert len(shown_twice) == 1
    assert expected.partition(">")[2] in shown_twice.pop()


@pytest.mark.parametrize("language", ["hu", "da", "ro", "en"])
def test_each_language_has_its_own_names(language: str) -> None:
    with translation.override("en"):
        english = LongSelect(choices=list_currency_choices()).render("currency", "HUF")
    with translation.override(language):
        told = LongSelect(choices=list_currency_choices()).render("currency", "HUF")

    assert told.count("selected") == 1 and 'value="HUF" selected' in told
    assert (told == english) == (language == "en")
