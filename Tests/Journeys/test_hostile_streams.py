"""Nothing that can happen to the standard streams ends the program or costs a draft."""

import os
import pty

from hostile.cases import cases
from hostile.journey import NONSENSE, HostileJourney
from hostile.program import close_standard_descriptors


def closed_error(journey):
    journey.program.preparations.append(lambda: os.close(2))


def all_closed(journey):
    journey.program.preparations.append(close_standard_descriptors)


def full_device(journey):
    file = open("/dev/full", "wb")
    journey.addCleanup(file.close)
    journey.program.streams |= {"stderr": file, "stdout": file}


def pipe_without_reader(journey):
    reading, writing = os.pipe()
    os.close(reading)
    journey.addCleanup(os.close, writing)
    journey.program.streams |= {"stderr": writing, "stdout": writing}


def closed_terminal(journey):
    controller, terminal = pty.openpty()
    journey.program.streams |= {"stderr": terminal, "stdout": terminal, "stdin": terminal}
    journey.after_start = lambda: (os.close(controller), os.close(terminal))


def read_only(journey):
    descriptor = os.open(os.devnull, os.O_RDONLY)
    journey.addCleanup(os.close, descriptor)
    journey.program.streams |= {"stderr": descriptor, "stdout": descriptor}


def failing_descriptor(journey):
    journey.shim.fail("error", "write", "<stderr>", "EIO")
    journey.shim.fail("output", "write", "<stdout>", "EIO")


STREAMS = (
    closed_error, all_closed, full_device, pipe_without_reader, closed_terminal, read_only,
    failing_descriptor,
)


@cases(
    "standard streams", {prepare.__name__: (prepare,) for prepare in STREAMS}, few=len(STREAMS)
)
class StandardStreams(HostileJourney):
    """A warning cannot be written, and a draft is being typed."""

    DRAFT = "Written without a terminal"

    def after_start(self):
        """What goes wrong only once the program runs."""

    def expect_harmless_descriptors(self):
        """What is printed must not end up in a file or a connection that happens to be number 2."""
        for descriptor in range(3):
            path = f"/proc/{self.program.process.pid}/fd/{descriptor}"
            target = os.readlink(path) if os.path.lexists(path) else ""
            own = ("socket:", self.program.library_folder, self.program.state_folder)
            self.assertFalse(target.startswith(own), f"descriptor {descriptor} is {target}")

    def check(self, prepare):
        prepare(self)
        window = self.start()
        self.after_start()
        self.expect_harmless_descriptors()
        for _ in range(3):
            self.program.actions.activate("open-activity", NONSENSE)
            self.expect_alive()
        window.write_draft(self.DRAFT)
        self.program.actions.activate("open-activity", NONSENSE)
        window.expect_draft(self.DRAFT)
        self.expect_alive()
        self.assertEqual(self.program.quit(), 0)
        self.program.streams, self.program.preparations = {}, []
        self.shim.off()
        self.restart_and_expect_draft(self.DRAFT)
