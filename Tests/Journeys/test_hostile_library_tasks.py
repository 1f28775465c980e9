"""What changes much of the library at once: killed at each operation, and on a full disk. It is all or
nothing, and what was there before is there afterwards."""

import contextlib
import glob
import os
import re
import sqlite3

from gi.repository import GLib

from harness.accessibility import BUTTONS
from harness.waiting import wait_until
from hostile.installation import OLD_NOTE, UsedInstallation
from hostile.kills import Killed, add_lists
from hostile.library import NAME, notes_of
from hostile.shim import CHANGING
from test_export_everything import Exporting as ExportingInPreferences
from test_import import clippings

FULL = re.compile("disk (with your library )?is full")


class Task(UsedInstallation):
    """Something that is done to the library in a dialog, by a last button."""

    def connect(self):
        return contextlib.closing(sqlite3.connect(self.library, isolation_level=None, timeout=20))

    def ask(self, query):
        with self.connect() as database:
            return database.execute(query).fetchone()[0]

    def prepare(self):
        """Open the dialog and come to its last button."""

    def act(self):
        self.dialog.find(BUTTONS, self.BUTTON).do_action()

    def press(self, name):
        self.dialog.find(BUTTONS, name).do_action()

    def expect_done(self):
        """What must hold when it was done without a failure."""

    def expect_undone(self):
        """What must hold when it has failed."""

    def is_told(self):
        """Whether a dialog or window says that the disk is full."""
        shown = self.program.dialogs() + self.program.windows()
        names = (node.name for window in shown for node in window.frame.descendants())
        return any(FULL.search(name) for name in names)

    def come_again(self):
        """Come to the last button again after a failure."""


class Emptying(Task):
    """Emptying the trash."""

    BUTTON = "Empty Trash"

    def prepare(self):
        window = self.start()
        self.program.wait_until_saved()
        with self.connect() as database:
            (book,) = database.execute("SELECT id FROM book ORDER BY position").fetchone()
            for number in range(300):
                database.execute(
                    "INSERT INTO trashedNote (deletedAt, id, subjectKind, subjectID, text, createdAt,"
                    " modifiedAt) VALUES (1700000000000, randomblob(16), 'book', ?, ?, 0, 0)",
                    (book, f"Deleted {number} " * 20),
                )
        window.actions.activate("show-trash")
        self.dialog = self.program.dialog("Trash")
        self.press("Empty Trash…")
        self.dialog.find(BUTTONS, self.BUTTON)

    def trashed(self):
        return self.ask("SELECT count(*) FROM trashedNote")

    def expect(self, windows):
        self.assertIn(self.trashed(), (0, 300))

    def expect_done(self):
        wait_until(lambda: self.trashed() == 0, "an empty trash")

    def expect_undone(self):
        self.assertEqual(self.trashed(), 300)


