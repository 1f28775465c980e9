"""After a login the program is open again, in the background, if it was open when the session ended."""

import os
import shutil
import signal
import subprocess

from gi.repository import Gio, GLib

from harness.accessibility import STATE_CHECKED
from harness.actions import owner_pid
from harness.journey import Journey, WaylandJourney
from harness.other_program import OtherProgram
from harness.pointer import CONTROL
from harness.session_manager import SessionManager
from harness.waiting import stays_true, wait_until

DRAFT = "Half a thought"
ENTRY = "io.github.hawknotes.HawkNotes.desktop"
SWITCHES = frozenset({"switch", "toggle button"})


class LoginJourney(Journey):
    """The setting, and the entry by which the session starts the program."""

    @property
    def autostart_folder(self):
        return os.path.join(self.program.folder, "config", "autostart")

    @property
    def entry(self):
        return os.path.join(self.autostart_folder, ENTRY)

    def expect_entry(self):
        wait_until(lambda: os.path.exists(self.entry), "the entry")

    def expect_no_entry(self):
        wait_until(lambda: not os.path.exists(self.entry), "the entry to go")
        self.assertEqual(os.listdir(self.autostart_folder), [])

    def command(self):
        """The command of the entry, read as GLib and the specifications have it."""
        info = Gio.DesktopAppInfo.new_from_filename(self.entry)
        _, words = GLib.shell_parse_argv(info.get_commandline())
        return [word.replace("%%", "%") for word in words]

    def log_in(self):
        """Start the program as the session does."""
        executable, *arguments = self.command()
        own, self.program.executable = self.program.executable, executable
        self.program.launch(*arguments)
        self.program.executable = own

    def log_in_to_nothing(self):
        """Start the program as the session does; it has nothing to open."""
        status, output = self.program.run("--after-login")
        self.assertEqual((status, output), (0, ""))
        self.assertIsNone(owner_pid(self.session.bus))


