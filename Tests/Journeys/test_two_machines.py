"""Two machines share a home, and the locks of the one do not reach the other."""

import contextlib
import json
import os
import shutil
import sqlite3
import subprocess
import tempfile

from gi.repository import Gio, GLib

from harness.accessibility import BUTTONS, TEXTS, names
from harness.actions import Actions
from harness.journey import Journey
from harness.program import Program
from harness.session import BUS_CONFIGURATION, connect
from harness.waiting import wait_until
from harness.window import COMPOSER

SAVED, DRAFT = "Saved on the desk", "Half a thought at the desk"
BESIDE, OWN_DRAFT = "Written beside the desk", "Half a thought on the laptop"
UNMOUNT = "fusermount3" if shutil.which("fusermount3") else "fusermount"
"""What bindfs comes with, which is another one in each version of Debian."""
LEASE_TIME = 8
"""Seconds without a sign after which a machine counts as gone; minutes, outside of the tests."""


class Machine(Program):
    """The program on a machine that sees the shared home under a name of its own."""

    def __init__(self, session, host):
        super().__init__(session)
        self.host = host
        self.home = os.path.join(self.folder, "shared")
        os.mkdir(self.home)

    def mount(self, kept, journey):
        """Mount the home; unmount it when the journey is over, and the program has ended."""
        subprocess.run(["bindfs", kept, self.home], check=True)
        journey.addCleanup(
            subprocess.run, [UNMOUNT, "-u", "-z", self.home], check=True
        )
        journey.addCleanup(self.end)

    def end(self):
        """End the program wherever it is."""
        if self.process is not None:
            self.kill_at_once()

    @property
    def state_folder(self):
        return os.path.join(self.home, "state", "hawk-notes")

    def environment(self):
        return super().environment() | {
            "XDG_DATA_HOME": os.path.join(self.home, "data"),
            "XDG_STATE_HOME": os.path.join(self.home, "state"),
            "HAWK_NOTES_HOST": self.host,
            "HAWK_NOTES_LEASE_MS": str(LEASE_TIME * 1000),
        }

    def find_in_any_window(self, roles, name):
        """Wait for the thing of this kind and name in any of its windows."""
        def look():
            return next((node for frame in self.frames() for node in frame.find_all(roles, name)), None)

        return wait_until(look, f"{name!r} in any window")

    def says(self, text):
        """Whether any of its windows says so."""
        try:
            said = [name for frame in self.frames() for name in names(frame.descendants())]
        except GLib.Error:
            # A window went meanwhile.
            return False
        return any(text in name for name in said if name)

    def has_draft(self, text):
        """Whether this stands in the composer of any of its windows."""
        try:
            return any(
                node.text == text
                for frame in self.frames()
                for node in frame.find_all(TEXTS, COMPOSER)
            )
        except GLib.Error:
            return False


class SecondMachine(Machine):
    """One with a session bus of its own: on that of the journey there is the first one's program."""

    def __init__(self, session, host):
        super().__init__(session, host)
        socket, services = (os.path.join(self.folder, name) for name in ("bus", "services"))
        os.mkdir(services)
        configuration = os.path.join(self.folder, "bus.conf")
        with open(configuration, "w", encoding="utf-8") as file:
            file.write(BUS_CONFIGURATION.format(socket=socket, services=services))
        self._address = f"unix:path={socket}"
        self._bus = subprocess.Popen(
            ["dbus-daemon", "--nofork", f"--config-file={configuration}"], stderr=subprocess.DEVNULL
        )
        wait_until(lambda: os.path.exists(socket), "the second session bus")
        self.bus = wait_until(lambda: connect(self._address), "a connection to it")
        self.actions = Actions(self.bus)

    def end(self):
        super().end()
        self._bus.terminate()
        self._bus.wait()

    def environment(self):
        # What a screen reader finds is seen from the journey.
        accessibility = self.session.bus.call_sync(
            "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None,
            Gio.DBusCallFlags.NONE, 2000, None,
        )
        return super().environment() | {
            "DBUS_SESSION_BUS_ADDRESS": self._address,
            "AT_SPI_BUS_ADDRESS": accessibility.unpack()[0],
        }


