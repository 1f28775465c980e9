"""A small window of another program: something is dragged from it, dropped on it, or opened by it."""

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
        with open(self._output, "w", encoding="utf-8") as file:
            process = subprocess.Popen(
                ["/usr/bin/python3", os.path.join(FOLDER, script), title, *arguments],
                env=session.base_environment() | session.display_environment(),
                stdin=subprocess.DEVNULL, stdout=file,
            )
        journey.addCleanup(process.wait)
        journey.addCleanup(process.kill)
        wait_until(lambda: self._said().startswith("shown\n"), "the other program")
        self.point = session.foreign_window(title)
        """The middle of it on the screen."""

    def _said(self):
        with open(self._output, encoding="utf-8") as file:
            return file.read()

    @property
    def taken(self):
        """What was dropped on it so far."""
        return self._said().removeprefix("shown\n")