class Importing(Task):
    """Importing highlights."""

    BUTTON = "Import"
    COUNT = 300

    def prepare(self):
        window = self.start()
        path = os.path.join(self.program.folder, "My Clippings.txt")
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(clippings(self.COUNT))
        window.actions.activate("import-file", path)
        self.dialog = self.program.dialog("Import")
        wait_until(lambda: self.dialog.says(f"{self.COUNT} notes"), "what is new")
        self.program.wait_until_saved()

    def come_again(self):
        self.press("Try Again")
        wait_until(lambda: self.dialog.says(f"{self.COUNT} notes"), "what is new")

    def imported(self):
        return self.ask("SELECT count(*) FROM note WHERE quote IS NOT NULL")

    def expect(self, windows):
        self.assertIn(self.imported(), (0, self.COUNT))
        self.assertEqual(self.ask("SELECT count(*) FROM importBatch"), self.imported() // self.COUNT)

    def expect_done(self):
        wait_until(lambda: self.imported() == self.COUNT, "the notes")

    def expect_undone(self):
        self.assertEqual(self.imported(), 0)


class Restoring(Task):
    """Restoring a backup."""

    BUTTON = "Restore"
    LATER = "Written after the backup"

    def prepare(self):
        self.start()
        self.open()
        self.press("Back Up Now")
        wait_until(lambda: self.dialog.says("Manual"), "the backup")
        with self.connect() as database:
            database.execute(
                "INSERT INTO note (id, subjectKind, subjectID, text, createdAt, modifiedAt)"
                " SELECT randomblob(16), subjectKind, subjectID, ?, createdAt, modifiedAt FROM note"
                " LIMIT 1", (self.LATER,),
            )
        self.assertEqual(self.notes().count(self.LATER), 1)
        self.choose()
        self.program.wait_until_saved()

    def choose(self):
        """Choose the backup that was made by hand, which is the newest."""
        made = glob.glob(os.path.join(self.program.library_folder, "backups", "*.sqlite"))

        def newest():
            buttons = [node for node in self.dialog.visible(BUTTONS)
                       if node.name.startswith("Restore the backup of")]
            # A row that has just come is not laid out yet; the one below it has another backup.
            return buttons[0] if len(buttons) == len(made) else None

        wait_until(newest, "the backups").do_action()
        wait_until(lambda: self.dialog.says("can be restored later"), "what restoring does")

    def come_again(self):
        # The library could not be opened again.
        (window,) = self.program.windows()
        window.press("Try Again")
        wait_until(lambda: not any(window.says("cannot open") for window in self.program.windows()),
                   "the window")
        self.open()
        self.choose()

    def open(self):
        self.program.actions.activate("preferences")
        preferences = self.program.dialog("Preferences")
        preferences.press("Library")
        preferences.press("Restore from Backup…")
        self.dialog = self.program.dialog("Restore from Backup")

    def expect(self, windows):
        folders = glob.glob(os.path.join(self.program.library_folder, "set-aside", "*"))
        # What is not whole says so.
        aside = [os.path.join(folder, NAME) for folder in folders
                 if not folder.endswith("-unfinished")]
        kept = [notes_of(path).count(self.LATER) for path in aside]
        self.assertEqual(max([self.notes().count(self.LATER), *kept]), 1, f"{aside}")

    def expect_done(self):
        wait_until(lambda: self.LATER not in self.notes() and OLD_NOTE in self.notes(),
                   "the library of then")
        self.expect(None)

    def expect_undone(self):
        self.assertEqual(self.notes().count(self.LATER), 1)


class Exporting(ExportingInPreferences, Task):
    """Exporting everything."""

    def prepare(self):
        self.start()
        self.folder = os.path.join(self.home, "Export")
        os.makedirs(self.folder)
        self.dialog = self.open_preferences()
        self.program.wait_until_saved()

    def act(self):
        self.export(self.dialog, self.folder)

    def is_told(self):
        return self.dialog.says("the disk is full")

    def expect_done(self):
        wait_until(lambda: self.dialog.says("Exported to"), "the end")
        self.expect_whole()

    def expect_whole(self):
        """The files that the list has, and no others."""
        with open(os.path.join(self.folder, "hawk-notes-export.sha256"), encoding="utf-8") as file:
            listed = [line.rstrip("\n").split("  ", 1)[1] for line in file]
        self.assertEqual(self.files(self.folder), sorted([*listed, "hawk-notes-export.sha256"]))

    def expect_undone(self):
        self.assertEqual(self.files(self.folder), [])


class ExportingKilled(Exporting):
    """Exporting everything, killed at some of its operations."""

    def check(self, operations, pattern, number, is_whole):
        self.prepare()
        self.shim.on("kill", operations, os.path.join(self.folder, pattern), "kill",
                     first=number, times=1)
        with contextlib.suppress(GLib.Error):
            self.act()
        self.program.wait_until_gone()
        self.shim.off()
        self.assertNotEqual(os.listdir(self.folder), [], "something is left")
        self.start()
        if is_whole:
            wait_until(lambda: ".hawk-notes-export" not in os.listdir(self.folder), "the rest")
            self.expect_whole()
        else:
            wait_until(lambda: os.listdir(self.folder) == [], "an empty folder")
        self.assertEqual(self.notes().count(OLD_NOTE), 1)

    def test_while_it_writes_nothing_is_left_after_the_next_start(self):
        self.check("create", ".hawk-notes-export.part/*", 9, is_whole=False)

    def test_while_files_go_to_their_places_the_next_start_goes_on(self):
        self.check("rename", ".hawk-notes-export/*", 2, is_whole=True)


class Ready:
    """The last button was found before anything can be killed."""

    def prepare(self):
        super().prepare()
        self.button = self.dialog.find(BUTTONS, self.BUTTON)

    def act(self):
        self.button.do_action()


class EmptyingKilledAnywhere(Ready, Emptying, Killed):
    """Emptying the trash."""


class ImportingKilledAnywhere(Ready, Importing, Killed):
    """Importing highlights."""


class RestoringKilledAnywhere(Ready, Restoring, Killed):
    """Restoring a backup."""


add_lists(EmptyingKilledAnywhere, "emptying the trash", few=1, more=6)
add_lists(ImportingKilledAnywhere, "importing", few=1, more=6)
add_lists(RestoringKilledAnywhere, "restoring a backup", few=2, more=8)


class OnAFullDisk:
    """The disk is full while it is done; then there is room, and it is done again."""

    def test_it_is_told_and_done_when_there_is_room(self):
        self.prepare()
        self.shim.fail("disk", CHANGING, self.program.library_files, "ENOSPC")
        self.act()
        wait_until(self.is_told, "what is wrong")
        self.expect_alive()
        self.shim.off()
        self.expect_undone()
        self.come_again()
        self.act()
        self.expect_done()
        self.assertEqual(self.notes().count(OLD_NOTE), 1)
        self.assertEqual(self.program.quit(), 0)


class EmptyingOnAFullDisk(OnAFullDisk, Emptying):
    """Emptying the trash."""


class ImportingOnAFullDisk(OnAFullDisk, Importing):
    """Importing highlights."""


class RestoringOnAFullDisk(OnAFullDisk, Restoring):
    """Restoring a backup."""


class ExportingOnAFullDisk(Exporting):
    """Exporting everything to a full disk."""

    def test_it_is_told_and_done_when_there_is_room(self):
        self.prepare()
        self.shim.fail("disk", CHANGING, os.path.join(self.folder, "*"), "ENOSPC", first=20)
        self.act()
        wait_until(self.is_told, "what is wrong")
        self.shim.off()
        self.expect_undone()
        self.act()
        self.expect_done()


class AskedWhileRestoring(Restoring):
    """Something is asked for while a backup takes the library's place."""

    def prepare(self):
        super().prepare()
        self.shim.hold("disk", CHANGING, self.library + ".new")
        self.act()
        self.shim.wait_until_held()

    def test_the_end_comes_once_the_backup_is_in_place(self):
        self.prepare()
        self.program.actions.activate("quit")
        self.shim.off()
        self.assertEqual(self.program.wait_until_gone(), 0)
        self.expect_done()
        self.assertEqual(self.notes().count(OLD_NOTE), 1)

    def test_a_window_comes_beside_those_that_come_back(self):
        self.prepare()
        self.program.actions.activate("new-window")
        self.shim.off()
        wait_until(lambda: len(self.program.windows()) == 2, "the window that was asked for")
        self.expect_done()
        self.assertEqual(self.program.quit(), 0)