class AfterLogin(LoginJourney):
    """On X11, where it can be asked to come up in the background."""

    def open_two(self):
        first = self.start()
        second = self.program.new_window(lambda: first.key("n", CONTROL))
        second.select_tab(self.raven)
        second.write_draft(DRAFT)
        first.write_draft("Another one")

    def switch(self, window):
        """Press the switch in the preferences."""
        window.key("comma", CONTROL)
        dialog = self.program.dialog("Preferences")
        (switch,) = dialog.frame.find_all(SWITCHES, "Open after login")
        was_on = switch.has_state(STATE_CHECKED)
        dialog.click(switch)
        wait_until(lambda: switch.has_state(STATE_CHECKED) != was_on, "the switch")
        dialog.close()

    def test_windows_come_back_behind_others_and_leave_the_keyboard_alone(self):
        with SessionManager(self.session) as manager:
            self.open_two()
            self.assertFalse(os.path.exists(self.entry), "it is off at first")
            self.switch(self.program.window(self.raven.title))
            self.expect_entry()
            order = self.session.stacked_titles()
            wait_until(lambda: manager.clients, "the program to register")
            self.assertTrue(manager.ask())
            manager.tell("EndSession")
            self.assertEqual(self.program.wait_until_gone(), 0)
        self.assertEqual(os.stat(self.entry).st_mode & 0o777, 0o600)
        if shutil.which("desktop-file-validate"):
            done = subprocess.run(
                ["desktop-file-validate", self.entry], capture_output=True, check=False
            )
            self.assertEqual((done.returncode, done.stdout), (0, b""))

        with OtherProgram(self.session) as other:
            self.log_in()
            self.program.wait_for_windows(2)
            wait_until(lambda: other.is_on_top, "the windows to lie behind")
            stays_true(lambda: other.has_keyboard and other.is_on_top, "the other's keyboard", 0.5)
            self.assertEqual(self.session.stacked_titles()[:-1], order)
        self.program.window(self.raven.title).expect_draft(DRAFT)
        self.program.window(self.hawk.title).expect_draft("Another one")
        self.expect_entry()

    def test_an_open_dialog_leaves_the_keyboard_alone_too(self):
        self.program.choose(open_after_login=True)
        self.start().key("comma", CONTROL)
        self.program.dialog("Preferences")
        self.expect_entry()
        self.program.kill()
        with OtherProgram(self.session) as other:
            self.log_in()
            self.program.dialog("Preferences")
            wait_until(lambda: other.is_on_top, "the dialog to lie behind")
            stays_true(lambda: other.has_keyboard and other.is_on_top, "the other's keyboard", 0.5)

    def test_what_a_person_asks_for_afterwards_comes_in_front(self):
        self.program.choose(open_after_login=True)
        self.start()
        self.expect_entry()
        self.program.kill()
        with OtherProgram(self.session) as other:
            self.log_in()
            (window,) = self.program.wait_for_windows(1)
            self.assertEqual(self.program.run(), (0, ""))
            wait_until(lambda: window.is_active and not other.is_on_top, "the window in front")

    def test_who_quits_finds_it_closed_after_the_login(self):
        self.program.choose(open_after_login=True)
        ends = (
            self.program.quit, self.close_the_window,
            lambda: self.program.process.send_signal(signal.SIGINT),
        )
        for end in ends:
            self.start()
            self.expect_entry()
            end()
            if self.program.process is not None:
                self.assertEqual(self.program.wait_until_gone(), 0)
            self.expect_no_entry()
            self.log_in_to_nothing()

    def close_the_window(self):
        (window,) = self.program.windows()
        self.session.close_window(window)

    def test_whatever_else_ends_it_leaves_the_entry(self):
        self.program.choose(open_after_login=True)
        self.start().write_draft(DRAFT)
        for end in (
            self.program.kill, self.program.terminate,
            lambda: self.program.process.send_signal(signal.SIGHUP),
        ):
            self.expect_entry()
            end()
            if self.program.process is not None:
                self.assertEqual(self.program.wait_until_gone(), 0)
            self.log_in()
            self.program.wait_for_windows(1)[0].expect_draft(DRAFT)

    def test_switched_off_it_has_no_entry_any_more(self):
        self.program.choose(open_after_login=True)
        window = self.start()
        self.expect_entry()
        self.switch(window)
        self.expect_no_entry()
        self.program.kill()
        self.log_in_to_nothing()

    def test_an_entry_from_before_it_was_switched_off_goes_at_the_login(self):
        for choices in ({}, {"open_after_login": True, "restore_windows": False}):
            self.program.choose(open_after_login=True)
            self.start()
            self.expect_entry()
            self.program.kill()
            self.program.choose(**choices)
            self.log_in_to_nothing()
            self.expect_no_entry()

    def test_a_program_that_runs_is_left_alone(self):
        self.program.choose(open_after_login=True)
        self.start()
        self.expect_entry()
        with OtherProgram(self.session) as other:
            self.assertEqual(self.program.run("--after-login"), (0, ""))
            stays_true(lambda: other.has_keyboard and other.is_on_top, "the other's keyboard", 0.3)
        self.assertEqual(self.program.window_count(), 1)

    def test_a_program_that_only_a_lock_tells_of_is_left_alone(self):
        self.program.choose(open_after_login=True)
        self.start()
        self.expect_entry()
        environment = self.program.environment() | {"DBUS_SESSION_BUS_ADDRESS": "disabled:"}
        status, output = self.program.run("--after-login", environment=environment)
        self.assertEqual(status, 0, output)
        self.expect_entry()

    def test_where_nothing_is_kept_there_is_nothing_to_open(self):
        self.program.choose(open_after_login=True)
        self.start()
        self.expect_entry()
        self.program.kill()
        shutil.rmtree(self.program.state_folder)
        self.log_in_to_nothing()
        self.expect_no_entry()

    def test_private_windows_do_not_come_back(self):
        self.program.choose(open_after_login=True)
        self.start().write_draft(DRAFT)
        self.program.actions.activate("new-private-window")
        self.program.wait_for_windows(2)
        self.expect_entry()
        self.program.kill()
        self.log_in()
        self.program.wait_for_windows(1)[0].expect_draft(DRAFT)

    def test_a_fresh_start_is_what_comes_back(self):
        self.program.choose(open_after_login=True)
        self.start().write_draft("of the start before")
        self.program.kill()
        self.start("--fresh").write_draft(DRAFT)
        self.expect_entry()
        self.program.kill()
        self.log_in()
        self.program.wait_for_windows(1)[0].expect_draft(DRAFT)

    def test_it_is_found_by_any_name_that_a_folder_may_have(self):
        folder = os.path.join(self.program.folder, "a 'b' \"c\" $d \\e\\n `f` = ~ ä #\ng")
        os.mkdir(folder)
        link = os.path.join(folder, os.path.basename(self.program.executable))
        os.symlink(os.path.realpath(self.program.executable), link)
        ordinary = self.program.environment
        self.program.environment = lambda: (
            ordinary() | {"PATH": f"{folder}:{os.environ['PATH']}"}
        )
        self.program.choose(open_after_login=True)
        self.start().write_draft(DRAFT)
        self.expect_entry()
        self.program.kill()
        self.assertEqual(self.command(), [link, "--after-login"])
        self.log_in()
        self.program.wait_for_windows(1)[0].expect_draft(DRAFT)


