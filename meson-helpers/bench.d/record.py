"""What main-thread.c records of a program: frames, turns of the main loop, work on files."""

import dataclasses
import mmap
import struct

# As `struct record` of the source has it.
HEADER = struct.Struct("=QQ")
SPAN = struct.Struct("=QQQQ")
CALL = struct.Struct("=QQ16s232s")
SPANS, CALLS = 1 << 17, 1 << 13
CALLS_START = HEADER.size + SPANS * SPAN.size
SIZE = CALLS_START + CALLS * CALL.size
FRAME, TURN = 1, 2


@dataclasses.dataclass(frozen=True)
class Span:
    """A frame, or a turn of the main loop: `began` by `time.monotonic()`, all in seconds."""

    began: float
    took: float
    waited: float

    @property
    def end(self):
        return self.began + self.took

    @property
    def milliseconds(self):
        """What it took, without what the thread waited for a processor."""
        return max(self.took - self.waited, 0) * 1000


@dataclasses.dataclass(frozen=True)
class Call:
    """A file operation of the main thread; times in seconds, `began` by `time.monotonic()`."""

    began: float
    took: float
    name: str
    path: str


class Record:
    """The record of one process, in memory that both share."""

    def __init__(self, path):
        self.path = path
        with open(path, "w+b") as file:
            file.truncate(SIZE)
            self._memory = mmap.mmap(file.fileno(), 0)

    def close(self):
        self._memory.close()

    def environment(self, library):
        """What puts `library`, built from main-thread.c, under a program."""
        return {"LD_PRELOAD": library, "HAWK_NOTES_RECORD": self.path}

    def frames(self, since=0.0):
        return self._spans(FRAME, since)

    def turns(self, since=0.0):
        """The turns of the main loop that took a millisecond or more."""
        return self._spans(TURN, since)

    def calls(self, since):
        """The file operations that began later."""
        calls = []
        for index in range(HEADER.unpack_from(self._memory)[1]):
            began, took, name, path = CALL.unpack_from(
                self._memory, CALLS_START + index * CALL.size)
            if began / 1e9 >= since:
                calls.append(Call(began / 1e9, took / 1e9, _text(name), _text(path)))
        return calls

    @property
    def is_full(self):
        spans, calls = HEADER.unpack_from(self._memory)
        return spans >= SPANS or calls >= CALLS

    def _spans(self, wanted, since):
        spans = []
        for index in range(HEADER.unpack_from(self._memory)[0]):
            began, took, waited, kind = SPAN.unpack_from(
                self._memory, HEADER.size + index * SPAN.size)
            if kind == wanted and began / 1e9 >= since:
                spans.append(Span(began / 1e9, took / 1e9, waited / 1e9))
        return spans


def _text(field):
    return field.split(b"\0", 1)[0].decode("utf-8", "replace")