class TwoMachines(Journey):
    """A desk that is at work, and a laptop that is opened beside it."""

    needs_series_that_ships = True

    def setUp(self):
        super().setUp()
        if shutil.which("bindfs") is None:
            self.skipTest("bindfs is not installed")
        if not os.access("/dev/fuse", os.R_OK | os.W_OK):
            self.skipTest("there is no /dev/fuse to mount with")
        self.kept = os.path.join(self.program.folder, "kept")
        for name in ("data", "state"):
            os.makedirs(os.path.join(self.kept, name), 0o700)
        self.desk = self.program = self.machine(Machine, "desk")
        self.laptop = self.machine(SecondMachine, "laptop")

    def machine(self, kind, host):
        machine = kind(self.session, host)
        self.addCleanup(machine.dispose)
        machine.mount(self.kept, self)
        return machine

    def state(self):
        """All files of the windows' state, but for the lease, which the desk renews, and the laptop's own."""
        files = {}
        for folder, _, found in os.walk(os.path.join(self.kept, "state")):
            if os.path.basename(folder) == "crashes" or "/hosts" in folder:
                continue
            for name in found:
                if not name.startswith("lease"):
                    with open(os.path.join(folder, name), "rb") as file:
                        files[os.path.join(folder, name)] = file.read()
        return files

    def texts(self):
        """The notes in the library, read from a copy.

        A connection from here would know nothing of the machines' locks: it would take itself for the only one, and
        empty the index of the log under them.
        """
        with tempfile.TemporaryDirectory() as folder:
            wait_until(lambda: self.copy_library(folder) == self.copy_library(folder), "a whole copy")
            path = os.path.join(folder, "library.sqlite")
            with contextlib.closing(sqlite3.connect(path)) as database:
                return [text for (text,) in database.execute("SELECT text FROM note ORDER BY text")]

    def copy_library(self, folder):
        """Copy the library and its log as they are now; return them."""
        contents = []
        for name in ("library.sqlite", "library.sqlite-wal"):
            try:
                with open(os.path.join(self.kept, "data", "hawk-notes", name), "rb") as file:
                    contents.append(file.read())
            except FileNotFoundError:
                contents.append(b"")
            with open(os.path.join(folder, name), "wb") as file:
                file.write(contents[-1])
        return contents

    def leases(self):
        """The machines that have a lease of the library, and of the windows' state."""
        holders = []
        for path in ("data/hawk-notes/library.sqlite-lease", "state/hawk-notes/lease"):
            try:
                with open(os.path.join(self.kept, path), encoding="utf-8") as file:
                    holders.append(json.load(file)["name"])
            except FileNotFoundError:
                holders.append(None)
        return holders

    def start_at_the_desk(self):
        """Save a note at the desk and begin another one."""
        window = self.start()
        window.save_note(SAVED)
        window.write_draft(DRAFT)
        self.desk.wait_until_saved()
        self.assertEqual(self.leases(), ["desk", "desk"])
        return window

    def start_the_laptop(self):
        """Start it beside the desk."""
        window = self.laptop.start()[0]
        wait_until(
            lambda: window.says("Your library is open on “desk”, and this is a copy."),
            "the desk to be named",
        )
        return window

    def test_the_second_reads_a_copy_until_the_first_has_ended(self):
        desk = self.start_at_the_desk()
        before = self.state()

        laptop = self.start_the_laptop()

        self.assertTrue(laptop.says(SAVED))
        laptop.expect_draft("")
        laptop.write_draft(BESIDE)
        laptop.find(BUTTONS, "Save Note").do_action()
        laptop.expect_draft("")
        laptop.write_draft(OWN_DRAFT)
        self.laptop.wait_until_saved()
        # Longer than a silent machine is waited for.
        renewals = set()

        def is_renewed():
            with open(os.path.join(self.kept, "state/hawk-notes/lease"), "rb") as file:
                renewals.add(file.read())
            return len(renewals) > 5

        wait_until(is_renewed, "the desk's lease to be renewed", deadline=4 * LEASE_TIME)
        self.assertTrue(laptop.says("Your library is open on “desk”"))
        self.assertEqual(self.state(), before, "the laptop has changed nothing of the desk's")
        self.assertEqual(self.texts(), [SAVED])
        desk.expect_draft(DRAFT)
        # The laptop's window lies over it.
        desk.find(BUTTONS, "Save Note").do_action()
        desk.expect_draft("")
        laptop.find(BUTTONS, "Refresh").do_action()
        wait_until(lambda: self.laptop.says(DRAFT), "the note that the desk saved last")
        wait_until(lambda: self.laptop.has_draft(OWN_DRAFT), "the laptop's own draft")
        self.assertEqual(self.desk.quit(), 0)
        wait_until(
            lambda: self.laptop.says("Your library is no longer open on “desk”."), "the end of it"
        )
        self.laptop.find_in_any_window(BUTTONS, "Open Library").do_action()
        wait_until(lambda: self.leases() == ["laptop", "laptop"], "the library to be the laptop's")
        wait_until(lambda: BESIDE in self.texts(), "the note that was written beside the desk")
        wait_until(lambda: self.laptop.has_draft(OWN_DRAFT), "the laptop's own window")
        self.assertEqual(self.laptop.terminate(), 0)
        self.assertEqual(self.leases(), [None, None])
        self.assertEqual(self.texts(), sorted([SAVED, DRAFT, BESIDE]))

    def test_the_second_opens_when_the_first_is_gone(self):
        self.start_at_the_desk()
        self.start_the_laptop()

        self.desk.kill_at_once()

        wait_until(
            lambda: self.laptop.says("Your library is no longer open on “desk”."),
            "the desk to be gone",
            deadline=3 * LEASE_TIME,
        )
        self.laptop.find_in_any_window(BUTTONS, "Open Library").do_action()
        # What was not saved comes with the desk's windows.
        wait_until(lambda: self.laptop.has_draft(DRAFT), "the desk's draft")
        self.laptop.wait_until_saved()
        self.assertEqual(self.laptop.terminate(), 0)
        self.assertEqual(self.leases(), [None, None])
        self.assertEqual(self.texts(), [SAVED])
        self.desk.start(windows=2)
        self.assertTrue(self.desk.says(SAVED))
        wait_until(lambda: self.desk.has_draft(DRAFT), "the desk's draft")
        self.assertEqual(self.desk.quit(), 0)

    def test_windows_of_a_copy_are_offered_later(self):
        self.start_at_the_desk()
        laptop = self.start_the_laptop()
        laptop.write_draft(OWN_DRAFT)
        self.laptop.wait_until_saved()
        self.laptop.kill_at_once()
        # As it was, still beside the desk.
        laptop = self.start_the_laptop()
        laptop.expect_draft(OWN_DRAFT)
        self.assertEqual(self.laptop.terminate(), 0)
        self.assertEqual(self.desk.quit(), 0)

        self.laptop.start()

        offer = "1 window is left from when another computer was using your library."
        wait_until(lambda: self.laptop.says(offer), "the offer")
        self.assertFalse(self.laptop.has_draft(OWN_DRAFT))
        self.laptop.find_in_any_window(BUTTONS, "Open").do_action()
        wait_until(lambda: self.laptop.has_draft(OWN_DRAFT), "the window of the copy")
        wait_until(lambda: self.laptop.has_draft(DRAFT), "the desk's window beside it")
        self.laptop.wait_until_saved()
        self.assertEqual(self.laptop.terminate(), 0)
        self.laptop.start(windows=2)
        wait_until(lambda: self.laptop.has_draft(OWN_DRAFT), "the window of the copy, which stays")
        self.assertFalse(self.laptop.says(offer))
        self.assertEqual(self.laptop.terminate(), 0)

    def test_one_that_wakes_leaves_everything_to_the_other(self):
        desk = self.start_at_the_desk()
        self.desk.stop()
        laptop = self.start_the_laptop()
        wait_until(
            lambda: self.laptop.says("Your library is no longer open on “desk”."),
            "the desk to be asleep",
            deadline=3 * LEASE_TIME,
        )
        self.laptop.find_in_any_window(BUTTONS, "Open Library").do_action()
        wait_until(lambda: self.leases() == ["laptop", "laptop"], "the library to be the laptop's")
        wait_until(lambda: self.laptop.has_draft(DRAFT), "the desk's window on the laptop")
        self.laptop.wait_until_saved()
        before = self.state()

        self.desk.go_on()

        wait_until(
            lambda: self.desk.says("Your library is open on “laptop”, and this is a copy."),
            "the laptop to be named",
        )
        wait_until(lambda: self.desk.has_draft(DRAFT), "the desk's window in a folder of its own")
        self.assertEqual(self.state(), before, "the desk has changed nothing of the laptop's")
        self.assertEqual(self.leases(), ["laptop", "laptop"])
        self.assertEqual(self.laptop.terminate(), 0)
        self.assertEqual(self.desk.terminate(), 0)
        self.assertEqual(self.texts(), [SAVED])
