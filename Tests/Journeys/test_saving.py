"""Saving does not wait for the disk: what cannot be saved yet is kept, and saved once."""

import contextlib
import os
import sqlite3

from harness.accessibility import BUTTONS
from harness.journey import AGATHA, Journey
from harness.waiting import stays_true, wait_until, wait_until_equal


class SavingJourney(Journey):
    """Another program may hold the library, as a backup or a file manager does."""

    def connect(self):
        path = os.path.join(self.program.folder, "data", "hawk-notes", "library.sqlite")
        return contextlib.closing(sqlite3.connect(path, isolation_level=None, timeout=20))

    @contextlib.contextmanager
    def held_library(self):
        """Let nobody else write to the library."""
        with self.connect() as connection:
            connection.execute("BEGIN EXCLUSIVE")
            try:
                yield
            finally:
                connection.execute("ROLLBACK")

    def saved_notes(self):
        with self.connect() as connection:
            return [row[0] for row in connection.execute("SELECT text FROM note ORDER BY sequence")]

    def expect_saved(self, *texts):
        wait_until_equal(self.saved_notes, list(texts), "the notes in the library")


class HeldUpNotes(SavingJourney):
    """Another program holds the database while notes are saved."""

    def test_are_saved_when_it_lets_go_and_nothing_waits_until_then(self):
        window = self.start()
        with self.held_library():
            window.save_note("Held up")
            wait_until(lambda: window.says("Held up"), "the card of the note")
            window.write_draft("Typed on")
            window.select_tab(self.raven)
            window.save_note("Held up elsewhere")
            window.select_tab(self.hawk)
            window.expect_draft("Typed on")
            wait_until(lambda: window.says("Not saved yet"), "the card to say so")
            self.assertEqual(self.saved_notes(), [])
        wait_until(lambda: len(self.saved_notes()) == 2, "both notes to be saved")
        wait_until(lambda: not window.says("ot saved yet"), "the cards to be ordinary ones")
        self.assertTrue(window.says("Held up"))
        window.expect_draft("Typed on")
        self.assertEqual(sorted(self.saved_notes()), ["Held up", "Held up elsewhere"])

    def test_are_saved_once_after_a_kill(self):
        window = self.start()
        with self.held_library():
            window.save_note("Through the kill")
            window.select_tab(self.raven)
            window.write_draft("A draft")
            self.program.kill()
            self.assertEqual(self.saved_notes(), [])
        window = self.program.start()[0]
        self.expect_saved("Through the kill")
        window.expect_draft("A draft")
        window.select_tab(self.hawk)
        window.expect_draft("")
        wait_until(lambda: window.says("Through the kill"), "the note")
        self.restart_after_kill()
        stays_true(
            lambda: self.saved_notes() == ["Through the kill"], "that the note is there once"
        )

    def test_give_their_text_back(self):
        window = self.start()
        with self.held_library():
            window.save_note("Think again")
            window.press("Back to Draft")
            window.expect_draft("Think again")
        window.press("Save Note")
        window.expect_draft("")
        self.expect_saved("Think again")


class SavedAndKilled(SavingJourney):
    """The program is killed in the moment in which a note is saved."""

    def test_a_note_is_there_once_however_soon_the_kill_comes(self):
        for number in range(5):
            window = self.start()
            text = f"Note {number}"
            window.write_draft(text)
            self.program.wait_until_saved()
            window.actions.activate("save-note")
            self.program.process.kill()
            self.program.wait_until_gone()
            window = self.start()
            wait_until(lambda sought=text: window.says(sought) or window.draft() == sought, text)
            if window.draft() == text:
                # The kill came before the program had seen the key.
                self.assertNotIn(text, self.saved_notes())
                window.press("Save Note")
            window.expect_draft("")
            self.expect_saved(*(f"Note {past}" for past in range(number + 1)))
            self.assertEqual(self.program.quit(), 0)


class Hearts(SavingJourney):
    """A heart turns at once, and back when that could not be saved."""

    def test_turn_back_when_another_program_holds_the_library(self):
        window = self.start()
        window.open_character(AGATHA)
        with self.held_library():
            window.press("Favorite")
            for expected in (True, False):
                wait_until_equal(
                    lambda: window.find(BUTTONS, "Favorite").is_on, expected, "the heart"
                )
            wait_until(lambda: window.says("The favorite could not be saved"), "the reason")
        window.press("Favorite")
        wait_until(lambda: window.find(BUTTONS, "Favorite").is_on, "the heart to stay")
        window = self.restart_after_kill()[0]
        wait_until(lambda: window.find(BUTTONS, "Favorite").is_on, "the heart after a kill")
