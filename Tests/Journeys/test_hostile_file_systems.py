"""Homes on disks that are not as others are."""

import os
import signal

from gi.repository import GLib

from harness.waiting import wait_until
from hostile.installation import OLD_NOTE, UsedInstallation


class OddDisk(UsedInstallation):
    """A library on a disk that is not as others are."""

    def save(self, window, text):
        """Save a draft with this at its end as a note; return its text."""
        self.paste(window, text)
        text = self.composer(window).text
        window.actions.activate("save-note")
        window.expect_draft("")
        wait_until(lambda: text in self.notes(), f"{text!r} among the notes")
        return text


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
            except GLib.Error:
                # The program has gone in the middle of the call.
                pass
            wait_until(lambda: self.program.process.poll() is not None, "the end")
            self.assertEqual(self.program.wait_until_gone(), -signal.SIGBUS)
        window = self.start()
        self.assertFalse(window.says("while it was starting"), "a start that failed")
        for text in [OLD_NOTE, *saved]:
            self.assertEqual(self.notes().count(text), 1, text)
        self.assertEqual(self.program.quit(), 0)
