"""A backup takes the library's place; what was there is put aside, and the windows come back."""

import glob
import os
import sqlite3

from harness.accessibility import BUTTONS
from harness.journey import Journey
from harness.waiting import wait_until

TITLE = "Restore from Backup"


class Backups(Journey):
    """The dialog for backups."""

    @property
    def data(self):
        return os.path.join(self.program.folder, "data", "hawk-notes")

    def notes(self, library):
        """The texts of the notes in a file."""
        with sqlite3.connect(f"file:{library}?mode=ro", uri=True) as connection:
            return [text for (text,) in connection.execute("SELECT text FROM note ORDER BY text")]

    def open_backups(self):
        """The dialog, as one comes to it from the preferences."""
        self.program.actions.activate("preferences")
        preferences = self.program.dialog("Preferences")
        preferences.press("Library")
        preferences.press("Restore from Backup…")
        return self.program.dialog(TITLE)

    def press(self, dialog, name):
        dialog.find(BUTTONS, name).do_action()

    def test_what_was_written_since_a_backup_is_put_aside(self):
        window = self.start()
        window.save_note("Before the backup.")
        dialog = self.open_backups()
        self.press(dialog, "Back Up Now")
        wait_until(lambda: dialog.says("Manual"), "the backup")
        dialog.close()
        self.program.dialog("Preferences").close()
        window.save_note("After the backup.")
        window.write_draft("a draft that stays")
        self.program.wait_until_saved()

        dialog = self.open_backups()
        wait_until(lambda: dialog.says("1 note"), "what is in it")
        (backup,) = glob.glob(os.path.join(self.data, "backups", "backup-*.sqlite"))
        when = [node.name for node in dialog.visible(BUTTONS)
                if node.name.startswith("Restore the backup of")]
        self.press(dialog, when[0])
        wait_until(lambda: dialog.says("never deleted"), "what restoring does")
        self.press(dialog, "Restore")

        wait_until(lambda: self.program.process.poll() is None and self.program.windows(),
                   "the windows")
        wait_until(lambda: self.notes(os.path.join(self.data, "library.sqlite"))
                   == ["Before the backup."], "the library of then")
        (window,) = self.program.wait_for_windows(1)
        wait_until(lambda: window.says("Before the backup."), "the notes of then")
        self.assertFalse(window.says("After the backup."))
        window.expect_draft("a draft that stays")
        aside = glob.glob(os.path.join(self.data, "set-aside", "*", "library.sqlite"))
        self.assertEqual([self.notes(path) for path in aside],
                         [["After the backup.", "Before the backup."]])
        self.assertTrue(os.path.exists(backup))
        window.press("Save Note")
        window.expect_draft("")
        self.program.quit()
        self.assertEqual(self.notes(os.path.join(self.data, "library.sqlite")),
                         ["Before the backup.", "a draft that stays"])
