"""Another program puts another library in the place of the one that is open."""

import os
import shutil
import sqlite3
import uuid
import zlib

from harness.accessibility import BUTTONS, LIST_ITEMS
from harness.journey import AGATHA, Journey
from harness.waiting import wait_until

MINE, THEIRS, LATER = "Saved on this computer", "Saved on the other one", "Written afterwards"
REPLACED = "Another program replaced your library."


class ReplacedLibrary(Journey):
    """Two computers share a folder; the other one's library is renamed over this one's."""

    needs_series_that_ships = True

    def setUp(self):
        super().setUp()
        self.folder = os.path.join(self.program.folder, "data", "hawk-notes")
        self.library = os.path.join(self.folder, "library.sqlite")

    def prepare(self):
        """A library that both have, theirs with a note of its own, and mine, which is open."""
        window = self.start()
        window.save_note("On both")
        self.program.quit()
        theirs = os.path.join(self.program.folder, "theirs.sqlite")
        shutil.copy(self.library, theirs)
        add_note(theirs, THEIRS)
        window = self.start()
        window.save_note(MINE)
        wait_until(lambda: MINE in self.texts()[0], "it to be saved")
        self.program.wait_until_saved()
        return window, theirs

    def replace(self, theirs):
        """As a sync client does."""
        part = os.path.join(self.folder, ".syncthing.library.sqlite.tmp")
        shutil.copy(theirs, part)
        os.rename(part, self.library)

    def texts(self):
        """The notes of the library, of all copies that were set aside, and those of both."""
        aside = set()
        for folder, _, names in os.walk(os.path.join(self.folder, "set-aside")):
            if "library.sqlite" in names:
                aside |= texts_of(os.path.join(folder, "library.sqlite"), self.program.folder)
        return texts_of(self.library, self.program.folder), aside

    def prepare_with_a_note_that_waits(self):
        """Theirs has been put in the place of mine, and a note was written since."""
        window, theirs = self.prepare()
        self.replace(theirs)
        wait_until(lambda: window.says(REPLACED), "it to be said")
        window.write_draft(LATER)
        window.press("Save Note")
        wait_until(lambda: window.says("ot saved yet"), "the note to wait")
        return window, theirs

    def choose(self, window, choice, words):
        """Chooses what to go on with, and returns the window that comes back and says these words."""
        window.press(choice)

        def back():
            return next((one for one in self.program.windows() if one.says(words)), None)

        window = wait_until(back, words)
        wait_until(lambda: not window.says(REPLACED), "the question to be gone")
        return window

    def test_is_told_without_a_write(self):
        window, theirs = self.prepare()
        self.replace(theirs)
        wait_until(lambda: window.says(REPLACED), "it to be said")
        self.program.quit()
        here, aside = self.texts()
        self.assertEqual(here, {"On both", THEIRS})
        self.assertEqual(aside, {"On both", MINE})

    def test_theirs_is_used_and_a_new_note_goes_there(self):
        window, theirs = self.prepare_with_a_note_that_waits()
        window = self.choose(window, "Use That One", THEIRS)
        wait_until(lambda: window.says(LATER), "the note that was waiting")
        wait_until(lambda: not window.says("ot saved yet"), "it to be saved")
        self.program.quit()
        here, aside = self.texts()
        self.assertEqual(here, {"On both", THEIRS, LATER})
        self.assertEqual(aside, {"On both", MINE})

    def test_both_are_merged_and_have_every_note_of_both(self):
        window, theirs = self.prepare_with_a_note_that_waits()
        window = self.choose(window, "Merge", THEIRS)
        preferences = self.program.dialog("Preferences")
        wait_until(lambda: preferences.says("Merged with “library.sqlite”."), "the merge")
        preferences.close()
        for text in (MINE, LATER):
            wait_until(lambda: window.says(text), text)
        wait_until(lambda: not window.says("ot saved yet"), "it to be saved")
        self.program.quit()
        here, aside = self.texts()
        self.assertEqual(here, {"On both", MINE, THEIRS, LATER})
        self.assertEqual(aside, {"On both", MINE})

    def test_mine_is_kept_and_theirs_is_set_aside(self):
        window, theirs = self.prepare_with_a_note_that_waits()
        window = self.choose(window, "Keep Mine", "available again")
        wait_until(lambda: window.says(MINE), "my note")
        wait_until(lambda: window.says(LATER), "the note that was waiting")
        wait_until(lambda: not window.says("ot saved yet"), "it to be saved")
        # Again: something keeps replacing it, so that is not offered once more.
        self.replace(theirs)
        wait_until(lambda: window.says("Exclude the folder"), "advice")
        self.assertEqual(window.visible(BUTTONS, "Keep Mine"), [])
        window.find(BUTTONS, "Save a Copy To…")
        self.program.quit()
        here, aside = self.texts()
        self.assertEqual(here, {"On both", THEIRS})
        self.assertEqual(aside, {"On both", MINE, THEIRS, LATER})

    def keep_mine(self):
        """Theirs has been put in the place of mine, which was put back."""
        window, theirs = self.prepare()
        self.replace(theirs)
        wait_until(lambda: window.says(REPLACED), "it to be said")
        window = self.choose(window, "Keep Mine", "available again")
        wait_until(lambda: window.says(MINE), "my note")
        return theirs

    def expect_advice_instead(self, window, theirs):
        """Something keeps replacing the library, so keeping mine is not offered once more."""
        wait_until(lambda: window.says(MINE), "my note")
        self.replace(theirs)
        wait_until(lambda: window.says("Exclude the folder"), "advice")
        window.find(BUTTONS, "Save a Copy To…")
        self.assertEqual(window.visible(BUTTONS, "Keep Mine"), [])

    def test_mine_is_not_kept_again_after_a_quit(self):
        theirs = self.keep_mine()
        self.program.quit()
        self.expect_advice_instead(self.start(), theirs)

    def test_mine_is_not_kept_again_after_a_kill(self):
        theirs = self.keep_mine()
        self.expect_advice_instead(self.restart_after_kill()[0], theirs)

    def test_what_cannot_wait_is_refused_with_the_reason_and_kept(self):
        window, theirs = self.prepare()
        self.replace(theirs)
        wait_until(lambda: window.says(REPLACED), "it to be said")
        reason = "another program replaced the library"
        window.open_character(AGATHA)
        window.press("Favorite")
        wait_until(lambda: window.says(f"The favorite could not be saved: {reason}"), "the reason")
        wait_until(lambda: not window.find(BUTTONS, "Favorite").is_on, "the heart to turn back")
        window.go_back()
        window.click(window.find(LIST_ITEMS, f"Note: {MINE}"))
        window.key("Delete")
        wait_until(lambda: window.says(f"The note could not be deleted: {reason}"), "the reason")
        wait_until(lambda: window.visible(LIST_ITEMS, f"Note: {MINE}"), "the note to stay")
        window.press("Edit Book…")
        dialog = self.program.dialog("Edit Book")
        dialog.key("End")
        self.session.input.type(" again")
        dialog.press("Save")
        wait_until(lambda: dialog.says(f"This could not be saved: {reason}"), "the reason")
        # Typed once, it is there for as long as it takes.
        window = self.restart_after_kill()[0]
        dialog = self.program.dialog("Edit Book")
        dialog.press("Save")
        window.expect_title(f"{self.hawk.title} again")
        self.assertEqual(self.texts()[0], {"On both", THEIRS})

    def test_nothing_is_lost_without_an_answer_and_after_a_kill(self):
        window, theirs = self.prepare_with_a_note_that_waits()
        wait_until(lambda: MINE in self.texts()[1], "the copy")
        self.program.wait_until_saved()
        window = self.restart_after_kill()[0]
        wait_until(lambda: window.says(THEIRS), "their note")
        wait_until(lambda: window.says(LATER), "the note that was waiting")
        wait_until(lambda: window.says("while Hawk Notes was closed"), "what was set aside")
        wait_until(lambda: LATER in self.texts()[0], "it to be saved")
        here, aside = self.texts()
        self.assertEqual(here, {"On both", THEIRS, LATER})
        self.assertEqual(aside, {"On both", MINE})


