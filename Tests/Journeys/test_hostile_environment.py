"""Homes, variables, rights, paths and limits that nobody would choose."""

import os
import resource
import subprocess

from harness.accessibility import BUTTONS
from harness.waiting import wait_until, wait_until_there
from hostile.cases import cases
from hostile.journey import HostileJourney
from hostile.oddities import NOBODY
from hostile.program import drop_rights

FOLDERS = ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")
NOT_UTF8 = b"caf\xe9-\xff"


def no_home(journey):
    """Only HOME is missing; where things are kept is said by the other variables."""
    journey.program.changes["HOME"] = None


def home_that_is_not_there(journey):
    journey.program.changes["HOME"] = "/nonexistent"


def read_only_home(journey):
    """Nothing is said but HOME, in which nothing can be made: it only has to run."""
    home = journey.folder("read-only home")
    os.chmod(home, 0o500)
    journey.program.preparations.append(drop_rights)
    journey.program.changes |= dict.fromkeys(FOLDERS) | {"HOME": home}
    journey.keeps = False


def no_folders(journey):
    """Nothing is said but HOME, and in it there is nothing yet."""
    journey.program.changes |= dict.fromkeys(FOLDERS) | {"HOME": journey.folder("bare home")}


def nothing_at_all(journey):
    """Neither HOME nor any folder: the home is that of the user database."""
    journey.skip_unless_home_is_disposable()
    journey.program.changes |= dict.fromkeys(FOLDERS) | {"HOME": None}


def empty_variables(journey):
    journey.program.changes |= dict.fromkeys(FOLDERS, "") | {"HOME": journey.folder("home again")}


def relative_folders(journey):
    """The XDG specification says that relative paths are to be ignored."""
    journey.program.changes |= dict.fromkeys(FOLDERS, "somewhere/below")
    # Where else the graphics library would make its cache.
    journey.program.preparations.append(lambda: os.chdir(journey.program.folder))
    journey.program.changes["HOME"] = journey.folder("home for relative")


def folders_with_other_bytes(journey):
    base = os.path.join(journey.program.folder.encode(), NOT_UTF8)
    for name in FOLDERS:
        path = os.path.join(base, name.encode())
        os.makedirs(path, 0o700)
        journey.program.changes[name] = path
    # Swift cannot name them: that is said, and no other folder is used.
    journey.refused = "XDG_DATA_HOME"


def folders_with_spaces_and_quotes(journey):
    for name in FOLDERS:
        path = os.path.join(journey.program.folder, f"it's \"{name}\" %41 ?#;", "näher")
        os.makedirs(path, 0o700)
        journey.program.changes[name] = path


def long_folders(journey):
    """SQLite knows no path longer than 512 bytes; all else may be as long as the kernel takes."""
    for name in FOLDERS:
        count = 1 if name == "XDG_DATA_HOME" else 18
        path = os.path.join(journey.program.folder, *["a" * 200] * count, name)
        os.makedirs(path, 0o700)
        journey.program.changes[name] = path


def umask_of_nothing(journey):
    journey.program.preparations.append(lambda: os.umask(0))


def umask_of_everything(journey):
    journey.program.preparations.append(drop_rights)
    journey.program.preparations.append(lambda: os.umask(0o777))


def no_current_folder(journey):
    folder = os.path.join(journey.program.folder, "gone")

    def leave_nothing():
        os.mkdir(folder)
        os.chdir(folder)
        os.rmdir(folder)

    journey.program.preparations.append(leave_nothing)


def argument_with_other_bytes(journey):
    journey.arguments = [b"hawknotes://book/" + NOT_UTF8]


def file_with_other_bytes(journey):
    journey.arguments = [b"/tmp/" + NOT_UTF8 + b".txt"]
    journey.refused_import = "cannot be read: No such file or directory"


def long_argument(journey):
    journey.arguments = ["hawknotes://book/" + "x" * 100_000]


