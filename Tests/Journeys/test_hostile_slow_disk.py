"""A disk that is slow, or does not answer at all: the windows go on.

Syncs are held until the journey lets them go, so that no time limit is needed: whatever is seen
meanwhile was not waiting for the disk.
"""

import contextlib
import os
import sqlite3
import uuid

from harness.waiting import stays_true, wait_until, wait_until_equal
from hostile.cases import cases
from hostile.installation import CLOSED_DRAFT, OLD_DRAFT, OLD_NOTE, UsedInstallation
from hostile.shim import CHANGING, EVERYTHING

SYNCS = "sync"
DELAYS = {"two_seconds": (2,), "five_seconds": (5,)}
WAITING_WORDS = ("wait", "saving", "being saved")
"""What a window that is about to close says when the disk keeps it waiting."""


class HeldDisk(UsedInstallation):
    """No sync returns while the person goes on."""

    DRAFT = "typed while the disk does not answer"

    def hold(self):
        self.shim.hold("disk", SYNCS, self.program.own_files)

    def open_and_hold(self):
        """The window, with the disk held and something waiting for it."""
        window = self.start()
        self.program.wait_until_saved()
        self.hold()
        self.paste(window, "\n")
        self.shim.wait_until_held()
        return window

    def quit_well(self):
        self.shim.off()
        self.assertEqual(self.program.quit(), 0)

    def test_a_first_start_shows_a_window(self):
        for name in ("data", "state"):
            self.program.empty(name)
        self.hold()
        window = self.program.start(windows=1)[0]
        window.write_draft(self.DRAFT)
        self.shim.wait_until_held()
        self.quit_well()
        self.restart_and_expect_draft(self.DRAFT)

    def test_a_start_brings_windows_back(self):
        self.hold()
        window = self.start()
        window.expect_draft(OLD_DRAFT)
        wait_until(lambda: window.says(OLD_NOTE), "the note")
        self.shim.wait_until_held()
        self.quit_well()

    def test_typing_goes_on_and_is_kept(self):
        window = self.open_and_hold()
        window.write_draft(self.DRAFT)
        self.assertGreater(self.shim.held, 0)
        # What is typed is written although it cannot be synced: a kill costs nothing.
        self.program.wait_until_saved()
        self.program.process.kill()
        self.program.wait_until_gone()
        self.shim.off()
        self.restart_and_expect_draft(OLD_DRAFT + "\n" + self.DRAFT)

    def test_tabs_pages_and_scrolling_go_on(self):
        window = self.open_and_hold()
        window.select_tab(self.raven)
        window.select_tab(self.hawk)
        window.open_character("Agatha")
        window.go_back()
        window.expect_title(self.hawk.title)
        window.find({"list item", "row"}, "Cray")
        self.assertGreater(self.shim.held, 0)
        self.quit_well()

    def test_notes_that_cannot_be_read_yet_come_later(self):
        window = self.start()
        wait_until(lambda: window.says(OLD_NOTE), "the note")
        # What another program has changed has to be read anew, and nobody has looked at this page.
        text = "Written elsewhere"
        with contextlib.closing(sqlite3.connect(self.library, isolation_level=None)) as other:
            other.execute(
                "UPDATE note SET subjectID = ?, text = ?, textChecksum = NULL",
                [uuid.UUID(self.raven.id).bytes, text],
            )
        self.shim.hold("disk", "read", self.program.library_files)
        second = self.program.new_window(lambda: window.key("n", "Control_L"))
        second.select_tab(self.raven)
        self.shim.wait_until_held()
        self.assertFalse(second.says(text))
        second.write_draft(self.DRAFT)
        second.select_tab(self.swift)
        second.select_tab(self.raven)
        second.expect_draft(self.DRAFT)
        self.assertGreater(self.shim.held, 0)
        self.shim.off()
        wait_until(lambda: second.says(text), "the note")
        second.expect_draft(self.DRAFT)
        self.assertEqual(self.program.quit(), 0)

    def test_windows_open_close_and_open_again(self):
        window = self.open_and_hold()
        second = self.program.new_window(lambda: window.key("n", "Control_L"))
        second.write_draft(self.DRAFT)
        second.key("w", "Control_L")
        self.program.wait_for_windows(1)
        third = self.program.new_window(lambda: window.key("t", "Control_L", "Shift_L"))
        third.expect_draft(self.DRAFT)
        fourth = self.program.new_window(lambda: third.key("t", "Control_L", "Shift_L"))
        fourth.expect_draft(CLOSED_DRAFT)
        self.assertGreater(self.shim.held, 0)
        self.quit_well()

    def test_the_previous_session_opens(self):
        window = self.open_and_hold()
        # What is open and whole is not opened a second time.
        window.focus_composer()
        window.key("a", "Control_L")
        window.key("Delete")
        window.expect_draft("")
        restored = self.program.new_window(
            lambda: self.program.actions.activate("restore-previous-session")
        )
        # It comes up in front, and takes the keyboard with it.
        wait_until(lambda: restored.is_active, "the previous session in front")
        window.write_draft(self.DRAFT)
        self.assertGreater(self.shim.held, 0)
        self.quit_well()

    def test_a_note_is_shown_and_the_composer_takes_keys(self):
        window = self.open_and_hold()
        window.write_draft("held")
        note = window.draft().strip()
        window.press("Save Note")
        window.expect_draft("")
        wait_until(lambda: window.says("held"), "the note in the list")
        self.session.input.type("next")
        window.expect_draft("next")
        self.assertGreater(self.shim.held, 0)
        self.quit_well()
        self.assertEqual([text.strip() for text in self.notes()].count(note), 1)
        self.restart_and_expect_draft("next")

    def test_a_note_that_is_being_saved_survives_a_kill(self):
        window = self.open_and_hold()
        window.write_draft("held")
        note = window.draft().strip()
        window.press("Save Note")
        window.expect_draft("")
        self.program.wait_until_saved()
        self.program.process.kill()
        self.program.wait_until_gone()
        self.shim.off()
        window = self.start()
        wait_until(
            lambda: [text.strip() for text in self.notes()].count(note)
            + window.draft().count(note) == 1,
            "the note once",
        )

    def test_a_favorite_is_shown(self):
        window = self.open_and_hold()
        window.open_character("Agatha")
        window.key("d", "Control_L")
        wait_until(lambda: window.actions.state("toggle-favorite"), "the heart")
        self.assertGreater(self.shim.held, 0)
        self.quit_well()

    def test_quitting_waits_and_says_for_what(self):
        window = self.open_and_hold()
        window.write_draft(self.DRAFT)
        self.program.actions.activate("quit")
        wait_until(lambda: self.words_about_waiting(), "a word about what is waited for")
        stays_true(lambda: self.program.process.poll() is None, "the program waits for the disk")
        self.shim.off()
        self.assertEqual(self.program.wait_until_gone(), 0)
        self.restart_and_expect_draft(OLD_DRAFT + "\n" + self.DRAFT)

    def words_about_waiting(self):
        texts = (text.lower() for frame in self.program.frames() for text in frame.words())
        return [text for text in texts if any(word in text for word in WAITING_WORDS)]

    def test_ending_by_signal_keeps_the_draft(self):
        window = self.open_and_hold()
        window.write_draft(self.DRAFT)
        self.program.process.terminate()
        self.shim.off()
        self.assertEqual(self.program.wait_until_gone(), 0)
        self.restart_and_expect_draft(OLD_DRAFT + "\n" + self.DRAFT)


