"""The state directory cannot be used at first, or for a while: what is typed is kept."""

import os

from harness.accessibility import BUTTONS
from harness.waiting import wait_until
from hostile.cases import cases
from hostile.journey import HostileJourney
from hostile.shim import ALL_CHANGES, CHANGING, EVERYTHING

FAILURES = {
    f"{operation}_{code}": (operation, code)
    for operation, codes in (
        ("mkdir", ("ENOSPC", "EROFS", "EACCES", "EIO")),
        ("create", ("ENOSPC", "EROFS", "EMFILE", "EIO")),
        ("modify", ("EROFS", "EMFILE", "EIO")),
        ("open", ("EMFILE", "ENFILE", "EIO")),
        ("list", ("EMFILE", "EIO")),
        ("lock", ("ENOLCK", "EINTR", "EIO")),
        ("stat", ("EIO", "EACCES")),
        ("read", ("EIO",)),
        ("write", ("ENOSPC", "EDQUOT", "EIO")),
        ("sync", ("EIO", "ENOSPC")),
        ("rename", ("EROFS", "EIO", "ENOSPC")),
        ("link", ("EPERM", "EIO", "ENOSPC")),
        ("unlink", ("EROFS", "EIO")),
        (CHANGING, ("ENOSPC",)),
        (ALL_CHANGES, ("EROFS",)),
        (EVERYTHING, ("EIO",)),
    )
    for code in codes
}


def _named(failures):
    names = {CHANGING: "full_disk", ALL_CHANGES: "read_only_disk", EVERYTHING: "everything"}
    return {
        "_".join((names.get(operation, operation), code.lower())): (operation, code)
        for operation, code in failures.values()
    }


@cases(
    "failures at start", _named(FAILURES), few=3, more=12,
    always=("mkdir_enospc", "lock_enolck", "read_only_disk_erofs"),
)
class FailuresAtStart(HostileJourney):
    """The first operations on the state directory fail, then all is well."""

    DRAFT = "Typed in the first seconds"
    LATER = ", and later"

    def check(self, operations, code):
        self.shim.fail("state", operations, self.program.state_files_pattern, code)
        window = self.start()
        self.paste(window, self.DRAFT)
        self.expect_alive()
        self.shim.off()
        self.paste(window, self.LATER)
        self.assertEqual(self.program.quit(), 0)
        self.restart_and_expect_draft(self.DRAFT + self.LATER)


@cases("failures at start with windows", _named(FAILURES), few=1, more=6)
class FailuresAtStartWithWindows(HostileJourney):
    """The same, when there are windows to bring back: they are not lost either."""

    OLD, NEW = "From the last time", "Typed now"

    def check(self, operations, code):
        self.paste(self.start(), self.OLD)
        self.assertEqual(self.program.quit(), 0)
        self.shim.fail("state", operations, self.program.state_files_pattern, code)
        window = self.program.start(windows=None)[0]
        self.paste(window, self.NEW)
        self.expect_alive()
        self.shim.off()
        self.assertEqual(self.program.quit(), 0)
        windows = self.program.start(windows=None)
        drafts = [self.composer(window).text for window in windows]
        self.assertTrue(any(self.NEW in draft for draft in drafts), drafts)
        self.assertTrue(self.is_offered(self.OLD, drafts), drafts)

    def is_offered(self, text, drafts):
        """Whether a draft is in a window, in one that can be brought back, or in a file that could
        not be read and was set aside."""
        if any(text in draft for draft in drafts) or self.is_set_aside(text):
            return True
        self.program.actions.activate("restore-previous-session")
        return wait_until(
            lambda: any(text in self.composer(window).text for window in self.program.windows()),
            "the windows of the last time",
        )

    def is_set_aside(self, text):
        for parent, _, names in os.walk(self.program.quarantine_folder):
            for name in names:
                with open(os.path.join(parent, name), "rb") as file:
                    if text.encode() in file.read():
                        return True
        return False


@cases("failures for a while", _named(FAILURES), few=2, more=6,
       always=("full_disk_enospc", "read_only_disk_erofs"))
class FailuresForAWhile(HostileJourney):
    """The state directory fails while the program runs, which goes on and keeps everything."""

    def check(self, operations, code):
        window = self.start()
        self.paste(window, "Before")
        self.program.wait_until_saved()
        self.shim.fail("state", operations, self.program.state_files_pattern, code)
        self.paste(window, " during")
        other = self.program.new_window(lambda: self.program.actions.activate("new-window"))
        self.paste(other, "In a new window")
        self.expect_alive()
        self.shim.off()
        self.paste(window, " after")
        self.assertEqual(self.program.quit(), 0)
        windows = self.program.start(windows=2)
        self.assertEqual(
            sorted(self.composer(window).text for window in windows),
            ["Before during after", "In a new window"],
        )