def few_descriptors(journey):
    journey.program.preparations.append(
        lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
    )


def small_files(journey):
    """Files may have one megabyte: a signal that nobody handles would end the program."""
    journey.program.preparations.append(
        lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
    )


def no_core_and_small_stack(journey):
    def limit():
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_STACK, (1 << 20, 1 << 20))

    journey.program.preparations.append(limit)


def unknown_locale(journey):
    journey.program.changes |= {"LANG": "xx_YY.nothing", "LC_ALL": "xx_YY.nothing"}


def no_runtime_folder(journey):
    journey.program.changes["XDG_RUNTIME_DIR"] = "/nonexistent"


SURROUNDINGS = (
    no_home, home_that_is_not_there, read_only_home, no_folders, nothing_at_all, empty_variables,
    relative_folders, folders_with_other_bytes, folders_with_spaces_and_quotes, long_folders,
    umask_of_nothing, umask_of_everything, no_current_folder, argument_with_other_bytes,
    file_with_other_bytes, long_argument, few_descriptors, small_files, no_core_and_small_stack,
    unknown_locale, no_runtime_folder,
)


@cases("surroundings", {make.__name__: (make,) for make in SURROUNDINGS}, few=5, more=21,
       always=("few_descriptors", "folders_with_other_bytes"))
class Surroundings(HostileJourney):
    """The program starts, keeps what is typed and saved, and brings it back."""

    DRAFT, NOTE = "A draft in odd surroundings", "A note in odd surroundings"
    arguments = ()
    keeps = True
    refused = None
    """The variable that a window has to name, where the program cannot go on."""
    refused_import = None
    """What is said of a file that it was started with, and that cannot be imported."""

    def folder(self, name):
        path = os.path.join(self.program.folder, name)
        os.mkdir(path, 0o700)
        return path

    def skip_unless_home_is_disposable(self):
        if os.environ.get("HAWK_NOTES_HOME_IS_DISPOSABLE") != "1":
            self.skipTest("it would write into the home of whoever runs it")

    def check(self, make):
        make(self)
        window = self.program.start(*self.arguments, windows=1)[0]
        if self.refused:
            wait_until(lambda: window.says(self.refused), f"a word about {self.refused}")
            self.program.process.terminate()
            self.program.wait_until_gone()
            return
        if self.refused_import:
            dialog = self.program.dialog("Import")
            wait_until(lambda: dialog.says(self.refused_import), "why there is no import")
            # To the choice of another one, and out of it.
            dialog.key("Escape")
            dialog.find(BUTTONS, "Choose a File…")
            dialog.close()
        if not self.keeps:
            self.expect_alive()
            self.assertEqual(self.program.quit(), 0)
            return
        self.paste(window, self.NOTE)
        window.actions.activate("save-note")
        window.expect_draft("")
        window.write_draft(self.DRAFT)
        self.assertEqual(self.program.quit(), 0, self.program.log_tail())
        for path in self.kept_files():
            self.assertEqual(os.lstat(path).st_mode & 0o077, 0, f"others may read {path}")
        window = self.restart_and_expect_draft(self.DRAFT)
        wait_until(lambda: window.says(self.NOTE), "the note")
        self.assertEqual(self.program.quit(), 0)

    def kept_files(self):
        """The files that have something of the reader's in them."""
        found = []
        for parent, _, names in os.walk(self.program.folder):
            if os.path.basename(parent) in ("hawk-notes", "windows", "closed"):
                found += [os.path.join(parent, name) for name in names]
        self.assertTrue(found, "nothing is kept anywhere")
        return found


