"""The program's translations, among them the pseudo-language that shows what is not translated."""

import functools
import gettext
import os
import re
import subprocess

from .folders import folder_of_run
from .series import REPOSITORY

COMMAND = os.path.join(REPOSITORY, "meson-helpers", "translations")
DOMAIN = "hawk-notes"
LOCALE = "en_US.UTF-8"
PSEUDO = "qps"
"""The pseudo-language: English, but longer, accented and in brackets, see `COMMAND --pseudo`."""

BRACKETED = re.compile(r"⟦[^⟦⟧]*⟧")
LETTER = re.compile(r"[^\W\d_]")
PLAIN_VOWEL = re.compile(r"[aeiouyAEIOUY]")
"""The pseudo-language has none of them, in or out of brackets."""


class Language:
    """A language for a program to speak: as it is installed with the program, or else compiled for it."""

    def __init__(self, program, code):
        self.code = code
        # From 2.37 on the C library looks at LANGUAGE in the locale of a country only.
        spoken = {"LANGUAGE": code, "LC_MESSAGES": LOCALE, "LOCPATH": _locales()}
        installed = os.path.join(os.path.dirname(program.executable), "..", "share", "locale")
        if code != PSEUDO and os.path.isdir(os.path.join(installed, code)):
            self.folder = installed
        else:
            self.folder = os.path.join(program.folder, "locale")
            option = "--pseudo" if code == PSEUDO else "--compile"
            subprocess.run([COMMAND, option, self.folder], check=True, timeout=60)
            spoken["HAWK_NOTES_LOCALE_DIR"] = self.folder
        self._texts = gettext.translation(DOMAIN, self.folder, [code])
        environment = program.environment
        program.environment = lambda: environment() | spoken

    def text(self, english):
        """What the program says for an English text, of one thing where there is a plural."""
        found = self._texts.gettext(english)
        return self._texts.ngettext(english, english, 1) if found == english else found


@functools.cache
def _locales():
    """A folder with the locale in which the language is asked for."""
    folder = folder_of_run("locales")
    subprocess.run(
        ["localedef", "--no-archive", "-i", "en_US", "-f", "UTF-8", os.path.join(folder, LOCALE)],
        check=True, timeout=60,
    )
    return folder


def untranslated(text, known):
    """What of a text in pseudo-language is in another one, or None; `known` are texts that may be.

    A value in the text that was not translated is found as well, by its plain vowels.
    """
    rest = text
    for one in sorted(known, key=len, reverse=True):
        rest = rest.replace(one, "")
    if PLAIN_VOWEL.search(rest):
        return rest
    while BRACKETED.search(rest):
        rest = BRACKETED.sub("", rest)
    return rest if LETTER.search(rest) else None
