"""The ways in from outside: the desktop's tools, with the desktop entry that is installed."""

import os
import subprocess
import tempfile

from gi.repository import Gio, GLib

from harness.actions import APPLICATION_ID, APPLICATION_PATH, owner_pid
from harness.desktop_search import call
from harness.partner_program import OPENER, PartnerProgram
from harness.journey import Journey, WaylandJourney
from harness.series import REPOSITORY
from harness.waiting import wait_until

ENTRY, SERVICE = f"{APPLICATION_ID}.desktop", f"{APPLICATION_ID}.service"
SEARCH = APPLICATION_ID, f"{APPLICATION_PATH}/SearchProvider", "org.gnome.Shell.SearchProvider2"


class FromOutside:
    """A person's desktop, on which the program is installed. Mixed into a journey of each kind of session."""

    def setUp(self):
        super().setUp()
        folder = os.path.join(self.program.folder, "data", "applications")
        os.makedirs(folder)
        with open(os.path.join(REPOSITORY, "data", ENTRY), encoding="utf-8") as file:
            entry = file.read()
        # The private bus starts nothing; what is started is the program under test.
        entry = entry.replace("DBusActivatable=true\n", "")
        entry = entry.replace("Exec=hawk-notes", f"Exec={self.program.executable}")
        with open(os.path.join(folder, ENTRY), "w", encoding="utf-8") as file:
            file.write(entry)
        subprocess.run(["update-desktop-database", folder], check=True)

    def run_tool(self, *command):
        """Run a tool of the desktop, which must succeed."""
        # Not a pipe, which a program that the tool has started would keep open.
        with tempfile.TemporaryFile() as output:
            done = subprocess.run(
                command, env=self.program.environment(), stdin=subprocess.DEVNULL, timeout=30,
                stdout=output, stderr=subprocess.STDOUT, check=False,
            )
            output.seek(0)
            said = output.read().decode()
        self.assertEqual(done.returncode, 0, said)
        return said

    def end_the_started_one(self):
        """End the program that a tool has started."""
        if owner_pid(self.session.bus) is None:
            return
        self.program.actions.activate("quit")
        wait_until(lambda: owner_pid(self.session.bus) is None, "the program's end")

    def link(self, tab):
        return f"hawknotes://book/{tab.id}"

    def test_a_link_is_opened_by_the_desktop_whether_the_program_runs_or_not(self):
        self.start().write_draft("still here")
        self.run_tool("gio", "open", self.link(self.raven))
        self.program.window(self.raven.title)
        self.assertEqual(self.program.window_count(), 2)
        self.program.kill()
        self.addCleanup(self.end_the_started_one)
        self.run_tool("gio", "open", self.link(self.swift))
        pid = wait_until(lambda: owner_pid(self.session.bus), "the program")
        with self.program_of(pid):
            self.program.wait_for_windows(3)
            self.program.window(self.swift.title)
            self.program.window(self.hawk.title).expect_draft("still here")

    def program_of(self, pid):
        """Treat an existing process as the program."""
        program = self.program

        class Process:
            def __init__(self):
                self.pid = pid

            def poll(self):
                return None

            def __enter__(self):
                program.process = self

            def __exit__(self, *_):
                program.process = None

        return Process()

    def install_service(self):
        """Have the session's bus start the program for a call, as the installed file tells it to."""
        with open(os.path.join(REPOSITORY, "data", f"{SERVICE}.in"), encoding="utf-8") as file:
            text = file.read().replace("@bindir@/hawk-notes", self.program.executable)
        self.assertIn(f"Name={APPLICATION_ID}", text)
        path = os.path.join(self.session.services_folder, SERVICE)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        self.addCleanup(self.session.offer_services, {})
        self.addCleanup(os.remove, path)
        self.addCleanup(self.end_the_started_one)
        self.session.offer_services(self.program.environment())

    def test_the_bus_starts_it_for_a_search_and_for_a_link(self):
        self.start().write_draft("still here")
        self.program.quit()
        self.install_service()
        found, = self.session.bus.call_sync(
            *SEARCH, "GetInitialResultSet", GLib.Variant("(as)", (["swift"],)), None,
            Gio.DBusCallFlags.NONE, 20_000, None,
        ).unpack()
        self.assertIn(self.link(self.swift), found)
        pid = owner_pid(self.session.bus)
        with self.program_of(pid):
            self.assertEqual(self.program.window_count(), 0)
            self.run_tool("gapplication", "launch", APPLICATION_ID, self.link(self.swift))
            self.program.wait_for_windows(2)
            self.program.window(self.swift.title)
            self.program.window(self.hawk.title).expect_draft("still here")
            self.assertEqual(owner_pid(self.session.bus), pid)

    def test_actions_of_the_desktop(self):
        window = self.start()
        listed = self.run_tool("gapplication", "list-actions", APPLICATION_ID).split()
        self.assertEqual(listed, ["new-window", "new-note"])
        self.program.new_window(
            lambda: self.run_tool("gapplication", "action", APPLICATION_ID, "new-window")
        )
        self.run_tool("gapplication", "action", APPLICATION_ID, "search", "'Agatha'")
        wait_until(lambda: "Search" in self.program.titles(), "the search")
        self.assertFalse(window.shows_amazon_page)

    def test_the_interface_of_freedesktop(self):
        self.start()
        place = APPLICATION_ID, APPLICATION_PATH
        interface = "org.freedesktop.Application"
        call(self.session.bus, place, interface, "Open", "(asa{sv})", [self.link(self.raven)], {})
        self.program.window(self.raven.title)
        self.program.new_window(
            lambda: call(
                self.session.bus, place, interface, "ActivateAction", "(sava{sv})", "new-window", [], {}
            )
        )
        call(
            self.session.bus, place, interface, "ActivateAction", "(sava{sv})", "open-activity",
            [GLib.Variant("s", self.link(self.swift))], {},
        )
        self.program.window(self.swift.title)

    def test_actions_of_the_desktop_entry(self):
        window = self.start()
        path = os.path.join(self.program.folder, "data", "applications", ENTRY)
        file = GLib.KeyFile()
        file.load_from_file(path, GLib.KeyFileFlags.NONE)
        names = [name for name in file.get_string("Desktop Entry", "Actions").split(";") if name]
        self.assertEqual(names, ["new-window", "new-note"])
        for name in names:
            command = file.get_string(f"Desktop Action {name}", "Exec").split()
            self.run_tool(*command)
        self.program.wait_for_windows(2)
        self.session.input.type("at once")
        wait_until(
            lambda: "at once" in [one.draft() for one in self.program.windows()], "the draft"
        )
        self.assertIsNotNone(window)


class Outside(FromOutside, Journey):
    """On X11."""


class OutsideOnWayland(FromOutside, WaylandJourney):
    """On headless mutter."""

    def test_a_link_raises_its_window_over_the_program_in_which_it_was_pressed(self):
        window = self.start()
        environment = (f"{name}={value}" for name, value in self.program.environment().items())
        command = "env", *environment, self.program.executable, self.link(self.hawk)
        PartnerProgram(self, OPENER, *command)
        wait_until(lambda: not window.is_active, "the other program to have the keyboard")
        self.session.input.key("Return")
        window.wait_until_active()
        self.assertEqual(self.program.window_count(), 1)
