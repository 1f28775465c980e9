"""A small window of another program: something is dragged from it, dropped on it, or opened by it."""

import itertools
import os
import subprocess

from .waiting import wait_until

TAKER, GIVER, OPENER = "text_taker.py", "file_giver.py", "link_opener.py"
FOLDER = os.path.dirname(os.path.abspath(__file__))


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
        self.point = session.foreign_window(title)
        """The middle of it on the screen."""

    @property
    def taken(self):
        """What was dropped on it so far."""
        return _read(self._output).removeprefix("shown\n")

    def wait_until_over(self):
        """Move a little until it would take what is held over it: what is released sooner, nobody takes.

        Where a drag begins late, no motion may be left that tells of it.
        """
        steps = itertools.cycle((0, 1))

        def is_over():
            if "over\n" in _read(self._errors):
                return True
            self._input.move(self.point[0] + next(steps), self.point[1])
            return False

        wait_until(is_over, "the other program to answer what is held over it")


def _read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()
