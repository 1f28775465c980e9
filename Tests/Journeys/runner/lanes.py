"""Runs commands side by side, as many at once as there are lanes.

What a command has printed comes in one piece when it has ended, so that nothing is interleaved. A
time limit or an interruption ends a command with all that it has started.
"""

import collections
import contextlib
import dataclasses
import math
import os
import signal
import subprocess
import sys
import tempfile
import time

from .beside import Beside

INTERVAL = 0.05
"""Seconds between two looks at what runs."""

GRACE = 20.0
"""Seconds that a command has to clean up after SIGTERM."""

COUNT_VARIABLE = "HAWK_NOTES_TEST_JOBS"


def default_count():
    """How many lanes there are when nobody says: three for each processor.

    A journey waits for two thirds of its time.
    """
    wanted = os.environ.get(COUNT_VARIABLE)
    if wanted is None:
        return 3 * (os.cpu_count() or 1)
    if not wanted.isdecimal() or int(wanted) == 0:
        sys.exit(f"{COUNT_VARIABLE} must be a number from 1 on, not “{wanted}”")
    return int(wanted)


@dataclasses.dataclass(frozen=True)
class Task:
    """A command to run."""

    name: str
    command: tuple
    is_alone: bool = False
    """Whether nothing may run beside it: it then runs after the others."""
    lanes: int = 1
    """How many lanes it takes: one that never waits has as much to do as several that do."""
    environment: dict = dataclasses.field(default_factory=dict)
    """Its additional environment variables."""


@dataclasses.dataclass(frozen=True)
class Ended:
    """How a command ended: `status` is its exit status, or minus the signal that ended it."""

    task: Task
    status: int
    output: str
    seconds: float
    was_cut_off: bool = False
    """Whether its time was over, or that of all."""
    processor_seconds: float = 0
    """The processor time of it and its children, independent of other load."""


def show(ended):
    """Print a command's output in one piece."""
    took = f"{ended.seconds:.0f} s, {ended.processor_seconds:.0f} s of a processor"
    print(f"\n== {ended.task.name} ({took})\n{ended.output}")
    if ended.was_cut_off:
        print(f"{ended.task.name} did not end within {ended.seconds:.0f} s")
    sys.stdout.flush()


def _say(line):
    print(line, flush=True)


class _Running:
    def __init__(self, task):
        self.task = task
        self.began = time.monotonic()
        self._is_told = False
        self._processor_seconds = 0.0
        self._output = tempfile.TemporaryFile()
        try:
            # A group of its own, which can be ended as a whole.
            self.process = subprocess.Popen(
                task.command, env=os.environ | task.environment, stdin=subprocess.DEVNULL,
                stdout=self._output, stderr=subprocess.STDOUT, start_new_session=True,
            )
        except BaseException:
            self._output.close()
            raise

    @property
    def seconds(self):
        return time.monotonic() - self.began

    def has_ended(self):
        """Whether the command has ended; then its duration is known."""
        if self.process.returncode is None:
            pid, status, usage = os.wait4(self.process.pid, os.WNOHANG)
            if pid:
                self.process.returncode = os.waitstatus_to_exitcode(status)
                self._processor_seconds = usage.ru_utime + usage.ru_stime
        return self.process.returncode is not None

    def tell_to_end(self):
        """Signal the command once; it ends its own children."""
        if not self._is_told:
            self._is_told = True
            self.process.terminate()

    def stop(self, grace):
        """End it, wait for that, and return how it has ended."""
        self.tell_to_end()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(grace)
        # Whatever has not obeyed, or was left behind.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        return self.ended(was_cut_off=True)

    def ended(self, was_cut_off=False):
        seconds = self.seconds
        # Something that it has left behind may still write.
        size = os.fstat(self._output.fileno()).st_size
        output = os.pread(self._output.fileno(), size, 0).decode(errors="replace")
        self._output.close()
        return Ended(
            self.task, self.process.returncode, output, seconds, was_cut_off, self._processor_seconds
        )


class Lanes:
    """Runs tasks, so many at once.

    No task begins `after` this time of `time.monotonic`, and none goes on after `end`, or for more
    than `limit` seconds; it then has `grace` seconds to tidy up. `say` is told, a line each, who
    runs.
    """

    def __init__(self, count, say=_say, limit=math.inf, after=math.inf, end=math.inf,
                 grace=GRACE):
        self.count = count
        self._say = say
        self._limit = limit
        self._after = after
        self._end = end
        self._grace = grace
        self._lanes = [None] * count
        self._beside = Beside()

    def run(self, tasks, ended):
        """Run all tasks in their order, those that want to be alone last, to their end.

        `ended` is called with each `Ended` and may return further tasks. When it raises, or the
        thread is interrupted, everything that runs is ended first.
        """
        waiting = collections.deque(sorted(tasks, key=lambda task: task.is_alone))
        try:
            while True:
                if time.monotonic() < self._after:
                    self._begin(waiting)
                if not any(self._lanes):
                    return
                time.sleep(INTERVAL)
                for one in self._take_ended():
                    waiting.extend(ended(one) or ())
        finally:
            self._stop()

    def _begin(self, waiting):
        for number, occupant in enumerate(self._lanes):
            running = [one for one in self._lanes if one]
            if not waiting or any(one.task.is_alone for one in running):
                return
            free = self.count - sum(one.task.lanes for one in running)
            # One that takes more lanes than there are has all of them.
            fits = min(waiting[0].lanes, self.count) <= free
            if occupant is None and fits and not (waiting[0].is_alone and running):
                task = waiting.popleft()
                self._say(f"({number + 1}) {task.name}: begins{', alone' * task.is_alone}")
                self._beside.pause(task.is_alone)
                self._lanes[number] = _Running(task)

    def _take_ended(self):
        for number, one in enumerate(self._lanes):
            if one is None:
                continue
            if one.has_ended():
                ended = one.ended()
            elif one.seconds > self._limit or time.monotonic() > self._end:
                ended = one.stop(self._grace)
            else:
                continue
            self._lanes[number] = None
            yield ended

    def _stop(self):
        """End all running tasks at once, and show their output."""
        with _undisturbed():
            self._beside.pause(False)
            running = [one for one in self._lanes if one]
            self._lanes = [None] * self.count
            for one in running:
                one.tell_to_end()
            for one in running:
                ended = one.stop(self._grace)
                self._say(f"{ended.task.name}: interrupted after {ended.seconds:.0f} s")
                self._say(ended.output)


@contextlib.contextmanager
def _undisturbed():
    """Let no further interruption come in between."""
    before = signal.pthread_sigmask(
        signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
    )
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def end_well_when_told_to():
    """Let SIGTERM and SIGHUP unwind the program as SIGINT does, so that what it has started ends.

    By the same exception, which is the only one that a test does not take for its own failure.
    """
    def interrupt(number, _):
        raise KeyboardInterrupt(f"signal {number}")

    for number in (signal.SIGTERM, signal.SIGHUP):
        # A parent that ignores it wants the program to continue without a terminal.
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, interrupt)
