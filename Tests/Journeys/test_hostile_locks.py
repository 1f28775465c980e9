"""The program keeps SQLite's locks: others rely on them for as long as the library is open."""

import os

from harness.accessibility import BUTTONS
from harness.journey import AGATHA
from harness.waiting import DEADLINE, wait_until
from hostile.installation import UsedInstallation


class LibraryLocks(UsedInstallation):
    """Closing any descriptor of a file gives up all locks that the process has on it.

    See "How To Corrupt An SQLite Database File", section 2.2. So nothing but SQLite, which knows
    about it, may close the database while it is open.
    """

    def setUp(self):
        super().setUp()
        self.shim.watch(self.library, self.library + "-shm")

    def test_are_kept_in_a_new_library(self):
        for name in ("data", "state"):
            self.program.empty(name)
        self.use_and_expect_no_close()

    def test_are_kept_in_one_that_has_been_used(self):
        self.use_and_expect_no_close()

    def test_are_kept_after_a_kill(self):
        self.start()
        self.program.kill()
        self.use_and_expect_no_close()

    def use_and_expect_no_close(self):
        window = self.start()
        self.paste(window, "A note")
        window.actions.activate("save-note")
        window.expect_draft("")
        wait_until(lambda: "A note" in "".join(self.notes()), "the note in the library")
        window.open_character(AGATHA)
        window.press("Favorite")
        wait_until(lambda: window.find(BUTTONS, "Favorite").is_on, "the heart")
        # The log is folded in after some seconds of quiet, and what is newer than the last copy
        # is copied.
        wait_until(
            lambda: not os.path.exists(self.library + "-mark"), "the log to be folded in",
            deadline=3 * DEADLINE,
        )
        operations = self.shim.operations()
        opened = max(
            index for index, one in enumerate(operations)
            if one.kind in ("open", "create", "modify") and one.path.endswith("-shm")
        )
        closed = [one for one in operations[opened:] if one.kind == "close"]
        self.assertEqual(closed, [])
        self.assertEqual(self.program.quit(), 0)
        closed = [one for one in self.shim.operations()[opened:] if one.kind == "close"]
        self.assertNotEqual(closed, [], "the shim sees no closing")