def add_note(library, text):
    """Saves a note as another computer's Hawk Notes would."""
    db = sqlite3.connect(library)
    subject, created = db.execute(
        "SELECT subjectID, createdAt FROM note WHERE text = 'On both'"
    ).fetchone()
    db.execute(
        "INSERT INTO note (id, subjectKind, subjectID, text, createdAt, modifiedAt, textChecksum)"
        " VALUES (?, 'book', ?, ?, ?, ?, ?)",
        (uuid.uuid4().bytes, subject, text, created + 1, created + 1, zlib.crc32(text.encode())),
    )
    db.execute(
        "UPDATE commitCount SET count = count + 1, previousToken = token, token = randomblob(16)"
    )
    db.commit()
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()


def texts_of(library, scratch):
    """The texts in a library, read from a copy: it may be open."""
    folder = os.path.join(scratch, f"look-{uuid.uuid4()}")
    os.mkdir(folder)
    for suffix in ("", "-wal"):
        if os.path.exists(library + suffix):
            shutil.copy(library + suffix, os.path.join(folder, "library.sqlite" + suffix))
    db = sqlite3.connect(os.path.join(folder, "library.sqlite"))
    try:
        return {text for (text,) in db.execute("SELECT text FROM note")}
    finally:
        db.close()
        shutil.rmtree(folder)
