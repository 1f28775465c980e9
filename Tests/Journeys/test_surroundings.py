"""However the program is started, it starts, or says why not; and nothing around it can end it."""

import os
import re
import signal
import subprocess

from harness.journey import Journey
from harness.processes import is_running
from harness.surroundings import begin_with, modes_below
from harness.waiting import stays_true, wait_until, wait_until_there
from hostile.oddities import NOBODY
from web_journey import EngineJourney

DRAFT = "Otters in the harbour"
NONSENSE = "hawknotes://nonsense"


def mode_of(path):
    """The permissions of a file or a folder."""
    return os.stat(path).st_mode & 0o7777


class StandardDescriptors(Journey):
    """Where messages go is no business of what a person writes."""

    PLACES = {
        "a full disk": "2>/dev/full",
        "nothing": "2>&-",
        "nothing at all": "<&- >&- 2>&-",
        "a pipe without a reader": "2> >(exec true)",
        "a file that is read": "2</dev/null",
    }

    def test_messages_that_cannot_be_written_end_nothing(self):
        for name, place in self.PLACES.items():
            with self.subTest(name):
                begin_with(self.program, redirections=place)
                window = self.start()
                window.write_draft("o")
                for _ in range(3):
                    self.assertEqual(self.program.run(NONSENSE)[0], 0)
                pid = self.program.process.pid
                stays_true(lambda one=pid: is_running(one), "the program to run")
                window.write_draft("k")
                self.assertEqual(self.program.quit(), 0)

    def test_closed_descriptors_never_become_files_of_the_program(self):
        begin_with(self.program, redirections="<&- >&- 2>&-")
        window = self.start()
        window.save_note(DRAFT)
        pid = self.program.process.pid
        places = {number: os.readlink(f"/proc/{pid}/fd/{number}") for number in range(3)}
        self.assertEqual(set(places.values()), {"/dev/null"}, places)
        self.program.run(NONSENSE)
        self.assertEqual(self.program.quit(), 0)

    def test_a_pipe_that_nobody_reads_holds_up_nothing(self):
        begin_with(
            self.program, 'rm -f "$folder/full"; mkfifo "$folder/full"', '2<>"$folder/full"'
        )
        window = self.start()
        # Some 100 kB of messages, half as much again as a pipe holds.
        address = NONSENSE + "/" + "x" * 10_000
        for _ in range(10):
            self.assertEqual(self.program.run(address)[0], 0)
        window.write_draft(DRAFT)
        window.expect_draft(DRAFT)
        self.assertEqual(self.program.quit(), 0)

    def test_messages_are_in_the_log_when_it_can_be_written(self):
        self.start()
        self.program.run(NONSENSE)
        wait_until(lambda: NONSENSE.encode() in self.log() or b"nonsense" in self.log(), "a message")
        self.assertEqual(self.program.quit(), 0)
        lines = [line for line in self.log().splitlines() if b"nonsense" in line]
        self.assertEqual(len(lines), 1, lines)
        self.assertTrue(lines[0].startswith(b"hawk-notes: "), lines)

    def log(self):
        with open(self.program.log_path, "rb") as log:
            return log.read()

    def test_the_version_that_nobody_reads_is_no_crash(self):
        for place in (">/dev/full", ">&-", "> >(exec true)"):
            begin_with(self.program, redirections=place)
            self.assertIn(self.program.run("--version")[0], (0, 1), place)
        begin_with(self.program)
        self.assertRegex(self.program.run("--version")[1], r"^Hawk Notes \d")