class FullDisk(HostileJourney):
    """The whole disk is full or read-only for a while, the library's as well."""

    NOTE = "A note for a full disk"

    def fails_for_a_while(self, operations, code):
        window = self.start()
        # Were that to fail, it would be said first.
        wait_until(self.has_copy, "the weekly copy of the library")
        self.program.wait_until_saved()
        self.shim.fail("disk", operations, self.program.own_files, code)
        self.paste(window, self.NOTE)
        window.actions.activate("save-note")
        self.expect_alive()
        wait_until(lambda: window.says("could not be saved") or window.says("cannot be saved"),
                   "a word about what is not kept")
        was_told = bool(window.visible(BUTTONS, "Dismiss"))
        self.shim.off()
        if was_told:
            wait_until(lambda: not window.visible(BUTTONS, "Dismiss"), "the banner to go by itself")
        self.expect_kept(window)

    def has_copy(self):
        folder = os.path.join(self.program.library_folder, "backups")
        names = os.listdir(folder) if os.path.isdir(folder) else []
        return any(name.startswith("library-") for name in names)

    def expect_kept(self, window):
        """The text is a note or still to be saved, once, now and after a restart."""
        if self.NOTE not in self.notes() and self.composer(window).text == self.NOTE:
            window.actions.activate("save-note")
        wait_until(lambda: self.notes() == [self.NOTE], "the note in the library")
        self.assertEqual(self.program.quit(), 0)
        self.restart_and_expect_draft("")
        self.assertEqual(self.notes(), [self.NOTE])

    def test_full(self):
        self.fails_for_a_while(CHANGING, "ENOSPC")

    def test_read_only(self):
        self.fails_for_a_while(ALL_CHANGES, "EROFS")

    def test_failing(self):
        self.fails_for_a_while(EVERYTHING, "EIO")


class QuittingOnAFullDisk(HostileJourney):
    """What cannot be saved is not given up unasked."""

    TYPED = "Typed while the disk was full"

    def setUp(self):
        super().setUp()
        self.window = self.start()
        self.program.wait_until_saved()
        self.shim.fail("disk", CHANGING, self.program.own_files, "ENOSPC")
        self.paste(self.window, self.TYPED)

    def quit_and_be_asked(self, quits=None):
        if quits is None:
            self.program.actions.activate("quit")
        else:
            quits()
        return wait_until(self.window_that_asks, "the question")

    def test_goes_back(self):
        self.quit_and_be_asked().press("Go Back")
        wait_until(lambda: not self.window_that_asks(), "the question to go")
        self.shim.off()
        self.paste(self.window, ", and more")
        self.assertEqual(self.program.quit(), 0)
        self.restart_and_expect_draft(self.TYPED + ", and more")

    def test_tries_again(self):
        question = self.quit_and_be_asked()
        question.press("Try Again")
        question = wait_until(self.window_that_asks, "the question once more")
        self.shim.off()
        question.press("Try Again")
        self.assertEqual(self.program.wait_until_gone(), 0)
        self.restart_and_expect_draft(self.TYPED)

    def test_quits_without_saving(self):
        self.quit_and_be_asked().press("Quit Without Saving")
        self.assertEqual(self.program.wait_until_gone(), 0)

    def test_the_window_that_was_closed_comes_back(self):
        question = self.quit_and_be_asked(lambda: self.window.actions.activate("close"))
        question.press("Go Back")
        window = self.program.wait_for_windows(1)[0]
        window.expect_draft(self.TYPED)
        self.shim.off()
        self.assertEqual(self.program.quit(), 0)
        self.restart_and_expect_draft(self.TYPED)

    def test_a_signal_is_obeyed(self):
        self.quit_and_be_asked()
        self.program.process.terminate()
        self.assertEqual(self.program.wait_until_gone(), 0)

    def test_a_signal_is_obeyed_while_it_still_tries(self):
        self.shim.hold("wait", CHANGING, self.program.own_files)
        self.shim.off("disk")
        self.paste(self.window, ", and on")
        self.program.actions.activate("quit")
        self.shim.wait_until_held()
        self.shim.fail("disk", CHANGING, self.program.own_files, "ENOSPC")
        self.program.process.terminate()
        # Answered, so that the signal has been seen.
        self.expect_alive()
        self.shim.off("wait")
        self.assertEqual(self.program.wait_until_gone(), 0)
