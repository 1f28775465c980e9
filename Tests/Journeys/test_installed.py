"""What a person has of the program as it is installed: its own files, in the language of the desktop."""

import os
import shlex
import sqlite3
import subprocess
import uuid
import zlib

from harness.accessibility import TEXTS, wait_until_focused
from harness.journey import Journey
from harness.languages import Language
from harness.waiting import wait_until, wait_until_equal

OLD, NEW, MORE = "From another year", "From today", " and more"

UPGRADE_VARIABLE = "HAWK_NOTES_UPGRADE"
"""The command that puts the next version into the place of the program, where there is one."""


class German(Journey):
    """In German, with the translations beside the program; a program of a build tree has none."""

    needs_series_that_ships = True

    def setUp(self):
        super().setUp()
        Language(self.program, "de")
        environment = self.program.environment
        self.program.environment = lambda: environment() | {"TZ": "Europe/Berlin"}

    def test_dates_are_german_and_notes_are_there_after_a_restart(self):
        window = self.start()
        composer = window.find(TEXTS, "Neue Notiz")
        window.click(composer)
        wait_until_focused(lambda: composer, "focus in the composer")
        self.session.input.type(NEW)
        wait_until_equal(lambda: composer.text, NEW, "what was typed")
        window.press("Notiz speichern")
        wait_until(lambda: window.says("Gerade eben"), "the note's date")
        self.program.wait_until_saved()
        self.assertEqual(self.program.quit(), 0)
        self.insert_old_note()
        window = self.start()
        wait_until(lambda: window.says(NEW) and window.says(OLD), "both notes")
        # Noon, so that it is the same day everywhere.
        wait_until(lambda: window.says("14. November 2023"), "the old note's date")

    def insert_old_note(self):
        path = os.path.join(self.program.folder, "data", "hawk-notes", "library.sqlite")
        database = sqlite3.connect(path)
        with database:
            database.execute(
                "INSERT INTO note (id, subjectKind, subjectID, text, createdAt, modifiedAt, textChecksum)"
                " VALUES (?, 'book', ?, ?, ?, ?, ?)",
                (uuid.UUID(int=1).bytes, uuid.UUID(self.hawk.id).bytes, OLD, 1_699_963_200_000,
                 1_699_963_200_000, zlib.crc32(OLD.encode())),
            )
        database.close()


if UPGRADE_VARIABLE in os.environ:

    class Upgrade(Journey):
        """Another version comes into the place of the program while it runs."""

        def test_everything_comes_back(self):
            window = self.start()
            window.save_note(NEW)
            window.select_tab(self.raven)
            window.write_draft(OLD)
            subprocess.run(shlex.split(os.environ[UPGRADE_VARIABLE]), check=True)
            self.session.input.type(MORE)
            window.expect_draft(OLD + MORE)
            self.program.wait_until_saved()
            self.assertEqual(self.program.quit(), 0)
            window = self.start()
            window.expect_tab(self.raven)
            window.expect_draft(OLD + MORE)
            window.select_tab(self.hawk)
            wait_until(lambda: window.says(NEW), "the note")
