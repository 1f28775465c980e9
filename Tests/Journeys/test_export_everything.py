"""The whole library becomes a folder of pages, is put away, and comes back from them."""

import contextlib
import os
import shutil
import sqlite3

from harness.accessibility import BUTTONS, CHOICES
from harness.folder_chooser import ChoosesFolders
from harness.journey import Journey
from harness.waiting import wait_until, wait_until_there


class Exporting(ChoosesFolders):
    """Exports the library in the preferences."""

    @property
    def home(self):
        return os.path.join(self.program.folder, "home")

    @property
    def library_folder(self):
        return os.path.join(self.program.folder, "data", "hawk-notes")

    def choose(self, folder):
        """Type the name of a folder in the chooser, which shows the home folder, and choose it."""
        wait_until_there(self.select_button, "the file chooser")
        self.session.input.key("l", "Control_L")
        self.session.input.type(os.path.basename(folder))
        self.session.input.key("Return")

    def export(self, preferences, folder):
        os.makedirs(folder, exist_ok=True)
        preferences.press("Export Everything…")
        self.choose(folder)

    def rows(self):
        """The contents of the library's tables."""
        return self.fetch(
            "SELECT id, title, author, readBookID FROM series",
            "SELECT id, title, position, rating FROM book",
            "SELECT id, name, bookID, position FROM character",
            "SELECT id, name, bookID FROM chapter",
            "SELECT id, firstID, secondID, word FROM relation",
            "SELECT id, subjectID, text, quote, tags, createdAt, modifiedAt FROM note",
            "SELECT characterID FROM favorite",
        )

    def shown_series(self):
        """The ids of the series that are not in the trash."""
        (rows,) = self.fetch("SELECT id FROM series WHERE deletedAt IS NULL")
        return {id for (id,) in rows}

    def fetch(self, *queries):
        """The rows of each query, in an order of their own."""
        path = os.path.join(self.library_folder, "library.sqlite")
        with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
            return [sorted(connection.execute(query).fetchall(), key=repr) for query in queries]

    def files(self, folder):
        return sorted(
            os.path.relpath(os.path.join(root, name), folder)
            for root, _, names in os.walk(folder) for name in names
        )


class ExportEverything(Exporting, Journey):
    """The export of the library."""

    runs_on_own_series = True

    def test_the_library_comes_back_from_its_pages(self):
        window = self.start()
        window.save_note("A note on the book.")
        window.open_character("Agatha")
        window.save_note("A note on her.")
        window.actions.activate("toggle-favorite")
        self.program.wait_until_saved()
        preferences = self.open_preferences()
        folder = os.path.join(self.home, "Export")
        self.export(preferences, folder)
        wait_until(lambda: preferences.says("Exported to “Export”"), "the end")
        self.assertIn("Library.md", self.files(folder))
        self.assertFalse([name for name in self.files(folder) if name.startswith(".")])
        preferences.close()
        self.program.quit()
        before, shown = self.rows(), self.shown_series()
        self.assertEqual(len(before[5]), 2)
        self.assertEqual(len(before[6]), 1)

        os.rename(self.library_folder, self.library_folder + "-away")
        shutil.rmtree(self.program.state_folder)
        (window,) = self.program.start()
        window.actions.activate("import-file", os.path.join(folder, "Library.md"))
        dialog = self.program.dialog("Import")
        wait_until(lambda: dialog.says("2 notes"), "what is new")
        dialog.find(BUTTONS, "Import").do_action()
        wait_until(lambda: dialog.says("Imported"), "the report")
        dialog.close()
        self.program.quit()
        self.assertEqual(self.rows(), before)
        # Also a series that ships and was deleted.
        self.assertEqual(shown, self.shown_series())

    def test_a_folder_with_other_files_is_left_alone(self):
        self.start()
        folder = os.path.join(self.home, "Mine")
        os.makedirs(folder)
        # Two: the file chooser of newer GTK completes the name of a folder with that of its only file.
        names = ["mine.txt", "yours.txt"]
        for name in names:
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(name)
        preferences = self.open_preferences()
        self.export(preferences, folder)
        wait_until(lambda: preferences.says("because “mine.txt” and 1 other file are not"), "why")
        self.assertEqual(self.files(folder), names)

    def test_the_dialog_for_exports_leads_there(self):
        window = self.start()
        window.key("e", "Control_L", "Shift_L")
        dialog = self.program.dialog("Export")
        dialog.click(dialog.find(CHOICES, "Entire Library"))
        folder = os.path.join(self.home, "Export")
        os.makedirs(folder)
        dialog.find(BUTTONS, "Export…").do_action()
        self.choose(folder)
        preferences = self.program.dialog("Preferences")
        wait_until(lambda: preferences.says("Exported to “Export”"), "the end")
        self.assertIn("Library.md", self.files(folder))