class FolderAboveHome(HostileJourney):
    """A home that cannot be made; the folder above it is not the program's."""

    def test_keeps_its_rights(self):
        above = os.path.join(self.program.folder, "above")
        home = os.path.join(above, "nothing")
        os.mkdir(above)
        os.chmod(above, 0o755)
        # As below /proc, where no folder can be made and none is there.
        self.shim.fail("home", "mkdir", home + "*", "ENOENT")
        self.program.changes |= dict.fromkeys(FOLDERS) | {"HOME": home}
        self.program.start(windows=None)
        (frame,) = wait_until_there(self.program.frames, "a window")
        wait_until(lambda: home in "\n".join(frame.words()), "the folder's name")
        self.assertGreater(self.shim.acted, 0, "the program has made no folder")
        self.assertEqual(oct(os.stat(above).st_mode & 0o777), oct(0o755))
        next(node for node in frame.descendants() if node.name == "Quit").do_action()
        self.program.wait_until_gone()


class TwoPrograms(HostileJourney):
    """Two at once, where the session bus does not see to it that there is one."""

    def second(self):
        """Another process over the same folders; it is ended with the journey."""
        process = subprocess.Popen(
            [self.program.executable], env=self.program.environment(),
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        )
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def test_started_at_the_same_moment_without_a_session_bus(self):
        address = self.program.environment()["DBUS_SESSION_BUS_ADDRESS"]
        self.program.changes["DBUS_SESSION_BUS_ADDRESS"] = "disabled:"
        self.program.launch()
        processes = [self.program.process, self.second()]
        # One has the folders; the other says so in a window, or hands over, and ends.
        for process in processes:
            wait_until(
                lambda one=process: one.pid in self.session.window_owners() or one.poll() in (0, 1),
                "a window of each process, or its end",
            )
        self.assertTrue(any(process.poll() is None for process in processes), "both have ended")
        for process in processes:
            if process.poll() is None:
                process.terminate()
                self.assertEqual(process.wait(timeout=30), 0)
        self.program.process = None
        self.program.changes["DBUS_SESSION_BUS_ADDRESS"] = address
        self.paste(self.start(), "All is well")
        self.assertEqual(self.program.quit(), 0)
        self.restart_and_expect_draft("All is well")

    def test_two_users_on_one_display(self):
        if os.geteuid() != 0:
            self.skipTest("only root can be two users")
        window = self.start()
        self.paste(window, "The first user's")
        folder = os.path.join(self.program.folder, "other-user")
        for name in ("home", "data", "state", "config", "cache", "runtime"):
            os.makedirs(os.path.join(folder, name), 0o700)
            os.chown(os.path.join(folder, name), NOBODY, NOBODY)
        os.chmod(self.program.folder, 0o711)
        os.chown(folder, NOBODY, NOBODY)
        environment = self.program.environment() | {
            variable: os.path.join(folder, name)
            for variable, name in (
                ("HOME", "home"), ("XDG_DATA_HOME", "data"), ("XDG_STATE_HOME", "state"),
                ("XDG_CONFIG_HOME", "config"), ("XDG_CACHE_HOME", "cache"),
                ("XDG_RUNTIME_DIR", "runtime"),
            )
        }
        # A session of the other user's own, as `su` or a second login has: no bus of the first.
        environment["DBUS_SESSION_BUS_ADDRESS"] = "disabled:"
        before = len(self.session.stacking())
        with open(os.path.join(self.program.folder, "other.log"), "wb") as log:
            other = subprocess.Popen(
                [self.program.executable], env=environment, user=NOBODY, group=NOBODY,
                extra_groups=[], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            )
        self.addCleanup(other.wait)
        self.addCleanup(other.kill)
        wait_until(
            lambda: len(self.session.stacking()) > before or other.poll() is not None,
            "the other user's window",
        )
        with open(os.path.join(self.program.folder, "other.log"), "rb") as log:
            self.assertIsNone(other.poll(), log.read())
        states = os.path.join(folder, "state", "hawk-notes", "windows")
        wait_until(lambda: os.path.isdir(states) and os.listdir(states), "the other's state")
        window.expect_draft("The first user's")
        other.terminate()
        self.assertEqual(other.wait(timeout=30), 0)
        self.assertEqual(self.program.quit(), 0)
        self.restart_and_expect_draft("The first user's")
