"""Another library is merged into the open one: nothing of either is lost, and deleted stays deleted."""

import contextlib
import glob
import os
import shutil
import sqlite3
import uuid

from harness.accessibility import BUTTONS, CHOICES, LIST_ITEMS
from harness.folder_chooser import ChoosesFolders
from harness.journey import Journey
from harness.state_files import stored_values
from harness.waiting import wait_until, wait_until_there
from test_import import clippings


class Merging(ChoosesFolders, Journey):
    """The preferences for merging."""

    @property
    def data(self):
        return os.path.join(self.program.folder, "data", "hawk-notes")

    @property
    def library(self):
        return os.path.join(self.data, "library.sqlite")

    def notes(self, library):
        """The texts of the notes in a file."""
        with sqlite3.connect(f"file:{library}?mode=ro", uri=True) as connection:
            return [text for (text,) in connection.execute("SELECT text FROM note ORDER BY text")]

    def save(self, window, text):
        """Save a note; no window's state has it any longer then, and saves it in another library."""
        window.save_note(text)

        def is_pending():
            folder = os.path.join(self.program.state_folder, "windows")
            values = [stored_values(path) for path in glob.glob(os.path.join(folder, "*.state"))]
            return any(value is not None for window in values for name, value in window.items()
                       if "/pending:" in (name or ""))

        wait_until(lambda: text in self.notes(self.library), "the note in the library")
        wait_until(lambda: not is_pending(), "the window's state without it")

    def quit(self):
        """Quit; all of the library is in its file then, without a log beside it that would be another's."""
        self.assertEqual(self.program.quit(), 0)
        with contextlib.closing(sqlite3.connect(self.library)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def look_at(self, path):
        """Choose a library; return the preferences with its preview."""
        shutil.copy(path, os.path.join(self.program.folder, "home", "other"))
        preferences = self.open_preferences()
        self.press(preferences, "Merge Another Library…")
        wait_until_there(self.select_button, "the file chooser")
        self.session.input.key("l", "Control_L")
        self.session.input.key("grave", "Shift_L")
        self.session.input.key("slash")
        self.session.input.type("other")
        self.session.input.key("Return")
        wait_until(lambda: preferences.says("is a copy of your library"), "the preview")
        return preferences

    def press(self, dialog, name):
        dialog.find(BUTTONS, name).do_action()

    def rows(self, sql):
        """Rows of the open library."""
        with sqlite3.connect(f"file:{self.library}?mode=ro", uri=True) as connection:
            return connection.execute(sql).fetchall()

    def open_link(self, link):
        """Open a link from outside; return its new window."""
        environment = self.program.environment()
        return self.program.new_window(lambda: self.program.run(link, environment=environment))

    def import_clippings(self, window):
        """Import the same file as ever; return the link of its book."""
        path = os.path.join(self.program.folder, "My Clippings.txt")
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(clippings(3))
        window.actions.activate("import-file", path)
        dialog = self.program.dialog("Import")
        wait_until(lambda: dialog.says("1 book, 3 notes"), "what is new")
        self.press(dialog, "Import")
        wait_until(lambda: dialog.says("Imported"), "the report")
        dialog.close()
        ((book,),) = self.rows("SELECT hex(id) FROM book WHERE title = 'A Wizard of Earthsea'")
        return f"hawknotes://book/{uuid.UUID(book)}".lower()

    def test_a_library_that_another_computer_went_on_with_is_merged_and_unmerged(self):
        window = self.start()
        self.save(window, "In both.")
        self.quit()
        before = os.path.join(self.program.folder, "before.sqlite")
        theirs = os.path.join(self.program.folder, "theirs.sqlite")
        shutil.copy(self.library, before)
        window = self.start()
        self.save(window, "Theirs.")
        self.quit()
        shutil.move(self.library, theirs)
        shutil.move(before, self.library)
        window = self.start()
        window.save_note("Mine.")

        preferences = self.look_at(theirs)
        wait_until(lambda: preferences.says("“other” is a copy of your library."), "whose it is")
        wait_until(lambda: preferences.says("New: 1 note"), "what is new")
        self.assertEqual(self.notes(self.library), ["In both.", "Mine."])
        self.press(preferences, "Merge")
        wait_until(lambda: preferences.says("Merged with “other”."), "the end")
        self.assertEqual(self.notes(self.library), ["In both.", "Mine.", "Theirs."])
        self.assertEqual(self.notes(theirs), ["In both.", "Theirs."])
        wait_until(lambda: window.says("Theirs."), "the note on its page")
        self.press(preferences, "Undo")
        wait_until(lambda: preferences.says("The merge was undone."), "the undo")
        self.assertEqual(self.notes(self.library), ["In both.", "Mine."])
        wait_until(lambda: not window.says("Theirs."), "the page without it")
        self.program.quit()

    def start_with_same_import(self):
        """Import the same file into two libraries, with a note on its book in each; return the window
        that shows the book in the open one, the file of the other, and the links of both books."""
        self.start()
        self.quit()
        before = os.path.join(self.program.folder, "before.sqlite")
        theirs = os.path.join(self.program.folder, "theirs.sqlite")
        shutil.copy(self.library, before)
        links = []
        for text in ("Theirs.", "Mine."):
            window = self.program.start(windows=None)[0]
            links.append(self.import_clippings(window))
            window = self.open_link(links[-1])
            self.save(window, text)
            if text == "Theirs.":
                self.quit()
                shutil.move(self.library, theirs)
                shutil.move(before, self.library)
        self.assertNotEqual(*links)
        return window, theirs, links

    def start_with_two(self, theirs, mine):
        """Start with a library that has a note “In both.”, and change it in two ways; return the
        window, and the file of the other one, which also has a note “Theirs.”.

        `theirs` and `mine` get the window of each; mine comes later."""
        window = self.start()
        self.save(window, "In both.")
        self.quit()
        before = os.path.join(self.program.folder, "before.sqlite")
        other = os.path.join(self.program.folder, "theirs.sqlite")
        shutil.copy(self.library, before)
        window = self.start()
        self.save(window, "Theirs.")
        theirs(window)
        self.quit()
        shutil.move(self.library, other)
        shutil.move(before, self.library)
        window = self.start()
        mine(window)
        return window, other

    def change_note(self, window, text):
        """Replace the text of the note “In both.”."""
        window.click(window.find(LIST_ITEMS, "Note: In both."))
        window.key("F2")
        window.find(BUTTONS, "Cancel")
        window.key("a", "Control_L")
        self.session.input.type(text)
        window.key("Return", "Control_L")
        wait_until(lambda: text in self.notes(self.library), "the changed note")

    def rate(self, path, rating):
        """Rate the first book, in half stars, as the program would."""
        with contextlib.closing(sqlite3.connect(path)) as connection:
            with connection:
                ((book,),) = connection.execute(
                    "SELECT id FROM book WHERE title = ?", (self.hawk.title,))
                connection.execute(
                    "UPDATE book SET rating = ?, changedFields = 'rating' WHERE id = ?",
                    (rating, book))
                connection.execute(
                    "INSERT INTO fieldStamp (kind, itemID, field, time, count, device)"
                    " VALUES ('book', ?, 'rating', ?, 0, zeroblob(16))",
                    (book, 1_700_000_000_000 + rating))
            # The log would not be copied with the file.
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def rating(self):
        return self.rows(f"SELECT rating FROM book WHERE title = '{self.hawk.title}'")[0][0]

    def test_a_value_that_was_not_taken_is_used_after_all(self):
        window = self.start()
        self.save(window, "In both.")
        self.quit()
        before = os.path.join(self.program.folder, "before.sqlite")
        theirs = os.path.join(self.program.folder, "theirs.sqlite")
        shutil.copy(self.library, before)
        window = self.start()
        self.save(window, "Theirs.")
        self.quit()
        shutil.move(self.library, theirs)
        shutil.move(before, self.library)
        self.rate(theirs, 6)
        self.rate(self.library, 8)
        window = self.start()

        preferences = self.look_at(theirs)
        wait_until(lambda: preferences.says("1 value differs; the later one is kept"),
                   "what is not taken")
        self.press(preferences, "Merge")
        wait_until(lambda: preferences.says("Merged with “other”."), "the end")
        self.assertEqual(self.rating(), 8)
        self.press(preferences, "Show 1 Differing Value…")
        dialog = self.program.dialog("Differing Values")
        wait_until(lambda: dialog.says("Kept: ★★★★"), "the value that counts")
        wait_until(lambda: dialog.says("Other: ★★★"), "the one that was not taken")
        dialog.press("Use This")
        wait_until(lambda: dialog.says("The other value is used now."), "what it says then")
        self.assertEqual(self.rating(), 6)
        wait_until(lambda: window.says("3 of 5 stars · English"), "the book's page")
        dialog.press("Undo")
        wait_until(lambda: self.rating() == 8, "the value from before")
        dialog.press("Use This")
        wait_until(lambda: self.rating() == 6, "the other value again")

        self.program.kill()
        self.program.launch()
        dialog = self.program.dialog("Differing Values")
        wait_until(lambda: dialog.says("The other value is used now."), "the same as before")
        dialog.close()
        self.program.dialog("Preferences").close()
        window = self.program.window(self.hawk.title)
        window.actions.activate("import")
        imports = self.program.dialog("Import")
        self.press(imports, "Show 1 Differing Value…")
        dialog = self.program.dialog("Differing Values")
        wait_until(lambda: dialog.says("The other value is used now."), "the report that stays")
        self.program.quit()

    def test_two_texts_of_a_note_are_shown_until_one_is_chosen(self):
        window, theirs = self.start_with_two(
            lambda window: self.change_note(window, "Theirs is here."),
            lambda window: self.change_note(window, "Mine is here."),
        )
        preferences = self.look_at(theirs)
        wait_until(lambda: preferences.says("1 note was changed in both; both versions are shown"),
                   "what was changed twice")
        self.press(preferences, "Merge")
        wait_until(lambda: preferences.says("Merged with “other”."), "the end")
        preferences.close()
        remark = "A merged library has another version of this note:"
        wait_until(lambda: window.says(remark), "both versions")
        self.assertTrue(window.says("Note: Mine is here."))
        (window,) = self.restart_after_kill()
        wait_until(lambda: window.says(remark), "both versions after a restart")
        window.press("Keep Theirs")
        wait_until(lambda: window.says("Note: Theirs is here."), "the other version")
        wait_until(lambda: not window.says(remark), "one version")
        window.press("Undo")
        wait_until(lambda: window.says(remark), "both versions again")
        self.assertTrue(window.says("Note: Mine is here."))
        window.press("Keep Both")
        wait_until(lambda: "Theirs is here." in self.notes(self.library), "a note of its own")
        wait_until(lambda: not window.says(remark), "one version of each")
        self.assertEqual(self.notes(self.library), ["Mine is here.", "Theirs is here.", "Theirs."])
        self.program.quit()

    def test_books_that_both_imported_from_the_same_file_are_there_once(self):
        window, theirs, links = self.start_with_same_import()
        preferences = self.look_at(theirs)
        same = "A Wizard of Earthsea (imported from the same source)"
        self.assertTrue(preferences.find(CHOICES, same).is_on)
        self.press(preferences, "Merge")
        wait_until(lambda: preferences.says("Merged with “other”."), "the end")
        preferences.close()
        books = self.rows("SELECT id FROM book WHERE title = 'A Wizard of Earthsea'")
        self.assertEqual(len(books), 1)
        self.assertEqual(len(self.rows("SELECT id FROM note WHERE quote IS NOT NULL")), 3)
        own = self.rows("SELECT text, subjectID FROM note WHERE quote IS NULL ORDER BY text")
        self.assertEqual(own, [("Mine.", *books[0]), ("Theirs.", *books[0])])
        wait_until(lambda: window.says("Mine.") and window.says("Theirs."), "the notes of both")
        count = self.program.window_count()
        for link in links:
            # Either leads to the page that is open.
            status = self.program.run(link, environment=self.program.environment())
            self.assertEqual(status, (0, ""))
            wait_until(lambda: window.says("Theirs."), "its page")
            self.assertEqual(self.program.window_count(), count)
        self.program.quit()
        windows = self.program.start(windows=None)
        wait_until(lambda: sum(window.says("Theirs.") for window in windows) >= 1,
                   "the pages of the book after a restart")
        self.quit()

    def test_pages_and_drafts_stay_with_their_book_when_a_merge_is_undone(self):
        window, theirs, links = self.start_with_same_import()
        window.write_draft("Going on")
        preferences = self.look_at(theirs)
        self.press(preferences, "Merge")
        wait_until(lambda: preferences.says("Merged with “other”."), "the end")
        wait_until(lambda: window.says("Mine.") and window.says("Theirs."), "the notes of both")
        window.expect_draft("Going on")
        self.press(preferences, "Undo")
        wait_until(lambda: preferences.says("The merge was undone."), "the undo")
        wait_until(lambda: window.says("Mine.") and not window.says("Theirs."), "its own note")
        window.expect_draft("Going on")
        self.assertFalse(window.says("We kept a draft"))
        self.program.quit()

    def test_a_backup_brings_back_what_was_deleted_permanently_only_when_asked(self):
        window = self.start()
        for text in ("The first", "The second"):
            window.save_note(text)
        preferences = self.open_preferences()
        self.press(preferences, "Restore from Backup…")
        dialog = self.program.dialog("Restore from Backup")
        self.press(dialog, "Back Up Now")
        wait_until(lambda: dialog.says("Manual"), "the backup")
        dialog.close()
        self.program.dialog("Preferences").close()
        (backup,) = glob.glob(os.path.join(self.data, "backups", "backup-*.sqlite"))
        for text in ("The first", "The second"):
            window.find(BUTTONS, "Delete Note").do_action()
            wait_until(lambda: len(self.notes(self.library)) == (text == "The first"),
                       "the deletion")
        window.actions.activate("show-trash")
        trash = self.program.dialog("Trash")
        trash.press("Empty Trash…")
        trash.press("Empty Trash")
        wait_until(lambda: trash.says("The trash is empty"), "an empty trash")
        trash.close()

        preferences = self.look_at(backup)
        offer = "Restore 2 notes that you deleted permanently"
        wait_until(lambda: preferences.says(offer), "the offer to restore")
        self.press(preferences, "Merge")
        wait_until(lambda: preferences.says("is new."), "the end without them")
        self.assertEqual(self.notes(self.library), [])
        preferences.close()
        preferences = self.look_at(backup)
        preferences.click(
            preferences.find(CHOICES, "Restore notes that you deleted permanently")
        )
        wait_until(lambda: preferences.says("Restored: 2 notes"), "the preview with the tick")
        self.press(preferences, "Merge")
        wait_until(lambda: preferences.says("2 deleted notes restored"), "the end")
        self.assertEqual(self.notes(self.library), ["The first", "The second"])
        wait_until(lambda: window.says("The second"), "the notes on their page")
        preferences.press("Restore from Backup…")
        dialog = self.program.dialog("Restore from Backup")
        wait_until(lambda: dialog.says("Manual"), "the backups")
        restore = next(button for button in dialog.visible(BUTTONS)
                       if button.name.startswith("Restore the backup of"))
        restore.do_action()
        wait_until(lambda: dialog.visible(BUTTONS, "Merge It In…"), "the contents of the backup")
        dialog.press("Merge It In…")
        wait_until(lambda: preferences.says("Everything in it is already in your library."),
                   "the preview of the backup, which has nothing new")
        self.program.quit()
