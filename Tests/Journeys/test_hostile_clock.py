"""The clock of the day jumps by years, between runs and within one: nothing is lost."""

import os
import time

from harness.waiting import wait_until
from hostile.cases import cases
from hostile.installation import CLOSED_DRAFT, OLD_DRAFT, OLD_NOTE, UsedInstallation

DAY = 86_400
YEAR = 365.25 * DAY

JUMPS = {
    "a_day_forth": DAY,
    "a_day_back": -DAY,
    "a_year_forth": YEAR,
    "a_year_back": -YEAR,
    "beyond_2038": 15 * YEAR,
    "a_century_forth": 100 * YEAR,
    "a_century_back": -100 * YEAR,
    "to_1970": None,
}


def _offset(jump):
    return DAY - time.time() if jump is None else jump


@cases("clock jumps between runs", {name: (jump,) for name, jump in JUMPS.items()}, few=2, more=8)
class ClockBetweenRuns(UsedInstallation):
    """Each run has a clock of its own; files are as old as the clock of their run says."""

    def check(self, jump):
        offset = _offset(jump)
        for number, ahead in enumerate((offset, 0, offset, -offset / 2, 0)):
            self.shim.set_clock(ahead)
            window = self.start()
            window.expect_draft(OLD_DRAFT + "." * number)
            self.paste(window, ".")
            wait_until(lambda shown=window: shown.says(OLD_NOTE), "the note")
            self.assertEqual(self.program.quit(), 0)
            self.age_files(ahead)
        other = self.program.start(windows=1)
        other = self.program.new_window(
            lambda: self.program.actions.activate("reopen-closed-window")
        )
        other.expect_draft(CLOSED_DRAFT)

    def age_files(self, ahead):
        """Give the files the dates that the run's clock would have given them."""
        now = time.time() + ahead
        for parent, _, names in os.walk(self.program.folder):
            for name in names:
                path = os.path.join(parent, name)
                if not os.path.islink(path) and os.path.getmtime(path) > time.time() - DAY:
                    os.utime(path, (max(now, 0), max(now, 0)))


@cases("clock jumps within a run", {name: (jump,) for name, jump in JUMPS.items()}, few=2, more=8)
class ClockWithinARun(UsedInstallation):
    """The clock jumps there and back while the program runs."""

    def check(self, jump):
        offset = _offset(jump)
        window = self.start()
        window.expect_draft(OLD_DRAFT)
        window.actions.activate("save-note")
        window.expect_draft("")
        typed = ""
        for number, ahead in enumerate((offset, -offset / 2, 0)):
            self.shim.set_clock(ahead)
            self.paste(window, f"draft {number} ")
            typed += f"draft {number} "
            other = self.program.new_window(lambda: self.program.actions.activate("new-window"))
            self.paste(other, f"note {number}")
            other.actions.activate("save-note")
            other.expect_draft("")
            self.paste(other, f"closed {number}")
            other.actions.activate("close")
            self.program.wait_for_windows(1)
            self.expect_written(f"closed {number}")
        other = self.program.new_window(
            lambda: self.program.actions.activate("reopen-closed-window")
        )
        other.expect_draft("closed 2")
        # The timers of saving go on: nothing but a kill ends the program here.
        self.program.wait_until_saved()
        self.program.process.kill()
        self.program.wait_until_gone()
        drafts = [self.composer(window).text for window in self.program.start(windows=2)]
        self.assertEqual(sorted(drafts), sorted([typed, "closed 2"]))
        self.assertEqual(
            self.notes(), [OLD_NOTE, OLD_DRAFT, *(f"note {number}" for number in range(3))]
        )
        self.assertEqual(self.program.quit(), 0)

    def expect_written(self, text):
        """A text is on disk somewhere, which takes timers that still run."""

        def is_there():
            for parent, _, names in os.walk(self.program.state_folder):
                for name in names:
                    try:
                        with open(os.path.join(parent, name), "rb") as file:
                            if text.encode() in file.read():
                                return True
                    except FileNotFoundError:
                        continue
            return False

        wait_until(is_there, f"{text!r} in the state folder")
