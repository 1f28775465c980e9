"""A small window of another program: something is dragged from it, dropped on it, or opened by it."""

import contextlib
import itertools
import os
import subprocess

from .waiting import NeverHappened, wait_until

TAKER, GIVER, OPENER = "text_taker.py", "file_giver.py", "link_opener.py"
FOLDER = os.path.dirname(os.path.abspath(__file__))

MAP_DELAY = 2.0
"""Seconds within which its window has the keyboard."""


class PartnerProgram:
    """Runs until the journey ends."""

    def __init__(self, journey, script, *arguments):
        session = journey.session
        title = script.removesuffix(".py")
        self._output = os.path.join(journey.program.folder, title + ".txt")
        self._errors = os.path.join(journey.program.folder, title + "-errors.txt")
        with (
            open(self._output, "w", encoding="utf-8") as output,
            open(self._errors, "w", encoding="utf-8") as errors,
        ):
            process = subprocess.Popen(
                ["/usr/bin/python3", os.path.join(FOLDER, script), title, *arguments],
                env=session.base_environment() | session.display_environment(),
                stdin=subprocess.DEVNULL, stdout=output, stderr=errors,
            )
        journey.addCleanup(process.wait)
        journey.addCleanup(process.kill)
        wait_until(lambda: _read(self._output).startswith("shown\n"), "the other program")
        self._input = session.input
        # It comes with the keyboard, by which it is put into its place.
        with contextlib.suppress(NeverHappened):
            wait_until(lambda: not journey.program.active_title(), "its window", deadline=MAP_DELAY)
        self.point = session.foreign_window(title)
        """The middle of it on the screen."""

    @property
    def taken(self):
        """The drops on it so far."""
        return _read(self._output).removeprefix("shown\n")

    def wait_until_over(self):
        """Move a little until it would take what is held over it: what is released sooner, nobody takes.

        Where a drag begins late, no motion may be left that tells of it.
        """
        self._move_until(self.point, lambda: "over\n" in _read(self._errors),
                         "the other program to answer what is held over it")

    def drag_to(self, target):
        """Drag its data to a point of the screen."""
        self._input.drag(self.point, target, lambda: self._move_until(
            target, lambda: "dragged\n" in _read(self._output), "its file to be dragged"
        ))

    def _move_until(self, point, condition, what):
        steps = itertools.cycle((0, 1))

        def is_met():
            if condition():
                return True
            self._input.move(point[0] + next(steps), point[1])
            return False

        wait_until(is_met, what)
        # The target answers to motion.
        for _ in range(2):
            self._input.move(point[0] + next(steps), point[1])


def _read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()