class Files(Journey):
    """Whatever the umask, what is kept belongs to the person alone, and can be used."""

    def test_are_the_persons_alone(self):
        for umask in ("0000", "0777"):
            with self.subTest(umask):
                begin_with(
                    self.program,
                    f'umask {umask}\nfor part in DATA STATE CACHE CONFIG; do\n'
                    f'  export XDG_${{part}}_HOME="$folder/{umask}/$part"\ndone',
                )
                top = os.path.join(self.program.folder, umask)
                os.mkdir(top, 0o700)
                window = self.start()
                window.save_note("A note")
                window.write_draft(DRAFT)
                self.assertEqual(self.program.quit(), 0)
                modes = modes_below(top)
                self.assertTrue(any(path.endswith("library.sqlite") for path in modes), modes)
                self.assertTrue(any(path.endswith(".state") for path in modes), modes)
                for path, (mode, is_folder) in modes.items():
                    self.assertEqual(oct(mode), oct(0o700 if is_folder else 0o600), path)
                self.start().expect_draft(DRAFT)
                self.assertEqual(self.program.quit(), 0)


class Folders(Journey):
    """Where a person's files are is known, or it is said why not."""

    # There must be no library before the first start.
    needs_series_that_ships = True

    def says(self, *words):
        """Start, wait for the window that says these words, and quit it."""
        self.program.start(windows=None)
        (frame,) = wait_until_there(self.program.frames, "a window")
        wait_until(lambda: all(word in "\n".join(frame.words()) for word in words), words)
        button = next(node for node in frame.descendants() if node.name == "Quit")
        button.do_action()
        self.assertEqual(self.program.wait_until_gone(), 1)
        for word in words:
            self.assertIn(word, self.program.log_tail())

    def test_a_folder_that_is_no_text_is_named(self):
        for variable in ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
            with self.subTest(variable):
                begin_with(self.program, f"export {variable}=\"$folder\"/$'re\\xffder'")
                self.says(variable, "UTF-8")
                paths = modes_below(self.program.folder)
                own = [path for path in paths if os.path.basename(path) == "hawk-notes"]
                self.assertEqual(own, [], "files of the program in another folder")

    def test_a_home_that_is_no_text_is_named_when_it_is_needed(self):
        begin_with(self.program, "export HOME=\"$folder\"/$'re\\xffder'")
        self.start()
        self.assertEqual(self.program.quit(), 0)
        begin_with(
            self.program, "export HOME=\"$folder\"/$'re\\xffder'\nunset ${!XDG_*}\n"
            'export XDG_RUNTIME_DIR="$folder/runtime"',
        )
        self.says("HOME", "UTF-8")

    def test_preferences_may_be_in_a_folder_that_is_no_text(self):
        begin_with(self.program, "export XDG_CONFIG_HOME=\"$folder\"/$'re\\xffder'")
        self.start().write_draft(DRAFT)
        self.assertEqual(self.program.quit(), 0)

    def test_folders_that_are_relative_are_ignored_everywhere(self):
        begin_with(
            self.program,
            'mkdir -p "$folder/current"; cd "$folder/current"\n'
            "export XDG_CONFIG_HOME=config XDG_CACHE_HOME=cache HOME=home",
        )
        window = self.start()
        window.write_draft(DRAFT)
        window.actions.activate("toggle-fullscreen")
        self.assertEqual(self.program.quit(), 0)
        self.assertEqual(os.listdir(os.path.join(self.program.folder, "current")), [])
        self.start().expect_draft(DRAFT)

    def test_without_a_home_the_accounts_own_is_found(self):
        begin_with(self.program, "unset HOME")
        window = self.start()
        window.write_draft(DRAFT)
        self.assertEqual(self.program.quit(), 0)
        begin_with(self.program)
        self.start().expect_draft(DRAFT)

    def expect_home_is_refused(self, home, above):
        """Start with a home that cannot be made, and expect the folder above it to keep its rights."""
        before = mode_of(above)
        self.program.start(windows=None)
        (frame,) = wait_until_there(self.program.frames, "a window")
        wait_until(lambda: home in "\n".join(frame.words()), "the folder's name")
        # As the program sees it, which may have mounts of its own.
        seen = f"/proc/{self.program.process.pid}/root{above}"
        self.assertEqual(oct(mode_of(seen)), oct(before), f"the rights of {above}")
        next(node for node in frame.descendants() if node.name == "Quit").do_action()
        self.program.wait_until_gone()

    def begin_at_home(self, home, as_root):
        """Begin with this home and nothing else; root begins by another command first."""
        begin_with(
            self.program,
            f'if [ "$(id -u)" = 0 ] && [ -z "${{begun-}}" ]; then begun=1 exec {as_root} "$0" "$@"; fi\n'
            f'unset begun ${{!XDG_*}}\nexport HOME={home} XDG_RUNTIME_DIR="$folder/runtime"',
        )

    def test_a_home_that_cannot_be_written_to_is_said(self):
        if os.geteuid() == 0:
            # Root may change the rights of /proc, and the whole machine would have them.
            private = ["unshare", "--mount", "mount", "-t", "proc", "proc", "/proc"]
            if subprocess.run(private, check=False).returncode != 0:
                self.skipTest("root cannot have a /proc of its own here")
            self.addCleanup(os.chmod, "/proc", mode_of("/proc"))
        self.begin_at_home(
            "/proc/nothing", "unshare --mount sh -c 'mount -t proc proc /proc && exec \"$0\" \"$@\"'"
        )
        self.expect_home_is_refused("/proc/nothing", "/proc")

    def test_a_home_in_a_folder_of_another_user_is_said(self):
        above = os.path.join(self.program.folder, "above")
        os.mkdir(above)
        if os.geteuid() == 0:
            os.chmod(above, 0o755)
            os.chown(above, NOBODY, NOBODY)
        else:
            # Nobody else can be given a folder.
            os.chmod(above, 0o555)
        self.begin_at_home(f"{above}/nothing", "setpriv --inh-caps=-all --bounding-set=-all")
        self.expect_home_is_refused(f"{above}/nothing", above)

    def test_a_current_folder_that_is_gone_is_not_needed(self):
        begin_with(
            self.program, 'mkdir -p "$folder/gone"; cd "$folder/gone"; rmdir "$folder/gone"'
        )
        window = self.start()
        window.save_note("A note")
        self.assertEqual(self.program.quit(), 0)

    def test_without_a_display_the_reason_is_in_the_log(self):
        begin_with(self.program, "unset DISPLAY WAYLAND_DISPLAY\nexport XDG_DATA_HOME=/$'\\xff'")
        status, output = self.program.run()
        self.assertEqual(status, 1, output)
        self.assertIn("XDG_DATA_HOME", output)


