"""Every file operation on the library fails once: no crash, and what was written is kept."""

from harness.waiting import wait_until
from hostile.cases import cases, check_count, recorded_counts
from hostile.installation import OLD_NOTE, UsedInstallation

LIST = "library failures"
OPERATIONS = "*,read,open,list"
ACTIONS = {
    "eio": "fail=5",
    "enospc": "fail=28",
    "erofs": "fail=30",
    "eacces": "fail=13",
    "emfile": "fail=24",
    "short": "short=1",
}
PROBLEM_TITLE = "Hawk Notes"


def _cases():
    each = recorded_counts().get(LIST, 0) // len(ACTIONS)
    return {
        f"at_{number:04d}_{name}": (number, action)
        for number in range(1, each + 1)
        for name, action in ACTIONS.items()
    }


@cases(LIST, _cases(), few=6, more=40)
class LibraryFailures(UsedInstallation):
    """A start, a note, a heart; one operation on the library fails in it."""

    NOTE = "Written while something fails"

    def check(self, number, action):
        self.shim.on("library", OPERATIONS, self.program.library_files, action, first=number,
                     times=1)
        window = self.program.start(windows=None)[0]
        text = self.live(window)
        self.shim.off()
        self.assertEqual(self.program.quit(), 0, self.program.log_tail())

        window = self.program.start(windows=None)[0]
        self.assertNotEqual(window.title, PROBLEM_TITLE, "what had failed once fails for ever")

        def places():
            return self.notes().count(text), self.composer(window).text.count(text)

        wait_until(lambda: sum(places()) == 1, f"{text!r} in one place")
        self.program.wait_until_saved()
        self.assertEqual(sum(places()), 1, f"{text!r}: notes, drafts: {places()}")
        self.assertEqual(self.notes().count(OLD_NOTE), 1)
        self.assertEqual(self.program.quit(), 0)

    def live(self, window):
        """Write a note and save it, as far as that goes; return the text that must not be lost."""
        if window.title == PROBLEM_TITLE:
            return "A draft of old"
        self.paste(window, " and new: " + self.NOTE)
        text = self.composer(window).text
        window.actions.activate("save-note")
        wait_until(
            lambda: text in self.notes() or self.composer(window).text == text or window.says(text),
            "the text as a note, in the composer, or on its way",
        )
        self.expect_alive()
        return text

    def count_operations(self):
        self.shim.on("count", OPERATIONS, self.program.library_files, "delay=0")
        self.live(self.start())
        self.assertEqual(self.program.quit(), 0)
        return self.shim.acted

    def test_no_operation_is_left_out(self):
        each = self.count_operations()
        check_count(self, LIST, each * len(ACTIONS), len(ACTIONS))
