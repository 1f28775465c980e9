"""The program under test: its process, its folders, its windows."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time

from gi.repository import GLib

from . import accessibility, preloaded
from .accessibility import DIALOGS, FRAMES
from .actions import Actions, is_busy, owner_pid, window_paths
from .waiting import INTERVAL, NeverHappened, wait_until, wait_until_there
from .dialog import Dialog
from .processes import ForeignProcess
from .window import Window

PROGRAM_VARIABLE = "HAWK_NOTES_PROGRAM"
DATA_VARIABLE = "HAWK_NOTES_DATA_DIR"

OPENING_TITLE, OPENING = "Hawk Notes", "Opening your notes…"
"""What is shown in the place of windows as long as the library takes to open."""

QUIET = 0.4
"""Seconds without any write after which everything is taken to be on disk. At most the last 0.1 s
of typing may be missing from disk; the rest is for a machine that is busy with other things."""


CRITICAL = r"^.*\bCRITICAL \*\*.*$"
"""A message by which GLib and GTK say that the program has misused them."""

WARNING = r"^hawk-notes: (?!web pages run without a sandbox).*$"
"""A message by which the program says that something has failed, such as the opening of its library;
for root it is usual to have no sandbox."""

COMPLAINT = re.compile(f"{CRITICAL}|{WARNING}", re.MULTILINE)

CRASH_REPORTS = os.path.join("hawk-notes", "crashes")

_made = []


def forget_programs():
    """Forget the programs of the journeys so far."""
    _made.clear()


def faults_of_programs():
    """What is wrong with any program since they were forgotten, whatever a journey waited for."""
    return [fault for program in _made for fault in program.faults()]


class Program:
    """One installation of the program: folders that outlive its processes."""

    def __init__(self, session):
        _made.append(self)
        self._faults = []
        self._has_shown_windows = False
        self.session = session
        self.executable = os.environ[PROGRAM_VARIABLE]
        self.folder = tempfile.mkdtemp(prefix="hawk-notes-journey-")
        self.log_path = os.path.join(self.folder, "program.log")
        self.data_folder = os.environ.get(DATA_VARIABLE)
        self.process = None
        self.bus = session.bus
        self.actions = Actions(self.bus)
        session.input.catch_up = self.catch_up
        for name in ("home", "data", "state", "config", "cache", "runtime"):
            os.mkdir(os.path.join(self.folder, name), 0o700)

    # Folders

    @property
    def state_folder(self):
        return os.path.join(self.folder, "state", "hawk-notes")

    @property
    def windows_folder(self):
        return os.path.join(self.state_folder, "windows")

    @property
    def quarantine_folder(self):
        return os.path.join(self.state_folder, "quarantine")

    def state_files(self):
        """The paths of the state files of windows."""
        return _files_below(self.windows_folder)

    def environment(self):
        """The whole environment of the program: nothing of the user's own leaks in."""
        environment = self.session.base_environment() | self.session.display_environment()
        environment |= preloaded.variable(preloaded.PLACES)
        for variable, name in (
            ("HOME", "home"),
            ("XDG_DATA_HOME", "data"),
            ("XDG_STATE_HOME", "state"),
            ("XDG_CONFIG_HOME", "config"),
            ("XDG_CACHE_HOME", "cache"),
            ("XDG_RUNTIME_DIR", "runtime"),
        ):
            environment[variable] = os.path.join(self.folder, name)
        if self.data_folder:
            environment[DATA_VARIABLE] = self.data_folder
        return environment

    def break_library(self, name):
        """Have a file in the place of a shared library that cannot be loaded."""
        folder = os.path.join(self.folder, "libraries")
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, name), "w", encoding="ascii") as file:
            file.write("This is no library.\n" * 100)
        environment = self.environment

        def with_broken_library():
            found = environment()
            paths = filter(None, (folder, found.get("LD_LIBRARY_PATH")))
            return found | {"LD_LIBRARY_PATH": os.pathsep.join(paths)}

        self.environment = with_broken_library

    def choose(self, **settings):
        """Have chosen these preferences, and no others, when the program starts the next time.

        Its welcome counts as answered, unless `show_welcome` says otherwise.
        """
        settings = {"show_welcome": False} | settings
        folder = os.path.join(self.folder, "config", "glib-2.0", "settings")
        os.makedirs(folder, mode=0o700, exist_ok=True)
        with open(os.path.join(folder, "keyfile"), "w", encoding="utf-8") as file:
            file.write("[io/github/hawknotes/HawkNotes]\n")
            for name, value in settings.items():
                file.write(f"{name.replace('_', '-')}={str(value).lower()}\n")

    def configure_gtk(self, *lines):
        """Write the file with the user's own settings of GTK, such as `gtk-cursor-blink=false`."""
        folder = os.path.join(self.folder, "config", "gtk-4.0")
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, "settings.ini"), "w", encoding="utf-8") as file:
            file.write("\n".join(("[Settings]", *lines, "")))

    # The process

    def start(self, *arguments, windows=1):
        """Start the program and wait until it shows this many windows; None: as many as come."""
        self.launch(*arguments)
        return self.wait_for_windows(windows)

    def launch(self, *arguments):
        """Start the program and wait for nothing."""
        assert self.process is None, "the program is already running"
        self._answer_welcome()
        self._has_shown_windows = False
        with open(self.log_path, "ab") as log:
            streams = {"stdin": subprocess.DEVNULL, "stdout": log, "stderr": log}
            self.process = subprocess.Popen(
                [self.executable, *arguments], env=self.environment(), **streams | self.options()
            )

    def adopt(self):
        """Take over the process that the session has started."""
        assert self.process is None, "the program is already running"
        self._has_shown_windows = False
        pid = wait_until(lambda: owner_pid(self.bus), "the program that the session starts")
        self.process = ForeignProcess(pid)

    def _answer_welcome(self):
        """Have answered the line that is shown at the first start, if nothing was chosen yet."""
        config = os.path.join(self.folder, "config")
        # What a journey has put there itself stays.
        is_untouched = os.path.isdir(config) and not os.path.lexists(os.path.join(config, "glib-2.0"))
        if is_untouched and os.access(config, os.W_OK):
            self.choose()

    def catch_up(self):
        """Return when the program has come as far as what it was sent, if it answers at all."""
        # Once it has answered, it may be at what came in before; the second time it has done that.
        for _ in range(2):
            with contextlib.suppress(GLib.Error):
                self.actions.names()

    def options(self):
        """What else a process is started with (see `subprocess.Popen`); for subclasses."""
        return {}

    def run(self, *arguments, environment=None):
        """Run the program beside the one that may be running, to its end: (status, output)."""
        done = subprocess.run(
            [self.executable, *arguments],
            env=environment or self.environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=30,
            check=False,
        )
        output = done.stdout.decode(errors="replace")
        self._note_status(done.returncode)
        self._faults += COMPLAINT.findall(output)
        return done.returncode, output

    def _ended(self, patience=30, is_killed=False):
        status = self.process.wait(timeout=patience)
        if not is_killed:
            self._note_status(status)
        self.process = None
        wait_until(lambda: owner_pid(self.bus) is None, "the program's name to be free")
        return status

    def kill(self):
        """End the program as a crash or the kernel would, once what was done is on disk."""
        self.wait_until_saved()
        self.kill_at_once()

    def kill_at_once(self):
        """End the program wherever it is."""
        self._faults += self._own_end()
        self.process.kill()
        self._ended(is_killed=True)

    def terminate(self):
        """End the program as a logout does; it must end well."""
        self.process.send_signal(signal.SIGTERM)
        return self._ended()

    def stop(self):
        """Stop the process, as a machine that sleeps does."""
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self):
        """End that."""
        self.process.send_signal(signal.SIGCONT)

    def quit(self, patience=30):
        """End the program by its own action; it must end well. More patience is for slow disks."""
        self.actions.activate("quit")
        return self._ended(patience)

    def wait_until_gone(self):
        """Wait until the program has ended by itself; return its exit status."""
        return self._ended()

    def wait_until_saved(self):
        """Wait until nothing has been written for a while."""
        last, since = None, time.monotonic()
        end = since + 20
        while time.monotonic() < end:
            now = _signature(self.state_folder)
            if now != last:
                last, since = now, time.monotonic()
            elif time.monotonic() - since >= QUIET:
                return
            time.sleep(INTERVAL)
        raise NeverHappened("the state folder is written to although nothing changes")

    def dispose(self):
        """End the process if it still runs, and remove the folders."""
        if self.process is not None:
            self.kill_at_once()
        # Nothing of this can be found out afterwards.
        self._faults = self.faults()
        shutil.rmtree(self.folder, ignore_errors=True)

    # Faults

    def _note_status(self, status):
        if status < 0:
            self._faults.append(f"ended by {signal.Signals(-status).name}")

    def _own_end(self):
        status = self.process.poll() if self.process is not None else None
        return [] if status is None else [f"ended with status {status} while it was looked at"]

    def faults(self):
        """Signals that have ended it, ends that nothing waits for, crash reports and complaints."""
        faults = self._faults + self._own_end()
        for parent, _, names in os.walk(self.folder):
            if parent.endswith(CRASH_REPORTS):
                faults += [f"crash report {name}" for name in names]
        with contextlib.suppress(FileNotFoundError), open(self.log_path, "rb") as log:
            faults += COMPLAINT.findall(log.read().decode(errors="replace"))
        return faults

    # Windows

    def root(self):
        """The program's accessible root, or None while it is not there."""
        return accessibility.application(self.session.accessibility_bus, self.process.pid)

    def frames(self):
        """The accessible frames, in the order in which they were made."""
        root = self.root()
        return [node for node in root.children() if node.role in FRAMES] if root else []

    def windows(self):
        """The windows, in the order in which they were made.

        So are both the frames and the paths of actions listed, by which they belong to each other: titles
        may be the same, and change. A frame without actions is not in place between the others; it is
        known by its title, where the session can tell those.
        """
        frames = self.frames()
        paths = window_paths(self.bus)
        surplus = len(frames) - len(paths)
        windows = []
        for path in paths:
            if surplus > 0:
                title = self.session.title_of(path)
                names = [frame.name for frame in frames[:surplus + 1]]
                others = names.index(title) if title in names else 0
                del frames[:others]
                surplus -= others
            if not frames:
                break
            windows.append(Window(self, frames.pop(0), path))
        return windows

    def window_count(self):
        """How many windows there are, by what the program says and by what a reader sees."""
        return max(len(window_paths(self.bus)), len(self.frames()))

    def wait_for_windows(self, count):
        """Wait until there are exactly this many windows (None: any number but none at all), all of
        them laid out and with a title, and none is still to come.

        When all have come after a start and some are missing, or when there are too many, it is their
        number that is wrong: that is no `NotThere`.
        """
        def ready():
            if self.process.poll() is not None:
                raise AssertionError(
                    f"the program ended with status {self.process.returncode}:\n{self.log_tail()}"
                )
            windows = self.windows()
            if not windows or is_busy(self.bus):
                return None
            if any(window.title == OPENING_TITLE and window.says(OPENING) for window in windows):
                return None
            shown = all(window.title and window.frame.extents[2] > 0 for window in windows)
            if not shown or len(windows) != self.window_count():
                return None
            if count in (None, len(windows)):
                return windows
            if len(windows) > count or not self._has_shown_windows:
                raise NeverHappened(f"{_count(len(windows))} instead of {count}")
            return None

        windows = wait_until_there(ready, _count(count))
        self._has_shown_windows = True
        return windows

    def window(self, title):
        """Wait for the one window with this title, which tells of the page that came back."""

        def only():
            found = [window for window in self.windows() if window.title == title]
            return found[0] if len(found) == 1 else None

        return wait_until(only, f"one window titled {title!r}")

    def dialogs(self):
        """The dialogs over the windows."""
        root = self.root()
        dialogs = []
        for node in root.children() if root else []:
            try:
                if node.role in DIALOGS:
                    dialogs.append(Dialog(self, node))
            except GLib.Error:
                # It went while it was looked at.
                continue
        return dialogs

    def dialog(self, title):
        """Wait for the one dialog with this title, and until it is laid out."""

        def only():
            found = [dialog for dialog in self.dialogs() if dialog.title == title]
            if len(found) > 1:
                raise NeverHappened(f"{len(found)} dialogs titled {title!r}")
            return found[0] if found and found[0].frame.extents[2] > 0 else None

        return wait_until_there(only, f"the dialog titled {title!r}")

    def wait_until_closed(self, dialog):
        """Wait until a dialog is gone."""
        wait_until(lambda: dialog.frame not in [d.frame for d in self.dialogs()], f"{dialog} to go")

    def new_window(self, open_it):
        """Do what opens a window, and return that window."""
        before = {window.path for window in self.windows()}
        open_it()
        windows = self.wait_for_windows(len(before) + 1)
        return next(window for window in windows if window.path not in before)

    def titles(self):
        """The titles of all windows, sorted."""
        return sorted(window.title for window in self.windows())

    def active_title(self):
        """The title of the window that has the focus, or None."""
        return next((window.title for window in self.windows() if window.is_active), None)

    def log_tail(self, size=4000):
        """The end of what the program printed."""
        with open(self.log_path, "rb") as log:
            return log.read()[-size:].decode(errors="replace")


def _count(windows):
    return "1 window" if windows == 1 else f"{windows or 'some'} windows"


def _files_below(folder):
    return sorted(
        os.path.join(parent, name) for parent, _, names in os.walk(folder) for name in names
    )


def _signature(folder):
    signature = []
    for path in _files_below(folder):
        try:
            status = os.stat(path)
        except FileNotFoundError:
            continue
        signature.append((path, status.st_mtime_ns, status.st_size))
    return signature
