"""The program in hostile surroundings: over the shim, with other descriptors, limits and rights."""

import ctypes
import os
import shutil
import stat

from harness import preloaded
from harness.program import Program

from .shim import Shim

PR_CAPBSET_DROP = 24
LAST_CAPABILITY = 63


class HostileProgram(Program):
    """An installation whose processes run over a shim of their own.

    Paths with links in them are not what the kernel answers for a descriptor, so the folder's own
    name has none.
    """

    KEPT = ("home", "data", "state", "config", "cache")
    """The folders that outlive the program's processes."""

    def __init__(self, session):
        super().__init__(session)
        self.folder = os.path.realpath(self.folder)
        self.shim = Shim(os.path.join(self.folder, "shim.control"))
        # A crash is an exit status here; to describe it would take seconds.
        self.changes = {"SWIFT_BACKTRACE": "enable=no"}
        """Environment variables, as text or bytes; None takes one away."""
        self.streams = {}
        """The standard streams, when they are not the usual ones (see `subprocess.Popen`)."""
        self.preparations = []
        """What the process does to itself before it becomes the program."""

    # Folders

    @property
    def library_folder(self):
        return os.path.join(self.folder, "data", "hawk-notes")

    @property
    def own_files(self):
        """The pattern of all paths that the program keeps things at; caches hold nothing of anybody's."""
        return os.path.join(self.folder, "[ds]*", "hawk-notes*")

    @property
    def index_files(self):
        """The pattern of the index of the search, and of all that lies beside it."""
        return os.path.join(self.folder, "cache", "hawk-notes", "search*")

    @property
    def state_files_pattern(self):
        return self.state_folder + "*"

    @property
    def library_files(self):
        """The pattern of the library and of all that lies beside it."""
        return self.library_folder + "*"

    def become_copy_of(self, folder):
        """Take over what another installation has kept."""
        for name in self.KEPT:
            target = os.path.join(self.folder, name)
            shutil.rmtree(target)
            shutil.copytree(os.path.join(folder, name), target, symlinks=True)

    def empty(self, name):
        """Take away all that is kept in one of the folders."""
        shutil.rmtree(os.path.join(self.folder, name))
        os.mkdir(os.path.join(self.folder, name), 0o700)

    # The process

    def environment(self):
        environment = super().environment() | self.shim.environment(preloaded.PLACES)
        for name, value in self.changes.items():
            environment.pop(name, None)
            if value is not None:
                environment[name] = value
        return environment

    def options(self):
        def prepare():
            for preparation in self.preparations:
                preparation()

        return self.streams | ({"preexec_fn": prepare} if self.preparations else {})

    def dispose(self):
        super().dispose()
        self.shim.close()
        if os.path.isdir(self.folder):
            _open_up(self.folder)
            shutil.rmtree(self.folder, ignore_errors=True)


_libc = ctypes.CDLL(None)


def drop_rights():
    """Give up what root may do beyond anybody else, but not the name: the buses go by that."""
    for capability in range(LAST_CAPABILITY + 1):
        _libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)


def close_standard_descriptors():
    for descriptor in range(3):
        os.close(descriptor)


def _open_up(folder):
    """Make folders writable again, so that they can be removed."""
    for parent, names, _ in os.walk(folder):
        for name in names:
            path = os.path.join(parent, name)
            if not stat.S_ISLNK(os.lstat(path).st_mode):
                os.chmod(path, 0o700)
