"""A backup takes the library's place; what was there is put aside, and the windows come back."""

import glob
import os
import sqlite3

from harness.accessibility import BUTTONS
from harness.folder_chooser import ChoosesFolders
from harness.journey import Journey
from harness.waiting import wait_until, wait_until_there

TITLE = "Restore from Backup"


class Backups(ChoosesFolders, Journey):
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
        self.open_preferences().press("Restore from Backup…")
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
        wait_until(lambda: dialog.says("can be restored later"), "what restoring does")
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

    def back_up_to_home(self):
        """Back up to the folder that the file chooser offers; return the preferences."""
        preferences = self.open_preferences()
        self.press(preferences, "Back Up To…")
        wait_until_there(self.select_button, "the file chooser").do_action()
        wait_until(lambda: preferences.says("The last backup in “home” is from"), "the backup")
        return preferences

    def test_a_backup_on_another_disk_has_the_drafts_and_is_missed_when_the_disk_is_away(self):
        window = self.start()
        window.save_note("A note to keep.")
        window.write_draft("a draft to keep")
        preferences = self.back_up_to_home()
        home = os.path.join(self.program.folder, "home")
        (backup,) = glob.glob(os.path.join(home, "Hawk Notes Backup *.sqlite"))
        self.assertEqual(self.notes(backup), ["A note to keep."])
        with sqlite3.connect(f"file:{backup}?mode=ro", uri=True) as connection:
            drafts = connection.execute("SELECT words FROM backupDraft").fetchall()
        self.assertEqual(drafts, [("a draft to keep",)])
        self.press(preferences, "Back Up Now")
        wait_until(lambda: len(glob.glob(os.path.join(home, "Hawk Notes Backup *"))) == 2,
                   "the second backup of the day")
        wait_until(lambda: preferences.says("The last backup in"), "its end")
        preferences.close()
        self.program.quit()

        for path in glob.glob(os.path.join(home, "Hawk Notes Backup *")):
            os.unlink(path)
        remains = self.leave_remains(home)
        window = self.start()
        wait_until(lambda: window.says("Your backups in “home” are not available."), "the line")
        wait_until(lambda: not os.path.exists(remains), "no remains")
        self.press(window, "Dismiss")
        wait_until(lambda: not window.visible(BUTTONS, "Dismiss"), "no line")
        self.program.quit()
        window = self.start()
        window.expect_draft("a draft to keep")
        self.open_preferences()
        preferences = self.program.dialog("Preferences")
        wait_until(lambda: preferences.says("Your backups in “home” are not available."),
                   "the same in the preferences")
        self.assertFalse(window.visible(BUTTONS, "Backups…"))

    def test_the_drafts_of_a_backup_are_restored_unless_they_are_open(self):
        window = self.start()
        window.save_note("A note to keep.")
        window.write_draft("a draft to keep")
        preferences = self.back_up_to_home()
        (backup,) = glob.glob(os.path.join(self.program.folder, "home", "Hawk Notes Backup *"))
        preferences.close()
        for is_open in (True, False):
            with self.subTest(is_open=is_open):
                if not is_open:
                    window.press("Save Note")
                    window.expect_draft("")
                    wait_until(lambda: len(self.notes(self.library)) == 2, "the note")
                self.restore(backup)
                self.assertEqual(self.notes(self.library), ["A note to keep."])
                (window,) = self.program.wait_for_windows(1)
                window.expect_draft("a draft to keep")
        self.program.quit()

    def leave_remains(self, folder):
        """Leave a folder and the settings as a backup does that is killed; return its file."""
        with sqlite3.connect(f"file:{self.library}?mode=ro", uri=True) as connection:
            ((name,),) = connection.execute("SELECT lower(substr(hex(identity), 1, 8)) FROM commitCount")
        remains = os.path.join(folder, f".hawk-notes-backup-{name}.unfinished")
        with open(remains, "wb") as file:
            file.write(b"half a backup")
        settings = os.path.join(self.program.folder, "config", "glib-2.0", "settings", "keyfile")
        with open(settings, encoding="utf-8") as file:
            text = file.read()
        text = text.replace("backup-folder=", f"backup-unfinished='{folder}'\nbackup-folder=")
        with open(settings, "w", encoding="utf-8") as file:
            file.write(text)
        return remains

    @property
    def library(self):
        """The file of the library."""
        return os.path.join(self.data, "library.sqlite")

    def restore(self, backup):
        """Restore a backup with its drafts, and wait for the windows."""
        dialog = self.open_backups()
        wait_until(lambda: dialog.says("In “home”"), "the backup on the other disk")
        whens = [node.name for node in dialog.frame.find_all(BUTTONS)
                 if node.name.startswith("Restore the backup of")]
        self.press(dialog, whens[0])
        wait_until(lambda: dialog.says(os.path.basename(backup)), "the backup")
        wait_until(lambda: dialog.says("Restore 1 draft"), "its drafts")
        self.assertTrue(dialog.says("a draft to keep"))
        asides = os.path.join(self.data, "set-aside", "*", "library.sqlite")
        count = len(glob.glob(asides))
        self.press(dialog, "Restore")
        wait_until(lambda: len(glob.glob(asides)) == count + 1, "the library that is put aside")
        wait_until(lambda: any(window.says("The backup is restored.")
                               for window in self.program.windows()), "the windows")
