"""The base of all journeys: a fresh installation in a session that is shared."""

import contextlib
import os
import shutil
import unittest

from gi.repository import GLib

from . import own_series
from .accessibility import LIST_ITEMS, SEARCH_FIELDS, STATE_ACTIVE, STATE_FOCUSED, TEXTS
from .program import Program, faults_of_programs, forget_programs
from .series import Series
from .session_wayland import WaylandSession
from .session_x11 import X11Session

ARTIFACTS_VARIABLE = "HAWK_NOTES_JOURNEY_ARTIFACTS"

AGATHA, JAIME, CRAY, SIGRID, BEATRICE = "Agatha", "Jaime", "Cray", "Sigrid", "Lady Beatrice"

SEEN_LINES = 60
"""The maximum length of the printed state when a journey fails."""
KEPT_RECORDS, KEPT_COLUMNS = 3, 160
"""How much of each state file is printed then: the last records, and the beginning of each."""

_sessions = {}


def shared_session(kind):
    """The session of this kind, started when it is first needed."""
    if kind not in _sessions:
        _sessions[kind] = kind()
    return _sessions[kind]


def stop_sessions():
    """End every session that was started."""
    for session in _sessions.values():
        session.stop()
    _sessions.clear()
    own_series.dispose()


class Journey(unittest.TestCase):
    """One journey on X11: `self.program` is installed, not started; its folders are empty."""

    session_kind = X11Session
    needs_series_that_ships = False
    """Whether it is about the series that ships, or brings a library of its own."""
    runs_on_own_series = False
    """Whether ordinary runs have it on a series of the reader's as well: it depends on where a series comes
    from, in what it does or in what comes back."""
    may_run_again = True
    """Whether it is forgiven that a window or a widget was not there in time (see `runner.unsteady`)."""
    maxDiff = None

    def setUp(self):
        forget_programs()
        self.session = shared_session(self.session_kind)
        self.session.put_pointer_away()
        self.program = Program(self.session)
        self.addCleanup(self.program.dispose)
        self.series = self._install_series()
        self.hawk = self.series.tab("The Good Hawk")
        self.raven = self.series.tab("The Broken Raven")
        self.swift = self.series.tab("The Burning Swift")
        self.favorites = self.series.tab("Favorites")

    def _install_series(self):
        if not own_series.is_wanted():
            return Series()
        series = own_series.OwnSeries(self.program)
        series.install()
        return series

    def run(self, result=None):
        try:
            return super().run(result)
        except KeyboardInterrupt:
            # An interrupted journey leaves no program behind either.
            self.doCleanups()
            raise

    def start(self, *arguments):
        """Start the program and return its only window."""
        return self.program.start(*arguments, windows=1)[0]

    def restart_after_kill(self, windows=1):
        """Kill the program, start it again, and wait for this many windows."""
        self.program.kill()
        return self.program.start(windows=windows)

    @staticmethod
    def faults():
        """Problems that its programs have left, besides its own failures."""
        return faults_of_programs()

    def save_artifacts(self, details):
        """Store everything that helps to understand a failure: screen, log, accessibility tree, state."""
        folder = os.environ.get(ARTIFACTS_VARIABLE)
        if not folder:
            return
        folder = os.path.join(folder, self.id())
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        _write(os.path.join(folder, "failure.txt"), details)
        if not hasattr(self, "program"):
            return
        self.session.screenshot(os.path.join(folder, "screen.png"))
        _write(os.path.join(folder, "accessibility.txt"), self._accessible_tree())
        for source in (self.program.log_path, self.session.log_path):
            if os.path.exists(source):
                shutil.copy(source, folder)
        if os.path.isdir(self.program.state_folder):
            shutil.copytree(
                self.program.state_folder, os.path.join(folder, "state"), ignore=_special_files
            )

    def what_is_seen(self):
        """A summary of the windows, their focus, and their lists."""
        if not hasattr(self, "program") or self.program.process is None:
            return "The program is not running."
        root = self.program.root()
        if root is None:
            return "The program is not on the bus."
        lines = ["What a screen reader finds:"]
        for frame in root.children():
            active = ", active" if frame.has_state(STATE_ACTIVE) else ""
            lines.append(f"{frame.role} {frame.name!r}{active}")
            for node in frame.descendants():
                with contextlib.suppress(GLib.Error):
                    lines += _seen(node)
        return "\n".join(lines[:SEEN_LINES])

    def what_is_kept(self):
        """The state files, those of the launch before included, each with its last records."""
        lines = ["State files:"]
        if not hasattr(self, "program"):
            return "There is no program."
        folder = self.program.state_folder
        for parent, _, names in sorted(os.walk(folder)):
            for name in sorted(names):
                path = os.path.join(parent, name)
                if ".state" not in name:
                    continue
                with contextlib.suppress(OSError), open(path, "rb") as file:
                    content = file.read()
                    lines.append(f"{os.path.relpath(path, folder)}, {len(content)} bytes")
                    records = content.decode(errors="replace").splitlines()[-KEPT_RECORDS:]
                    lines += ["    " + record[:KEPT_COLUMNS] for record in records]
        return "\n".join(lines[:SEEN_LINES])

    def _accessible_tree(self):
        if self.program.process is None:
            return "the program is not running\n"
        try:
            root = self.program.root()
            return "\n".join(root.dump()) if root else "the program is not on the bus\n"
        except GLib.Error as error:
            return f"{error.message}\n"


class WaylandJourney(Journey):
    """One journey in a Wayland session; skipped where there is no compositor to run."""

    session_kind = WaylandSession

    def setUp(self):
        if shutil.which("mutter") is None:
            self.skipTest("mutter is not installed")
        super().setUp()


def _seen(node):
    """A line about a node, if it shows the state of a window."""
    has_focus = node.has_state(STATE_FOCUSED)
    if not has_focus and node.role not in TEXTS | SEARCH_FIELDS | LIST_ITEMS:
        return []
    return [f"    {node.summary()}{', focused' if has_focus else ''}"]


def _write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def _special_files(folder, names):
    """What cannot be copied: sockets and the like."""
    paths = ((name, os.path.join(folder, name)) for name in names)
    return [name for name, path in paths if not (os.path.isfile(path) or os.path.isdir(path))]
