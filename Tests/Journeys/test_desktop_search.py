"""The desktop's own search: what GNOME Shell and KRunner ask of the program, and what comes of it."""

import configparser
import os

from gi.repository import Gio, GLib

from harness.actions import APPLICATION_ID, APPLICATION_PATH, owner_pid
from harness.journey import AGATHA, Journey
from harness.series import REPOSITORY
from harness.waiting import wait_until

TIMEOUT_MS = 10_000


class DesktopSearchJourney(Journey):
    """A stand-in for the shell, which knows of the program by the files that it installs."""

    def provider(self):
        """Bus name and object path of the search, from the file that GNOME Shell reads."""
        file = configparser.ConfigParser()
        file.optionxform = str
        file.read(os.path.join(REPOSITORY, "data", f"{APPLICATION_ID}.search-provider.ini"))
        entry = file["Shell Search Provider"]
        self.assertEqual(entry["Version"], "2")
        self.assertEqual(entry["DesktopId"], f"{APPLICATION_ID}.desktop")
        return entry["BusName"], entry["ObjectPath"]

    def runner(self):
        """The same for KRunner."""
        file = configparser.ConfigParser()
        file.optionxform = str
        file.read(os.path.join(REPOSITORY, "data", f"{APPLICATION_ID}.runner.desktop"))
        entry = file["Desktop Entry"]
        self.assertEqual(entry["X-Plasma-API"], "DBus")
        return entry["X-Plasma-DBusRunner-Service"], entry["X-Plasma-DBusRunner-Path"]

    def call(self, place, interface, method, signature, *parameters):
        name, path = place
        reply = self.session.bus.call_sync(
            name, path, interface, method, GLib.Variant(signature, parameters), None,
            Gio.DBusCallFlags.NO_AUTO_START, TIMEOUT_MS, None,
        )
        return reply.unpack()

    def shell(self, method, signature, *parameters):
        return self.call(
            self.provider(), "org.gnome.Shell.SearchProvider2", method, signature, *parameters
        )

    def launch_service(self):
        """Start the program as the message bus does for a call."""
        self.program.launch("--gapplication-service")
        wait_until(lambda: owner_pid(self.session.bus) is not None, "its name on the bus")

    def find(self, *words):
        """The ids and names of what is found, in order."""
        (ids,) = self.shell("GetInitialResultSet", "(as)", words)
        (metas,) = self.shell("GetResultMetas", "(as)", ids)
        self.assertEqual([meta["id"] for meta in metas], ids)
        return [(meta["id"], meta["name"], meta["description"]) for meta in metas]


