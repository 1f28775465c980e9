"""A sync client has left another copy of the library beside it: that is said, and the copy is kept."""

import os
import shutil

from harness.accessibility import BUTTONS
from harness.journey import Journey
from harness.waiting import wait_until

NAME = "library.sync-conflict-20261126-002542-GNIEPGT.sqlite"


class ConflictCopies(Journey):
    """Two computers have written in the same library."""

    runs_on_own_series = True

    def quit_once_saved(self):
        """Quit when the note is in the library alone: the next start saves what is still in a window's state,
        also into the other library."""
        self.program.wait_until_saved()
        self.assertEqual(self.program.quit(), 0)

    @property
    def folder(self):
        return os.path.join(self.program.folder, "data", "hawk-notes")

    def leave_copy(self):
        """Have a copy beside the library with one note more; return its path."""
        library, copy = os.path.join(self.folder, "library.sqlite"), os.path.join(self.folder, NAME)
        window = self.start()
        window.save_note("On both computers")
        self.quit_once_saved()
        earlier = os.path.join(self.program.folder, "earlier.sqlite")
        shutil.copy(library, earlier)
        window = self.start()
        window.save_note("On the other one alone")
        self.quit_once_saved()
        os.rename(library, copy)
        shutil.copy(earlier, library)
        return copy

    def start_with_copy(self):
        window = self.start()
        wait_until(
            lambda: window.says("a copy of your library with 1 note that is not in yours"),
            "a line about the copy",
        )
        return window

    def test_are_told_with_the_notes_that_only_they_have(self):
        copy = self.leave_copy()
        with open(copy, "rb") as file:
            before = file.read()

        window = self.start_with_copy()

        window.find(BUTTONS, "Show in Files")
        self.assertTrue(window.says("On both computers"))
        self.assertFalse(window.says("On the other one alone"))
        self.assertEqual(self.program.quit(), 0)
        with open(copy, "rb") as file:
            self.assertEqual(file.read(), before)
        self.assertEqual(
            [name for name in os.listdir(self.folder) if name.startswith(NAME)], [NAME]
        )
        cache = os.path.join(self.program.folder, "cache", "hawk-notes")
        self.assertNotIn("conflict-copies", os.listdir(cache))

    def test_are_merged_from_the_line_about_them(self):
        copy = self.leave_copy()
        window = self.start_with_copy()
        window.press("Merge It In…")
        preferences = self.program.dialog("Preferences")
        wait_until(lambda: preferences.says("New: 1 note"), "the preview")
        preferences.press("Merge")
        wait_until(lambda: preferences.says("Merged with"), "the merge")
        preferences.key("Escape")
        wait_until(lambda: window.says("On the other one alone"), "the note")
        self.assertTrue(window.says("On both computers"))
        self.assertTrue(os.path.exists(copy))
