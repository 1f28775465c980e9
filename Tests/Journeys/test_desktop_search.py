"""The desktop's own search: what GNOME Shell and KRunner ask of the program, and what comes of it."""

import os

from gi.repository import Gio, GLib

from harness.actions import APPLICATION_PATH, owner_pid
from harness.desktop_search import Runner, ShellSearch, call
from harness.journey import AGATHA, Journey
from harness.waiting import wait_until


class DesktopSearchJourney(Journey):
    """A stand-in for the shell, and the program as the message bus starts it for a call."""

    def setUp(self):
        super().setUp()
        self.shell = ShellSearch(self.session.bus)

    def launch_service(self):
        self.program.launch("--gapplication-service")
        wait_until(lambda: owner_pid(self.session.bus) is not None, "its name on the bus")


class DesktopSearch(DesktopSearchJourney):
    """What is found, and what comes of it."""

    runs_on_own_series = True

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
        found = self.shell.find("kestrel", "is")
        self.assertEqual([(name, text) for _, name, text in found],
                         [(AGATHA, "A kestrel over the isle")])
        names = [name for _, name, _ in self.shell.find(AGATHA[:4].lower())]
        self.assertEqual(names[0], AGATHA)
        ids = [id for id, _, _ in self.shell.find(*self.raven.title.split())]
        self.assertIn(f"hawknotes://book/{self.raven.id}", ids)
        (fewer,) = self.shell.call("GetSubsearchResultSet", "(asas)", ids, ["kestrel"])
        self.assertEqual(fewer, [found[0][0]])
        self.assertEqual(self.shell.find("nowheretobefound"), [])
        self.assertEqual(self.program.window_count(), 0)
        self.assertEqual(self.program.state_files(), before)

    def test_what_is_chosen_is_shown_over_the_restored_session(self):
        self.write_a_note()
        self.launch_service()
        ((note, _, _),) = self.shell.find("kestrel")
        self.shell.call("ActivateResult", "(sasu)", note, ["kestrel"], 0)
        (window,) = self.program.wait_for_windows(1)
        window.expect_title(AGATHA)
        window.expect_draft("half a note")
        self.assertEqual(self.program.quit(), 0)

    def test_the_search_goes_on_in_the_program(self):
        self.launch_service()
        self.shell.call("LaunchSearch", "(asu)", [AGATHA, AGATHA[:3]], 0)
        (window,) = self.program.wait_for_windows(1)
        window.expect_title("Search")
        wait_until(lambda: window.says(AGATHA), "what was found")

    def test_a_program_with_windows_is_searched_as_it_is(self):
        self.start().save_note("A merlin just now")
        wait_until(lambda: self.shell.find("merlin"), "the note")
        self.assertEqual(self.program.window_count(), 1)

    def test_krunner_is_answered_too(self):
        self.write_a_note()
        self.launch_service()
        runner = Runner(self.session.bus)
        self.assertEqual(runner.call("Actions"), ([],))
        (matches,) = runner.call("Match", "(s)", "kestrel")
        ((link, title, icon, kind, relevance, properties),) = matches
        self.assertEqual((title, kind), (AGATHA, 30))
        self.assertEqual(properties["subtext"], "A kestrel over the isle")
        self.assertTrue(0 < relevance <= 1)
        self.assertTrue(icon)
        self.assertEqual(runner.call("Match", "(s)", "ke"), ([],))
        runner.call("Run", "(ss)", link, "")
        (window,) = self.program.wait_for_windows(1)
        window.expect_title(AGATHA)

    def test_calls_of_another_form_are_refused_and_change_nothing(self):
        self.launch_service()
        for method, signature, parameters in (
            ("GetInitialResultSet", "(s)", ("x",)), ("ActivateResult", "()", ()),
            ("NoSuchMethod", "()", ()),
        ):
            with self.assertRaises(GLib.Error):
                self.shell.call(method, signature, *parameters)
        self.shell.call("ActivateResult", "(sasu)", "hawknotes://note/none", [], 0)
        (window,) = self.program.wait_for_windows(1)
        wait_until(lambda: window.says("“none” in “hawknotes://note/none” is not a UUID."), "why")

    def test_the_interface_is_as_the_desktop_describes_it(self):
        self.launch_service()
        (described,) = call(
            self.session.bus, self.shell.place, "org.freedesktop.DBus.Introspectable", "Introspect"
        )
        interface = next(
            one for one in Gio.DBusNodeInfo.new_for_xml(described).interfaces
            if one.name == ShellSearch.INTERFACE
        )
        forms = {
            one.name: "".join(arg.signature for arg in one.in_args) + ">" +
            "".join(arg.signature for arg in one.out_args) for one in interface.methods
        }
        self.assertEqual(forms, {
            "GetInitialResultSet": "as>as", "GetSubsearchResultSet": "asas>as",
            "GetResultMetas": "as>aa{sv}", "ActivateResult": "sasu>", "LaunchSearch": "asu>",
        })
        self.assertTrue(self.shell.place[1].startswith(APPLICATION_PATH))


class NoLibrary(DesktopSearchJourney):
    """Nobody has opened the program yet."""

    needs_series_that_ships = True

    def test_nothing_is_found_and_none_is_made(self):
        self.launch_service()
        self.assertEqual(self.shell.find("kestrel"), [])
        folder = os.path.join(self.program.folder, "data", "hawk-notes")
        self.assertEqual(os.listdir(folder) if os.path.isdir(folder) else [], [])