class DesktopSearch(DesktopSearchJourney):
    """What is found, and what comes of it."""

    def write_a_note(self):
        window = self.start()
        window.open_character(AGATHA)
        window.expect_title(AGATHA)
        window.save_note("A kestrel over the isle")
        window.write_draft("half a note")
        self.program.quit()

    def test_a_service_finds_things_and_opens_no_window(self):
        self.write_a_note()
        before = self.program.state_files()
        self.launch_service()
        found = self.find("kestrel", "is")
        self.assertEqual([(name, text) for _, name, text in found],
                         [(AGATHA, "A kestrel over the isle")])
        names = [name for _, name, _ in self.find(AGATHA[:4].lower())]
        self.assertEqual(names[0], AGATHA)
        ids = [id for id, _, _ in self.find(*self.raven.title.split())]
        self.assertIn(f"hawknotes://book/{self.raven.id}", ids)
        (fewer,) = self.shell("GetSubsearchResultSet", "(asas)", ids, ["kestrel"])
        self.assertEqual(fewer, [found[0][0]])
        self.assertEqual(self.find("nowheretobefound"), [])
        self.assertEqual(self.program.window_count(), 0)
        self.assertEqual(self.program.state_files(), before)

    def test_what_is_chosen_is_shown_over_the_restored_session(self):
        self.write_a_note()
        self.launch_service()
        ((note, _, _),) = self.find("kestrel")
        self.shell("ActivateResult", "(sasu)", note, ["kestrel"], 0)
        (window,) = self.program.wait_for_windows(1)
        window.expect_title(AGATHA)
        window.expect_draft("half a note")
        self.assertEqual(self.program.quit(), 0)

    def test_the_search_goes_on_in_the_program(self):
        self.launch_service()
        first, rest = AGATHA[:3], AGATHA
        self.shell("LaunchSearch", "(asu)", [rest, first], 0)
        (window,) = self.program.wait_for_windows(1)
        window.expect_title("Search")
        wait_until(lambda: window.says(AGATHA), "what was found")

    def test_a_program_with_windows_is_searched_as_it_is(self):
        window = self.start()
        window.save_note("A merlin just now")
        wait_until(lambda: self.find("merlin"), "the note")
        self.assertEqual(self.program.window_count(), 1)

    def test_krunner_is_answered_too(self):
        self.write_a_note()
        self.launch_service()
        runner = self.runner()
        (actions,) = self.call(runner, "org.kde.krunner1", "Actions", "()")
        self.assertEqual(actions, [])
        (matches,) = self.call(runner, "org.kde.krunner1", "Match", "(s)", "kestrel")
        ((link, title, icon, kind, relevance, properties),) = matches
        self.assertEqual((title, kind), (AGATHA, 30))
        self.assertEqual(properties["subtext"], "A kestrel over the isle")
        self.assertTrue(0 < relevance <= 1)
        self.assertTrue(icon)
        self.assertEqual(self.call(runner, "org.kde.krunner1", "Match", "(s)", "ke"), ([],))
        self.call(runner, "org.kde.krunner1", "Run", "(ss)", link, "")
        (window,) = self.program.wait_for_windows(1)
        window.expect_title(AGATHA)

    def test_calls_of_another_form_are_refused_and_change_nothing(self):
        self.launch_service()
        for method, signature, parameters in (
            ("GetInitialResultSet", "(s)", ("x",)), ("ActivateResult", "()", ()),
            ("NoSuchMethod", "()", ()),
        ):
            with self.assertRaises(GLib.Error):
                self.shell(method, signature, *parameters)
        self.shell("ActivateResult", "(sasu)", "hawknotes://note/none", [], 0)
        (window,) = self.program.wait_for_windows(1)
        wait_until(lambda: window.says("“none” in “hawknotes://note/none” is not a UUID."), "why")

    def test_the_interface_is_as_the_desktops_describe_it(self):
        self.launch_service()
        name, path = self.provider()
        (described,) = self.call(
            (name, path), "org.freedesktop.DBus.Introspectable", "Introspect", "()"
        )
        interface = next(
            one for one in Gio.DBusNodeInfo.new_for_xml(described).interfaces
            if one.name == "org.gnome.Shell.SearchProvider2"
        )
        forms = {
            one.name: "".join(arg.signature for arg in one.in_args) + ">" +
            "".join(arg.signature for arg in one.out_args) for one in interface.methods
        }
        self.assertEqual(forms, {
            "GetInitialResultSet": "as>as", "GetSubsearchResultSet": "asas>as",
            "GetResultMetas": "as>aa{sv}", "ActivateResult": "sasu>", "LaunchSearch": "asu>",
        })
        self.assertTrue(path.startswith(APPLICATION_PATH))


class NoLibrary(DesktopSearchJourney):
    """Nobody has opened the program yet."""

    needs_series_that_ships = True

    def test_without_a_library_nothing_is_found_and_none_is_made(self):
        self.launch_service()
        self.assertEqual(self.shell("GetInitialResultSet", "(as)", ["kestrel"]), ([],))
        folder = os.path.join(self.program.folder, "data", "hawk-notes")
        self.assertEqual(os.listdir(folder) if os.path.isdir(folder) else [], [])
