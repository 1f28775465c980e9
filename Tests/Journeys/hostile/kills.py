"""SIGKILL at each file operation of something that a person does."""

import sys
import time

from gi.repository import GLib

from harness.waiting import wait_until

from .cases import cases, check_count, numbered, recorded_counts
from .installation import OLD_NOTE, UsedInstallation
from .shim import EVERYTHING

SETTLED = 1.3
"""Seconds after which what an action leads to is on the disk: drafts are synced within one."""


class Killed(UsedInstallation):
    """One action, killed; subclasses say which, and what must be there afterwards."""

    OPERATIONS, ACTION = EVERYTHING, "kill"

    @property
    def files(self):
        """The pattern of the paths whose operations are looked at."""
        return self.program.own_files

    def prepare(self):
        """What comes before the action, undisturbed."""

    def act(self):
        """The action. It waits for nothing, as the program may die at any time in it."""

    def expect(self, windows):
        """What must hold after the next start."""

    def check(self, number):
        self.prepare()
        if self.program.process is not None:
            self.program.wait_until_saved()
        self.shim.on("kill", self.OPERATIONS, self.files, self.ACTION, first=number, times=1)
        try:
            self.act()
        except GLib.Error:
            # The program has gone in the middle of the call.
            pass
        if not self.wait_for_end(SETTLED):
            self.program.process.kill()
        self.program.wait_until_gone()
        self.shim.off()
        windows = self.program.start(windows=None)
        self.expect(windows)
        self.assertEqual(self.notes().count(OLD_NOTE), self.old_notes)
        self.assertEqual(self.program.quit(), 0)

    old_notes = 1
    """How many notes of old there are."""

    def count_operations(self):
        """How many operations there are at which the action can be killed."""
        self.prepare()
        if self.program.process is not None:
            self.program.wait_until_saved()
        before = self.shim.acted
        # As many as there are fit, and nothing is done to any of them.
        self.shim.on("count", self.OPERATIONS, self.files, "delay=0")
        self.act()
        time.sleep(SETTLED)
        return self.shim.acted - before

    def expect_once(self, text, window):
        """A text is either a note or the draft, now and when all has settled."""

        def places():
            return self.notes().count(text), self.composer(window).text.count(text)

        wait_until(lambda: sum(places()) == 1, f"{text!r} in one place")
        self.program.wait_until_saved()
        self.assertEqual(sum(places()), 1, f"{text!r}: notes, drafts: {places()}")


def add_lists(scenario, name, few, more):
    """The tests of an action, in its module: killed at each operation, and in the middle of each write."""
    recorded = recorded_counts()
    for suffix, values in (
        ("killed", {}),
        ("torn", {"OPERATIONS": "write", "ACTION": "tear=7"}),
    ):
        title = f"{suffix} while {name}"
        count = recorded.get(title, 0)

        def test_no_operation_is_left_out(self, title=title):
            check_count(self, title, self.count_operations())

        methods = {"test_no_operation_is_left_out": test_no_operation_is_left_out}
        kind = type(f"{scenario.__name__}{suffix.title()}", (scenario,), values | methods)
        kind.__module__ = scenario.__module__
        kind.__doc__ = scenario.__doc__
        made = cases(title, numbered(count), few, more)(kind)
        setattr(sys.modules[scenario.__module__], kind.__name__, made)
