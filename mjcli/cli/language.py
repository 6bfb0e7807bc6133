"""Which language to speak: the option, else the locale, else Chinese.

It must be known before the options are parsed, since the help and the usage
errors are in it too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mjcli.texts import LANGUAGES, Text, pick

_OPTION = "--lang"
_LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


def chosen_language(args: Sequence[str], environ: Mapping[str, str]) -> str:
    """The language of a command line.

    >>> chosen_language(["score", "--lang", "en"], {}), chosen_language([], {"LANG": "en_US.UTF-8"})
    ('en', 'en')
    >>> chosen_language([], {"LANG": "C.UTF-8"})
    'zh'
    """
    for at, word in enumerate(args):
        value = word.partition("=")[2] if word.startswith(f"{_OPTION}=") else ""
        if word == _OPTION and at + 1 < len(args):
            value = args[at + 1]
        if value in LANGUAGES:
            return value
    locale = next((environ[name] for name in _LOCALE_VARIABLES if environ.get(name)), "")
    return "en" if locale.startswith("en") else "zh"


class _Speech:
    """The language of this process, set once its command line is known."""

    lang = LANGUAGES[0]


def speak(lang: str) -> None:
    """Sets the language of the help and of complaints."""
    _Speech.lang = lang


def spoken() -> str:
    """The language of this process."""
    return _Speech.lang


def here(text: Text) -> str:
    """A text in the language of this process."""
    return pick(text, _Speech.lang)
