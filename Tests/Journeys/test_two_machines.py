"""Two machines share a home, and the locks of the one do not reach the other."""

import os
import shutil
import sqlite3
import subprocess

from gi.repository import Gio, GLib

from harness.accessibility import BUTTONS, names
from harness.journey import Journey
from harness.program import Program
from harness.session import BUS_CONFIGURATION
from harness.waiting import wait_until

SAVED, DRAFT, LATER = "Saved on the desk", "Half a thought at the desk", "Saved on the laptop"
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
            subprocess.run, ["fusermount3", "-u", "-z", self.home], check=True
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

    def _ended(self, patience=30, is_killed=False):
        status = self.process.wait(timeout=patience)
        self.process = None
        return status

    def says(self, text):
        """Whether any of its windows says so."""
        try:
            said = [name for frame in self.frames() for name in names(frame.descendants())]
        except GLib.Error:
            # A window went meanwhile.
            return False
        return any(text in name for name in said if name)


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
        """All files of the windows' state, but for the lease, which the desk renews."""
        files = {}
        for folder, _, found in os.walk(os.path.join(self.kept, "state")):
            for name in found:
                if not name.startswith("lease"):
                    with open(os.path.join(folder, name), "rb") as file:
                        files[os.path.join(folder, name)] = file.read()
        return files

    def texts(self):
        """The notes in the library."""
        database = sqlite3.connect(
            f"file:{self.kept}/data/hawk-notes/library.sqlite?mode=ro", uri=True
        )
        try:
            return {text for (text,) in database.execute("SELECT text FROM note")}
        finally:
            database.close()

    def leases(self):
        """Whether there is a lease of the library, and one of the windows' state."""
        return [
            os.path.exists(os.path.join(self.kept, path))
            for path in ("data/hawk-notes/library.sqlite-lease", "state/hawk-notes/lease")
        ]

    def test_the_second_waits_for_the_first_to_end(self):
        window = self.start()
        window.save_note(SAVED)
        window.write_draft(DRAFT)
        self.desk.wait_until_saved()
        self.assertEqual(self.leases(), [True, True])
        before = self.state()

        self.laptop.launch()

        wait_until(
            lambda: self.laptop.says("Your library is open on “desk”."), "the desk to be named"
        )
        # Longer than a silent machine is waited for.
        renewals = set()

        def is_renewed():
            with open(os.path.join(self.kept, "state/hawk-notes/lease"), "rb") as file:
                renewals.add(file.read())
            return len(renewals) > 5

        wait_until(is_renewed, "the desk's lease to be renewed", deadline=4 * LEASE_TIME)
        self.assertTrue(self.laptop.says("Your library is open on “desk”."))
        self.assertEqual(self.state(), before, "the laptop has changed nothing")
        window.expect_draft(DRAFT)
        # The laptop's window lies over it.
        window.find(BUTTONS, "Save Note").do_action()
        window.expect_draft("")
        self.assertEqual(self.desk.quit(), 0)
        wait_until(lambda: self.laptop.says(SAVED), "the library to open by itself")
        wait_until(lambda: self.laptop.says(DRAFT), "the note that the desk saved last")
        self.assertEqual(self.laptop.terminate(), 0)
        self.assertEqual(self.leases(), [False, False])
        self.assertEqual(self.texts(), {SAVED, DRAFT})

    def test_the_second_opens_when_the_first_is_gone(self):
        window = self.start()
        window.save_note(SAVED)
        window.write_draft(DRAFT)
        self.desk.wait_until_saved()
        self.laptop.launch()
        wait_until(
            lambda: self.laptop.says("Your library is open on “desk”."), "the desk to be named"
        )

        self.desk.kill_at_once()

        wait_until(lambda: self.laptop.says(SAVED), "the library to open", deadline=3 * LEASE_TIME)
        self.assertFalse(self.laptop.says("Your library is open on “desk”."))
        self.laptop.wait_until_saved()
        self.assertEqual(self.laptop.terminate(), 0)
        self.assertEqual(self.leases(), [False, False])
        self.assertEqual(self.texts(), {SAVED})
        # What was not saved came with the windows, and is the desk's again.
        window = self.start()
        window.expect_draft(DRAFT)
        self.assertTrue(window.says(SAVED))
        self.assertEqual(self.desk.quit(), 0)