class HeldPreferences(UsedInstallation):
    """Preferences are in a file, as in a sandbox, and its disk does not answer."""

    def setUp(self):
        super().setUp()
        self.file = os.path.join(
            self.program.folder, "config", "glib-2.0", "settings", "keyfile"
        )

    def hold(self):
        self.shim.hold("preferences", EVERYTHING, os.path.join(self.program.folder, "config*"))

    def kept(self):
        with open(self.file, encoding="utf-8") as file:
            return file.read()

    def open_and_choose(self):
        """The window, with two choices that wait for the disk."""
        window = self.start()
        wait_until(lambda: window.says(OLD_NOTE), "the note")
        before = self.note_height(window)
        self.hold()
        for _ in range(2):
            window.key("equal", "Control_L")
        wait_until(lambda: self.note_height(window) > before, "larger text")
        self.shim.wait_until_held()
        return window

    def note_height(self, window):
        rows = (row for row in window.frame.descendants() if row.name == f"Note: {OLD_NOTE}")
        extents = next((row.safe_extents() for row in rows), None)
        return extents[3] if extents else 0

    def test_a_choice_holds_at_once_and_is_kept_in_the_end(self):
        window = self.open_and_choose()
        window.write_draft(" and more")
        self.program.actions.activate("color-scheme", "dark")
        wait_until_equal(
            lambda: self.program.actions.state("color-scheme"), "dark", "the color scheme"
        )
        self.assertGreater(self.shim.held, 0)
        self.assertNotIn("note-text-size", self.kept())
        self.shim.off()
        wait_until(lambda: "note-text-size=120" in self.kept(), "the last choice in the file")
        wait_until(lambda: "color-scheme='dark'" in self.kept(), "the color scheme in the file")
        self.assertEqual(self.program.quit(), 0)
        self.assertIn("note-text-size=120", self.kept())

    def test_quitting_waits_for_it_and_says_so(self):
        self.open_and_choose()
        self.program.actions.activate("quit")
        wait_until(
            lambda: any("your preferences" in text for frame in self.program.frames()
                        for text in frame.words()),
            "a word about what is waited for",
        )
        self.shim.off()
        self.assertEqual(self.program.wait_until_gone(), 0)
        self.assertIn("note-text-size=120", self.kept())

    def test_what_others_choose_meanwhile_is_not_lost(self):
        window = self.open_and_choose()
        with open(self.file, "a", encoding="utf-8") as file:
            file.write("trash-days=7\n")
        self.shim.off()
        wait_until(lambda: "note-text-size=120" in self.kept(), "the choice in the file")
        self.assertIn("trash-days=7", self.kept())
        self.program.choose(note_text_size=100)
        wait_until(lambda: window.says(OLD_NOTE), "the note")
        self.assertEqual(self.program.quit(), 0)
        self.assertIn("note-text-size=100", self.kept())

    def test_a_choice_that_cannot_be_kept_is_logged(self):
        window = self.start()
        self.shim.fail("preferences", CHANGING, os.path.join(self.program.folder, "config*"), "ENOSPC")
        window.key("equal", "Control_L")
        wait_until(lambda: "note-text-size" in self.program.log_tail(), "a line in the log")
        self.shim.off()
        self.assertEqual(self.program.quit(), 0)


@cases("slow disk", DELAYS, few=1, more=2)
class SlowDisk(UsedInstallation):
    """Each sync takes its time; all that is done in a short life is there afterwards."""

    def check(self, seconds):
        self.shim.on("slow", SYNCS, self.program.own_files, f"delay={seconds}")
        window = self.start()
        window.expect_draft(OLD_DRAFT)
        window.actions.activate("save-note")
        window.expect_draft("")
        window.write_draft("And the next")
        other = self.program.new_window(
            lambda: self.program.actions.activate("reopen-closed-window")
        )
        other.expect_draft(CLOSED_DRAFT)
        # A start and an end are some dozen syncs, each of which comes after another.
        self.assertEqual(self.program.quit(patience=60 * seconds), 0)
        self.assertEqual(self.notes().count(OLD_DRAFT), 1)
        self.shim.off()
        drafts = [self.composer(window).text for window in self.program.start(windows=2)]
        wait_until_equal(lambda: sorted(drafts), [CLOSED_DRAFT, "And the next"], "the drafts")
