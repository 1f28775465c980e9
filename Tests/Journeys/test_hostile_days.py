"""Whole days of work, made by chance: what comes back is what the rules say."""

import os

from day import steps as rules
from day.life import Life, world_of
from day.model import Model
from day.shrinking import shrink
from gi.repository import GLib
from harness.journey import Journey
from harness.program import Program
from harness.session_x11 import MortalX11Session
from hostile import cases

SEED_VARIABLE = "HAWK_NOTES_DAY_SEED"
"""The seed of one more day, as a number or as `number:steps`; for a day that has failed."""

LENGTHS = {"few": 60, "more": 100, "all": 300}
"""How many steps a day has, by how many cases are wanted."""

SHRINKING = 10 * 60
"""Seconds for which the steps are sought that a failure needs."""


class Day(Journey):
    """One day in a person's life."""

    session_kind = MortalX11Session
    # The model says what must be there: what is not has been lost.
    may_run_again = False
    _is_kept = False

    def save_artifacts(self, details):
        """Of the day as it has failed, not of what was left of it at last."""
        if not self._is_kept:
            self._is_kept = True
            super().save_artifacts(details)

    def check(self, seed, length=None):
        length = length or LENGTHS[os.environ.get(cases.VARIABLE, "few")]
        start = Model(world_of(self.series))
        start.start(0)
        steps = rules.plan(start, seed, length)
        try:
            self.live(steps)
        except (AssertionError, LookupError, GLib.Error) as error:
            self.save_artifacts(str(error))
            few = shrink(steps, self.fails, SHRINKING)
            lines = "\n".join(map(str, few))
            raise AssertionError(
                f"{error}\n{SEED_VARIABLE}={seed}:{length} fails also with these steps alone:\n"
                f"{lines}"
            ) from error

    def live(self, steps):
        lines = []
        life = Life(self, Model(world_of(self.series)), lines.append)
        try:
            return life.live(steps)
        finally:
            with open(self.program.log_path, "a", encoding="utf-8") as log:
                log.write("".join(line + "\n" for line in lines))

    def live_all(self, *steps):
        """Live steps of these kinds, windows and arguments, none of which may be impossible."""
        steps = [rules.Step(number, *step) for number, step in enumerate(steps, start=1)]
        self.assertEqual(self.live(steps), len(steps), "not every step could be taken")

    def fails(self, steps):
        """Whether these steps fail in an installation of their own."""
        self.program.dispose()
        self.program = Program(self.session)
        try:
            self.live(steps)
        except (AssertionError, LookupError, GLib.Error):
            return True
        finally:
            self.program.dispose()
        return False


@cases.cases("random days", {f"seed_{seed:02}": (seed,) for seed in range(1, 21)}, few=1, more=5)
class Days(Day):
    """Days that are the same in every run."""


class FormerDays(Day):
    """Steps that have failed once."""

    def test_the_window_of_a_dialog_has_the_keyboard_when_the_dialog_is_closed(self):
        self.live_all(
            ("open a link", None, "Badhbh"),
            ("open a link", None, "Sigrid"),
            ("open a link", None, "Jaime"),
            ("open a dialog", 2, "Preferences"),
            ("restart", None, "quit"),
            ("close the dialog",),
            ("restart", None, "kill"),
        )


class ChosenDays(Day):
    """What few days made by chance have all of."""

    def test_a_workspace_is_changed_and_deleted(self):
        self.live_all(
            ("write", 0),
            ("save as a workspace", 0),
            ("open a link", None, "Badhbh"),
            ("update the workspace", 3),
            ("rename the workspace", 3),
            ("restart", None, "kill"),
            ("leave the workspace", 3),
            ("delete the workspace", 7, "and undo it"),
            ("restart", None, "lose the display"),
            ("open the workspace", 7, "instead of the others"),
            ("delete the workspace", 3, "for good"),
            ("restart", None, "quit"),
        )

    def test_the_history_is_brought_back_and_nothing_of_private_windows(self):
        self.live_all(
            ("write", 0),
            ("restart", None, "kill"),
            ("write", 0),
            ("new private window", 0),
            ("write", 4),
            ("bring back from the history", 4, "all windows"),
            ("drop a row on another window", 0, ("Agatha", 4, "")),
            ("drop a row on a text field", 0, ("Jaime", 4, "with Control held")),
            ("select a tab", 6, "Favorites"),
            ("drop a row on another window", 6, ("Sigrid", 0, "")),
            ("drop a row on a text field", 6, ("Jaime", 0, "")),
            ("new window", 4),
            ("restart", None, "lose the display"),
            ("bring back from the history", 0, "the front window"),
            ("restart", None, "close all"),
        )


if SEED_VARIABLE in os.environ:

    class NamedDay(Day):
        """The day of the environment."""

        def test_of_the_environment(self):
            seed, _, length = os.environ[SEED_VARIABLE].partition(":")
            self.check(int(seed), int(length) if length else None)
