"""Something odd lies in place of each file and folder that the program uses."""

import contextlib
import os
import re
import shutil
import sqlite3

from harness.waiting import wait_until
from hostile.cases import cases
from hostile.installation import UsedInstallation
from hostile.oddities import FOR_FILES, FOR_FOLDERS, NEED_ROOT, ORDINARY_FILES
from hostile.oddities import Oddity, empty_file
from hostile.places import FOREIGN, PLACES, find, general_name
from hostile.program import drop_rights

UNKEPT_WORDS = re.compile(r"cannot be kept|not be kept|are not kept", re.I)
CRASH_WORDS = "closed unexpectedly"
PROBLEM_TITLE = "Hawk Notes"
OF_SECOND_MACHINE = "state/hawk-notes/hosts/HOST/windows"
"""Looked at in case another machine has had the library; nothing is there in these journeys."""

CONFLICT_COPY = "data/hawk-notes/library.sync-conflict-20261126-002542-GNIEPGT.sqlite"
AUTOSTART = "config/autostart"
"""Used only by a program that is to open after a login."""


def _cases():
    found = {}
    for place in PLACES:
        for put in FOR_FOLDERS if place.is_folder else FOR_FILES:
            where = re.sub(r"\W+", "_", place.path.replace("hawk-notes", "hawk_notes"))
            found[f"{where}_is_{put.__name__}"] = (place, put)
    return found


@cases(
    "odd things", _cases(), few=6, more=30,
    always=(
        "state_hawk_notes_lock_is_directory",
        "state_hawk_notes_quarantine_is_empty_file",
        "state_hawk_notes_previous_session_is_fifo",
    ),
)
class OddThings(UsedInstallation):
    """The program opens a window, keeps what is typed, and destroys nothing."""

    DRAFT, CLOSED = "Typed beside an odd thing", "Typed and closed beside it"

    def check(self, place, put):
        if put in NEED_ROOT and os.geteuid() != 0:
            self.skipTest("only root can make it")
        if place.path.startswith(AUTOSTART):
            self.program.choose(open_after_login=True)
        path = find(self.program.folder, place)
        oddity = Oddity(put, path)
        if os.geteuid() == 0:
            self.program.preparations.append(drop_rights)

        window = self.program.start(windows=None)[0]
        if window.title == PROBLEM_TITLE:
            self.expect_problem(place)
        else:
            self.expect_drafts_kept(place, window)

        goes = place.is_passing or place.is_emptied and put in ORDINARY_FILES
        if not goes and put is not empty_file:
            self.assertTrue(
                oddity.is_kept(self.program.folder), f"{path} is neither there nor set aside"
            )

    def expect_problem(self, place):
        """The window names what is in the way, and quitting works."""
        words = [text for frame in self.program.frames() for text in frame.words()]
        # One that is missing or damaged is spoken of in words for people; its files are behind a button.
        name = "library" if "Show Files" in words else os.path.basename(place.path)
        # Of a file beside the library it is enough to name the library.
        for suffix in ("-wal", "-shm", "-journal"):
            name = name.removesuffix(suffix)
        self.assertTrue(any(name in text for text in words), f"{name} is not named: {words}")
        self.assertEqual(self.program.quit(), 0)

    def expect_drafts_kept(self, place, window):
        draft = self.composer(window).text + self.DRAFT
        self.paste(window, self.DRAFT)
        count = self.program.window_count()
        other = self.program.new_window(lambda: self.program.actions.activate("new-window"))
        self.paste(other, self.CLOSED)
        other.actions.activate("close")
        self.program.wait_for_windows(count)
        unkept = any(UNKEPT_WORDS.search(text) for text in window.frame.words())
        status = self.quit_without_saving() if unkept else self.program.quit()
        self.assertEqual(status, 0, self.program.log_tail())

        windows = self.program.start(windows=None)
        drafts = [self.composer(window).text for window in windows]
        if draft not in drafts and not place.keeps_drafts:
            self.assertTrue(unkept, "the draft is lost, and nothing said so")
            return
        self.assertIn(draft, drafts)
        # One that could not be read the last time comes back now; the one that was closed does not.
        self.assertGreaterEqual(len(windows), count, "how many windows came back")
        self.assertNotIn(self.CLOSED, drafts, "a closed window came back")
        self.assertFalse(
            any(window.says(CRASH_WORDS) for window in windows), "an orderly end is called a crash"
        )
        other = self.program.new_window(
            lambda: self.program.actions.activate("reopen-closed-window")
        )
        other.expect_draft(self.CLOSED)
        self.assertEqual(self.program.quit(), 0)


class KnownPlaces(UsedInstallation):
    """The list of places has everything that the program uses."""

    def test_are_all_there_are(self):
        self.program.choose(open_after_login=True)
        self.leave_conflict_copy()
        self.shim.watch(self.program.folder + "/*")
        window = self.start()
        wait_until(lambda: window.says("a copy of your library"), "a line about the copy")
        self.paste(window, " and on")
        window.actions.activate("save-note")
        window.expect_draft("")
        self.program.actions.activate("reopen-closed-window")
        windows = self.program.wait_for_windows(2)
        windows[1].actions.activate("close")
        self.program.wait_for_windows(1)
        self.program.actions.activate("restore-previous-session")
        wait_until(lambda: self.program.window_count() > 1, "the previous session")
        self.program.wait_until_saved()
        self.assertEqual(self.program.quit(), 0)

        used = set()
        for operation in self.shim.operations():
            if operation.kind not in ("stat", "close"):
                for path in filter(None, (operation.path, operation.other)):
                    # A line in the log is no place.
                    if path != "<stderr>":
                        used.add(os.path.relpath(path, self.program.folder))
        self.assertGreater(len(used), 10, "the shim saw nothing")
        names = {general_name(path) for path in used if not FOREIGN.fullmatch(path)}
        known = {place.path for place in PLACES}
        known |= {general_name(CONFLICT_COPY), OF_SECOND_MACHINE}
        self.assertEqual(sorted(names - known), [])

    def leave_conflict_copy(self):
        """A sync client's copy of the library, which has a note more."""
        path = os.path.join(self.program.folder, CONFLICT_COPY)
        shutil.copy(self.library, path)
        with contextlib.closing(sqlite3.connect(path)) as database, database:
            database.execute("UPDATE note SET text = text || ' there', textChecksum = NULL")