class Arguments(Journey):
    """Arguments that are no text open nothing, here or in the program that runs already."""

    ODD = (b"\xff\xfe", b"hawknotes://book/\xff", b"file:///tmp/\xff", b"--\xff", b"\xff=\xfe", b"")

    def test_end_nothing(self):
        self.start().write_draft(DRAFT)
        pid = self.program.process.pid
        for argument in self.ODD:
            with self.subTest(argument):
                status, output = self.program.run(argument)
                self.assertEqual(status, 1 if argument.startswith(b"--") else 0, output)
                stays_true(lambda: is_running(pid), "the program to run", 0.3)
        self.assertEqual(self.program.quit(), 0)

    def test_the_first_start_survives_them_too(self):
        for argument in self.ODD:
            with self.subTest(argument):
                if argument.startswith(b"--"):
                    status, output = self.program.run(argument)
                    self.assertEqual(status, 1, output)
                else:
                    self.program.start(argument, windows=None)
                    self.assertEqual(self.program.quit(), 0)


class OtherPrograms(EngineJourney):
    """What the program sees to for itself is not handed down to what it starts."""

    def test_get_the_umask_and_the_signals_that_there_were(self):
        begin_with(self.program, "umask 0027")
        browser = os.path.join(self.program.folder, "browser")
        with open(browser, "w", encoding="utf-8") as file:
            file.write(f"#!/bin/sh\n(umask; grep SigIgn /proc/$$/status) >'{self.browser.log}'\n")
        window = self.start_at("/one")
        self.show(window, "/one")
        window.press("Open in Browser")
        wait_until(lambda: len(self.browser.addresses) == 2, "the browser")
        umask, ignored = self.browser.addresses
        self.assertEqual(umask, "0027")
        self.assertEqual(int(ignored.split()[1], 16) & 1 << signal.SIGPIPE - 1, 0, ignored)
