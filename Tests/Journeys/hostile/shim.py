"""The shim under the program: told what to do in shared memory."""

import dataclasses
import errno
import mmap
import os
import struct

from harness import preloaded
from harness.waiting import wait_until

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "shim.c")

# As `struct control` of the source has it.
FIELDS = "QqQQqQQ"
HEADER = struct.Struct("=" + FIELDS)
GENERATION, CLOCK, LOG_USED, LOG_SIZE, HELD, ACTED, KILLED_AT = range(7)
RULES_SIZE = 65536
LOG_ROOM = 32 << 20
LOG_START = HEADER.size + RULES_SIZE

EVERYTHING = "*"
"""All operations that change something or wait for the disk."""

CHANGING = "create,write,truncate,link,mkdir"
"""What fails on a full disk."""

ALL_CHANGES = "modify,create,write,truncate,rename,link,unlink,mkdir,rmdir,chmod"
"""What fails on a disk that is read-only."""

@dataclasses.dataclass(frozen=True)
class Operation:
    """One operation that the shim saw: `act` is `-`, or what was done to it."""

    kind: str
    result: int
    error: int
    act: str
    path: str
    other: str = ""


class Shim:
    """What the shim of one program is told and has seen; outlives the program's processes."""

    def __init__(self, path):
        self.path = path
        self._rules = {}
        self._watched = []
        with open(path, "w+b") as file:
            file.truncate(LOG_START + LOG_ROOM)
            self._memory = mmap.mmap(file.fileno(), 0)
        os.chmod(path, 0o666)
        self._put(LOG_SIZE, LOG_ROOM)

    def close(self):
        self._memory.close()

    def environment(self, *others):
        """What puts the shim under a program, and after it what these other C files make."""
        return preloaded.variable(SOURCE, *others) | {"HAWK_NOTES_SHIM": self.path}

    # Telling

    def watch(self, *patterns):
        """Log the operations on the paths that match; a `*` matches slashes as well."""
        self._watched = [_escaped(pattern) for pattern in patterns]
        self._write()

    def on(self, name, operations, pattern, action, folders=False, **bounds):
        """Add a rule, or change the one with this name; see shim.c for actions and bounds."""
        words = [f"on {name} {operations} {_escaped(pattern)} {action}"]
        # What begins with the N-th is said by `first`: `from` is a word of Python.
        words += [f"{key.replace('first', 'from')}={value}" for key, value in bounds.items()]
        words += ["folders"] * folders
        self._rules[name] = " ".join(words)
        self._write()

    def fail(self, name, operations, pattern, code, **bounds):
        """Add a rule by which operations fail with an error, such as `ENOSPC`."""
        self.on(name, operations, pattern, f"fail={getattr(errno, code)}", **bounds)

    def hold(self, name, operations, pattern, **bounds):
        """Add a rule by which operations wait until it is taken back."""
        self.on(name, operations, pattern, "hold", **bounds)

    def off(self, *names):
        """Take rules back, whether or not they are there; without a name, all of them."""
        for name in names or tuple(self._rules):
            self._rules.pop(name, None)
        self._write()

    def set_clock(self, seconds):
        """Let the clock of the day be so many seconds ahead of the machine's."""
        self._put(CLOCK, round(seconds * 1_000_000_000))

    def _write(self):
        lines = [f"watch {pattern}" for pattern in self._watched] + list(self._rules.values())
        text = "\n".join(lines).encode() + b"\n\0"
        assert len(text) <= RULES_SIZE, "too many rules"
        self._put(GENERATION, self._get(GENERATION) + 1)
        self._memory[HEADER.size : HEADER.size + len(text)] = text
        self._put(GENERATION, self._get(GENERATION) + 1)

    # Seeing

    @property
    def held(self):
        """How many operations are being held."""
        return self._get(HELD)

    @property
    def acted(self):
        """How many operations the rules have done something to, or are doing it."""
        return self._get(ACTED)

    @property
    def killed_at(self):
        """The time of `time.monotonic` at which a rule killed the program; 0 when none did."""
        return self._get(KILLED_AT) / 1_000_000_000

    def wait_until_held(self, count=1):
        wait_until(lambda: self.held >= count, f"{count} operation(s) to be held")

    def wait_until_acted(self, more_than=0, what="an operation to be interfered with"):
        wait_until(lambda: self.acted > more_than, what)

    def forget(self):
        """Empty the log. Only while the program does not run or does nothing that is watched."""
        used = min(self._get(LOG_USED), LOG_ROOM)
        self._memory[LOG_START : LOG_START + used] = bytes(used)
        self._put(LOG_USED, 0)

    def operations(self):
        """The operations that were watched, in their order."""
        used = self._get(LOG_USED)
        assert used <= LOG_ROOM, "the log of the shim is full"
        text = self._memory[LOG_START : LOG_START + used].decode("utf-8", "surrogateescape")
        found = []
        for line in text.splitlines():
            kind, result, error, act, path = line.split(" ", 4)
            path, _, other = path.partition("\t")
            found.append(Operation(kind, int(result), int(error), act, path, other))
        return found

    def _get(self, field):
        return HEADER.unpack_from(self._memory)[field]

    def _put(self, field, value):
        struct.pack_into("=" + FIELDS[field], self._memory, field * 8, value)


def _escaped(pattern):
    assert " " not in pattern and "\n" not in pattern, f"a pattern without spaces: {pattern!r}"
    return pattern
