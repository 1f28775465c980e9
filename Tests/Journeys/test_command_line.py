"""The command line: its output without a running program, and its commands to a running one."""

import os
import re
import shlex
import subprocess

from harness.actions import owner_pid
from harness.accessibility import BUTTONS, STATE_SENSITIVE, wait_until_focused
from harness.journey import AGATHA, Journey
from harness.series import REPOSITORY
from harness.waiting import wait_until, wait_until_equal

NO_BUS = {"DBUS_SESSION_BUS_ADDRESS": "disabled:"}


class CommandLine(Journey):
    """The output and the exit status of the program."""

    def test_help(self):
        status, output = self.program.run("--help")
        self.assertEqual(status, 0, output)
        self.assertIn("hawk-notes", output)
        places = [output.index(f"--{name}") for name in (
            "new-window", "private", "new-note", "search=TEXT", "workspace=NAME", "fresh",
            "list-windows", "quit", "after-login", "version",
        )]
        self.assertEqual(places, sorted(places))

    def test_the_manual_and_the_completions_know_every_option(self):
        _, output = self.program.run("--help")
        options = set(re.findall(r"--([a-z-]+)", output.split("Application Options:")[1]))
        options |= {"version"}
        self.assertGreater(len(options), 9)
        data = os.path.join(REPOSITORY, "data")
        for path in ("man/hawk-notes.1", "completions/hawk-notes.bash", "completions/_hawk-notes",
                     "completions/hawk-notes.fish"):
            with open(os.path.join(data, path), encoding="utf-8") as file:
                text = file.read().replace("\\-", "-")
            found = {one for one in options if not re.search(rf"(--|-l ){one}\b", text)}
            self.assertEqual(found, set(), path)

    def test_bash_completes_options_and_files(self):
        script = os.path.join(REPOSITORY, "data", "completions", "hawk-notes.bash")
        with open(os.path.join(self.program.folder, "a book.epub"), "wb"):
            pass

        def complete(*words):
            quoted = " ".join(shlex.quote(word) for word in ("hawk-notes", *words))
            done = subprocess.run(
                ["bash", "-c", f"compopt() {{ :; }}; . {shlex.quote(script)}; COMP_WORDS=({quoted}); "
                 f"COMP_CWORD={len(words)}; _hawk_notes; printf '%s\\n' \"${{COMPREPLY[@]}}\""],
                cwd=self.program.folder, stdout=subprocess.PIPE, check=True, text=True,
            )
            return done.stdout.split("\n")[:-1]

        self.assertEqual(complete("--new"), ["--new-window", "--new-note"])
        self.assertEqual(complete("--se"), ["--search="])
        self.assertEqual(complete("--quit", "a"), ["a book.epub"])
        self.assertEqual(complete("--search", "=", "a"), [""])

    def test_version(self):
        status, output = self.program.run("--version")
        self.assertEqual(status, 0, output)
        self.assertRegex(output, r"\d")

    def test_an_unknown_option_is_named(self):
        status, output = self.program.run("--no-such-option")
        self.assertGreater(status, 0, output)
        self.assertIn("no-such-option", output)

    def test_without_a_display_says_so_and_ends(self):
        environment = self.program.environment()
        for variable in ("DISPLAY", "WAYLAND_DISPLAY", "GDK_BACKEND"):
            environment.pop(variable, None)
        status, output = self.program.run(environment=environment)
        self.assertGreater(status, 0, f"ended by signal {-status}: {output}")
        self.assertRegex(output.lower(), "display")

    def test_what_needs_a_running_program_starts_none(self):
        status, output = self.program.run("--list-windows")
        self.assertEqual(status, 1, output)
        self.assertIn("not running", output)
        self.assertEqual(self.program.run("--quit"), (0, ""))
        self.assertEqual(os.listdir(os.path.join(self.program.folder, "state")), [])


