"""The trash: what was deleted is there, comes back in one piece, and goes for good only when told to."""

import contextlib
import os
import sqlite3
import time
import uuid

from harness.accessibility import BUTTONS
from harness.journey import AGATHA, Journey
from harness.waiting import wait_until, wait_until_equal


class TrashJourney(Journey):
    """What the journeys through the trash have in common."""

    def connect(self):
        path = os.path.join(self.program.folder, "data", "hawk-notes", "library.sqlite")
        return contextlib.closing(sqlite3.connect(path, isolation_level=None, timeout=20))

    def in_trash(self):
        with self.connect() as database:
            return [row[0] for row in database.execute("SELECT text FROM trashedNote")]

    def delete_note(self, window, text):
        window.save_note(text)
        wait_until(lambda: window.says(text), "the note")
        window.find(BUTTONS, "Delete Note").do_action()
        wait_until_equal(lambda: text in self.in_trash(), True, "the note in the trash")

    def open(self, window):
        window.actions.activate("show-trash")
        return self.program.dialog("Trash")


class Trash(TrashJourney):
    """The dialog behind *Trash*."""

    runs_on_own_series = True

    def test_a_note_is_restored_and_shown(self):
        window = self.start()
        window.open_character(AGATHA)
        self.delete_note(window, "Deleted too soon")
        window.go_back()
        dialog = self.open(window)
        wait_until(lambda: dialog.says("Deleted too soon"), "the note in the trash")
        self.assertTrue(dialog.says(AGATHA))
        dialog.press("Restore")
        wait_until(lambda: dialog.says("The trash is empty"), "an empty trash")
        dialog.press("Show")
        wait_until(lambda: window.says("Deleted too soon"), "the note on its page")
        window.expect_title(AGATHA)
        self.assertEqual(self.program.dialogs(), [])

    def test_what_is_deleted_stays_deleted_after_a_kill_and_the_trash_is_open_again(self):
        window = self.start()
        self.delete_note(window, "Gone before the kill")
        dialog = self.open(window)
        dialog.press("Delete Permanently…")
        wait_until(lambda: dialog.says("Copies of the library"), "the second step")
        self.program.wait_until_saved()
        self.program.kill()
        self.program.launch()
        dialog = self.program.dialog("Trash")
        wait_until(lambda: dialog.says("Gone before the kill"), "the note in the trash")
        wait_until(lambda: dialog.says("Copies of the library"), "the second step")
        dialog.press("Keep")
        dialog.press("Restore")
        (window,) = self.program.windows()
        wait_until(lambda: window.says("Gone before the kill"), "the note on its page")

    def test_it_is_emptied_in_two_steps_and_escape_leaves_the_second(self):
        window = self.start()
        for text in ("The first", "The second"):
            self.delete_note(window, text)
        dialog = self.open(window)
        dialog.press("Empty Trash…")
        wait_until(lambda: dialog.says("2 notes"), "what goes")
        dialog.key("Escape")
        dialog.find(BUTTONS, "Empty Trash…")
        dialog.press("Empty Trash…")
        dialog.press("Empty Trash")
        wait_until(lambda: dialog.says("The trash is empty"), "an empty trash")
        self.assertEqual(self.in_trash(), [])

    def test_it_is_live_over_two_windows(self):
        first = self.start()
        second = self.program.new_window(lambda: self.program.actions.activate("new-window"))
        dialog = self.open(first)
        wait_until(lambda: dialog.says("The trash is empty"), "an empty trash")
        self.delete_note(second, "From the other window")
        wait_until(lambda: dialog.says("From the other window"), "the note in the trash")
        second.press("Undo")
        wait_until(lambda: dialog.says("The trash is empty"), "an empty trash again")

    def test_a_character_comes_back_with_its_notes(self):
        window = self.start()
        window.open_character(AGATHA)
        window.save_note("On Agatha")
        self.assertEqual(self.program.quit(), 0)
        with self.connect() as database:
            database.execute(
                "UPDATE character SET deletedAt = ? WHERE name = ?",
                (int(time.time() * 1000), AGATHA),
            )
        (window,) = self.program.start()
        dialog = self.open(window)
        wait_until(lambda: dialog.says("along with 1 note"), "what hangs on the character")
        dialog.press("Restore")
        dialog.press("Show")
        window.expect_title(AGATHA)
        wait_until(lambda: window.says("On Agatha"), "the note on the character")

    def test_a_very_long_trash_is_there_at_once(self):
        window = self.start()
        self.assertEqual(self.program.quit(), 0)
        with self.connect() as database:
            (book,) = database.execute("SELECT id FROM book ORDER BY position").fetchone()
            rows = (
                (number + 1, 1_700_000_000_000 + number, uuid.uuid4().bytes, book,
                 f"Note number {number}")
                for number in range(100_000)
            )
            database.execute("BEGIN")
            database.executemany(
                "INSERT INTO trashedNote (sequence, deletedAt, id, subjectKind, subjectID, text,"
                " createdAt, modifiedAt) VALUES (?, ?, ?, 'book', ?, ?, 0, 0)",
                rows,
            )
            database.execute("COMMIT")
        self.program.choose(**{"trash-days": 0})
        (window,) = self.program.start()
        dialog = self.open(window)
        wait_until(lambda: dialog.says("Note number 99999"), "the note deleted last")
        dialog.key("Tab")
        dialog.key("End")
        wait_until(lambda: dialog.says("Note number 0"), "the note deleted first")
        dialog.key("Home")
        # Looking for the button would scroll to it as well, and end the movement.
        wait_until(lambda: dialog.says("Note number 99999"), "the note deleted last, again")
        dialog.press("Empty Trash…")
        wait_until(lambda: "100000" in " ".join(dialog.frame.words()), "how many there are")