class EntriesOfOthers(LoginJourney):
    """What is in the entry's place and is not the program's stays, and costs nothing else."""

    TEXT = "[Desktop Entry]\nType=Application\nName=Mine\nExec=true\n"

    def expect_left_alone(self, put, look):
        self.program.choose(open_after_login=True)
        os.makedirs(self.autostart_folder, mode=0o755)
        put()
        before = look()
        window = self.start()
        wait_until(lambda: window.says("cannot open after the next login"), "word of it")
        window.write_draft(DRAFT)
        self.log_in_beside()
        self.assertEqual(self.program.quit(), 0)
        self.assertEqual(look(), before)
        self.start().expect_draft(DRAFT)
        self.program.kill()
        self.assertEqual(look(), before)
        self.assertEqual(self.program.run("--after-login")[0], 0)
        self.assertEqual(look(), before)

    def log_in_beside(self):
        self.assertEqual(self.program.run("--after-login")[0], 0)

    def write(self, text):
        with open(self.entry, "w", encoding="utf-8") as file:
            file.write(text)

    def read(self):
        with open(self.entry, encoding="utf-8") as file:
            return os.lstat(self.entry).st_ino, file.read()

    def test_somebody_elses_entry(self):
        self.expect_left_alone(lambda: self.write(self.TEXT), self.read)

    def test_its_own_entry_that_was_switched_off(self):
        self.program.choose(open_after_login=True)
        self.start()
        self.expect_entry()
        self.program.kill()
        _, text = self.read()
        shutil.rmtree(self.autostart_folder)
        self.expect_left_alone(lambda: self.write(text + "Hidden=true\n"), self.read)

    def test_a_link(self):
        target = os.path.join(self.program.folder, "mine")
        with open(target, "w", encoding="utf-8") as file:
            file.write(self.TEXT)
        self.expect_left_alone(
            lambda: os.symlink(target, self.entry), lambda: (os.readlink(self.entry), self.read())
        )

    def test_a_folder(self):
        self.expect_left_alone(lambda: os.mkdir(self.entry), lambda: os.listdir(self.entry))

    def test_a_pipe(self):
        self.expect_left_alone(lambda: os.mkfifo(self.entry), lambda: os.lstat(self.entry).st_ino)

    def test_a_file_in_place_of_the_folder(self):
        def put():
            os.rmdir(self.autostart_folder)
            with open(self.autostart_folder, "w", encoding="utf-8") as file:
                file.write("mine")
        self.expect_left_alone(put, lambda: os.stat(self.autostart_folder).st_ino)


class AfterLoginOnWayland(LoginJourney, WaylandJourney):
    """On Wayland, where the compositor decides where windows come up."""

    def test_the_window_comes_back(self):
        self.program.choose(open_after_login=True)
        self.start().write_draft(DRAFT)
        self.expect_entry()
        self.program.kill()
        self.log_in()
        self.program.wait_for_windows(1)[0].expect_draft(DRAFT)
        self.assertEqual(self.program.quit(), 0)
        self.expect_no_entry()
