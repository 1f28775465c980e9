"""Homes on file systems that lack something: shared mappings, locks, syncs of folders."""

import os
import signal

from gi.repository import GLib

from harness.accessibility import BUTTONS
from harness.waiting import DEADLINE, NeverHappened, wait_until
from hostile.installation import OLD_NOTE, UsedInstallation


class OddDisk(UsedInstallation):
    """A library on a disk that is not as others are."""

    NOTE = "Written on an odd disk"

    def save(self, window, text):
        """Save a draft with this at its end as a note; return its text."""
        self.paste(window, text)
        text = self.composer(window).text
        window.actions.activate("save-note")
        window.expect_draft("")
        wait_until(lambda: text in self.notes(), f"{text!r} among the notes")
        return text

    def words(self):
        """All that the windows say."""
        return [text for frame in self.program.frames() for text in frame.words()]


class FileSystems(OddDisk):
    """What a file system lacks is done without, or named."""

    def test_without_shared_mappings_everything_works(self):
        self.shim.fail("map", "map", self.library + "-shm", "ENODEV")
        window = self.start()
        acted = self.shim.acted
        self.assertGreater(acted, 0, "nothing was mapped")
        text = self.save(window, self.NOTE)
        self.assertEqual(self.program.quit(), 0)
        window = self.start()
        wait_until(lambda: window.says(text), "the note after a start")
        self.program.kill()
        self.shim.off()
        window = self.start()
        wait_until(lambda: window.says(text), "the note where mappings are shared again")
        self.assertEqual(self.notes().count(OLD_NOTE), 1)
        self.assertEqual(self.program.quit(), 0)

    def test_without_locks_says_so(self):
        self.shim.fail("locks", "lock", self.program.library_files, "ENOLCK")
        self.program.start(windows=None)
        wait_until(
            lambda: any("cannot lock files" in text for text in self.words()),
            "what the disk lacks", deadline=3 * DEADLINE,
        )
        self.assertFalse(any("nother program" in text for text in self.words()))
        self.shim.off()
        (frame,) = self.program.frames()
        next(node for node in frame.find_all(BUTTONS) if node.name == "Try Again").do_action()
        window = wait_until(lambda: [w for w in self.program.windows() if w.says(OLD_NOTE)],
                            "the library")[0]
        self.save(window, self.NOTE)
        self.assertEqual(self.program.quit(), 0)

    def test_without_syncs_of_folders_notes_are_saved(self):
        for name in ("data", "state"):
            self.program.empty(name)
        # The folder alone: what is in it can be synced.
        self.shim.fail("sync", "sync", self.program.library_folder, "EINVAL")
        window = self.start()
        text = self.save(window, self.NOTE)
        wait_until(lambda: not window.says("Not saved yet"), "nothing to wait to be saved")
        self.assertGreater(self.shim.acted, 0, "no folder was synced")
        self.assertEqual(self.program.quit(), 0)
        window = self.start()
        wait_until(lambda: window.says(text), "the note after a start")
        self.assertEqual(self.program.quit(), 0)


class CutSharedMemory(OddDisk):
    """The mapped index of the library's log is emptied, as by a program that cleans up: reading it then
    ends the program, which nothing that it does could prevent."""

    ROUNDS = 3
    """As many starts that fail in a row are asked about."""

    def test_costs_no_saved_note_and_is_no_start_that_failed(self):
        saved = []
        for number in range(self.ROUNDS):
            window = self.start()
            self.assertFalse(window.says("while it was starting"), "a start that failed")
            saved.append(self.save(window, f"Saved before the end, {number}"))
            self.program.wait_until_saved()
            os.truncate(self.library + "-shm", 0)
            try:
                self.paste(window, f"Written after it, {number}. ")
                window.actions.activate("save-note")
            except (GLib.Error, NeverHappened):
                # It has gone in the middle of the call, or before: whatever reads first ends it.
                pass
            wait_until(lambda: self.program.process.poll() is not None, "the end")
            self.assertEqual(self.program.wait_until_gone(), -signal.SIGBUS)
        window = self.start()
        self.assertFalse(window.says("while it was starting"), "a start that failed")
        for text in [OLD_NOTE, *saved]:
            self.assertEqual(self.notes().count(text), 1, text)
        self.assertEqual(self.program.quit(), 0)