class Start(Journey):
    """A start with something to do brings the windows back as well."""

    def test_searches(self):
        (window,) = self.program.start("--search", AGATHA[:4])
        window.expect_title("Search")
        wait_until(lambda: window.says(AGATHA), "what was found")

    def test_letters_that_the_locale_does_not_have(self):
        ordinary = self.program.environment
        self.program.environment = lambda: ordinary() | {"LC_ALL": "C", "LANG": "C"}
        (window,) = self.program.start("--search", "Zoë Ωmega")
        window.expect_title("Search")
        wait_until(lambda: window.says("No results for “Zoë Ωmega”."), "the words")
        status, output = self.program.run("--workspace", "Grüße")
        self.assertEqual(status, 1, output)
        self.assertNotIn("byte sequence", output)

    def test_opens_a_private_window_beside_those_that_come_back(self):
        self.start().write_draft("not private")
        self.program.kill()
        self.program.start("--private", windows=2)
        self.assertEqual(sorted(w.draft() for w in self.program.windows()), ["", "not private"])
        wait_until_equal(self.state_count, 1, "state files")

    def test_writes_a_note(self):
        first = self.start()
        first.select_tab(self.favorites)
        self.program.kill()
        (window,) = self.program.start("--new-note")
        window.expect_tab(self.hawk)
        self.session.input.type("at once")
        window.expect_draft("at once")

    def test_a_link_opens_one_window(self):
        (window,) = self.program.start(f"hawknotes://book/{self.raven.id}")
        window.expect_title(self.raven.title)

    def test_a_file_is_looked_at_for_import(self):
        path = os.path.join(self.program.folder, "Odd name ü.md")
        with open(path, "w", encoding="utf-8") as file:
            file.write("# A Book\n\nA note of mine\n")
        self.program.launch(path)
        dialog = self.program.dialog("Import")
        wait_until(lambda: dialog.says(os.path.basename(path)), "the file's name")

    def state_count(self):
        return len([p for p in self.program.state_files() if "windows" in p])


class RunningProgram(Journey):
    """The same, asked of a program that runs: over the session bus."""

    changes = {}

    def run_program(self, *arguments):
        """Run it beside the other one, which must keep running; return its output."""
        environment = self.program.environment() | self.changes
        pid = owner_pid(self.session.bus)
        status, output = self.program.run(*arguments, environment=environment)
        self.assertEqual(status, 0, output)
        self.assertEqual(owner_pid(self.session.bus), pid)
        return output

    def test_the_windows_are_listed_front_first_and_private_ones_without_a_title(self):
        first = self.start()
        first.select_tab(self.raven)
        self.program.new_window(lambda: self.run_program("--private", f"hawknotes://book/{self.swift.id}"))
        wait_until_equal(
            lambda: self.run_program("--list-windows").splitlines(),
            ["Private window", self.raven.title], "the titles",
        )

    def test_a_search_is_shown_in_the_front_window(self):
        window = self.start()
        self.run_program("--search", AGATHA)
        window.expect_title("Search")
        wait_until(lambda: window.says(AGATHA), "what was found")

    def test_a_note_is_written_on_the_page_that_is_shown(self):
        window = self.start()
        window.select_tab(self.raven)
        self.run_program("--new-note")
        self.session.raise_window(window)
        wait_until_focused(window.composer, "the focus in the composer")
        self.session.input.type("here")
        window.expect_draft("here")
        window.expect_tab(self.raven)

    def test_a_workspace_is_opened_by_its_name(self):
        first = self.start()
        first.write_draft("kept")
        first.actions.activate("show-workspaces")
        dialog = self.program.dialog("History")
        self.session.raise_window(dialog)
        self.session.input.type("Thesis")
        wait_until(lambda: dialog.find(BUTTONS, "Save").has_state(STATE_SENSITIVE), "a name")
        dialog.press("Save")
        dialog.press("Close Group")
        wait_until_equal(lambda: [w.draft() for w in self.program.windows()], [""], "a new window")
        environment = self.program.environment() | self.changes
        status, output = self.program.run("--workspace", "Thesen", environment=environment)
        self.assertEqual(status, 1, output)
        self.assertIn("“Thesen”", output)
        self.run_program("--workspace", "thesis")
        wait_until_equal(
            lambda: sorted(w.draft() for w in self.program.windows()), ["", "kept"], "the drafts"
        )

    def test_it_ends_when_it_is_told_to(self):
        self.start().write_draft("kept")
        environment = self.program.environment() | self.changes
        self.assertEqual(self.program.run("--quit", environment=environment), (0, ""))
        self.assertEqual(self.program.wait_until_gone(), 0)
        self.start().expect_draft("kept")


class RunningProgramWithoutABus(RunningProgram):
    """The process that asks has no session bus: a terminal of another login, or a job."""

    changes = NO_BUS

    def test_a_link_and_a_plain_start_reach_it(self):
        self.start()
        window = self.program.new_window(
            lambda: self.run_program(f"hawknotes://book/{self.raven.id}")
        )
        window.expect_title(self.raven.title)
        self.run_program()
        self.assertEqual(self.program.window_count(), 2)
