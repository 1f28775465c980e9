"""The programs that are compared, each started with a fresh copy of its prepared folders."""

import contextlib
import os
import shutil
import signal
import subprocess
import time

BUS_NAME = "io.github.hawknotes.HawkNotes"
SECONDS_TO_START = 60
SECONDS_TO_END = 20

# Without the blinking of the cursor, whatever is painted after a key press is the answer to it.
GTK_SETTINGS = "[Settings]\ngtk-cursor-blink=false\ngtk-enable-animations=false\n"


class BenchmarkError(Exception):
    """Something that keeps a figure from being taken; the text says what."""


class Running:
    """A process that was just started, with folders of its own."""

    def __init__(self, command, folder, watcher, extra=None):
        self.watcher = watcher
        watcher.forget()
        environment = dict(os.environ)
        for name in ("CONFIG", "DATA", "STATE", "CACHE"):
            environment[f"XDG_{name}_HOME"] = os.path.join(folder, name.lower())
        environment.update(extra or {})
        self.log_path = os.path.join(folder, "log")
        with open(self.log_path, "wb") as log:
            self.started_at = time.monotonic()
            self.process = subprocess.Popen(
                command, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def wait_for_windows(self, count):
        """Returns the windows once `count` are mapped."""
        watcher = self.watcher
        watcher.wait_until(
            lambda: len(watcher.mapped()) >= count or self.process.poll() is not None,
            SECONDS_TO_START)
        mapped = watcher.mapped()
        if len(mapped) < count:
            raise BenchmarkError(
                f"{len(mapped)} windows instead of {count} were mapped; it said: {self.said()}")
        return mapped

    def wait_until_idle(self, seconds=SECONDS_TO_END):
        """Waits until the process has used no processor time for a third of a second.

        Returns the time, by `time.monotonic()`, since when it has used none.
        """
        end = time.monotonic() + seconds
        used, since = self._processor_time(), time.monotonic()
        while time.monotonic() < end:
            # Reading events meanwhile keeps the queue short.
            self.watcher.wait_until(lambda: False, 0.05)
            now_used = self._processor_time()
            if now_used != used:
                used, since = now_used, time.monotonic()
            elif time.monotonic() - since >= 0.3:
                return since
        raise BenchmarkError("the program does not come to rest")

    def memory(self):
        """In MiB: what the process has alone, and its share of what it has with others."""
        with open(f"/proc/{self.process.pid}/smaps_rollup", encoding="ascii") as maps:
            for line in maps:
                if line.startswith("Pss:"):
                    return int(line.split()[1]) / 1024
        raise BenchmarkError("the kernel tells no memory")

    def peak_memory(self):
        """In MiB, as the kernel has kept it."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            for line in status:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) / 1024
        raise BenchmarkError("the kernel tells no peak memory")

    def find_composer(self):
        """The middle of the composer in its window, the number of characters in it, its width."""
        return tuple(map(int, self._look("composer.py").split()))

    def import_file(self, path):
        """Opens the import of a file or folder in the first window, and presses its button."""
        self._activate("/window/1", "import-file", f"[<'{path}'>]")
        self.press("Import")

    def press(self, *names):
        """Presses buttons one after another, each once it can be pressed; see press.py."""
        self._look("press.py", *names)

    def _look(self, script, *arguments):
        """What a script says that looks at the process as a screen reader does."""
        result = subprocess.run(
            [os.path.join(os.path.dirname(os.path.abspath(__file__)), script),
             str(self.process.pid), *arguments], capture_output=True, text=True, check=False)
        if result.returncode != 0:
            raise BenchmarkError(result.stderr.strip().splitlines()[-1])
        return result.stdout

    def activate(self, action, bus_name=BUS_NAME):
        """Activates an action of the application over the bus."""
        self._activate("", action, "[]", bus_name)

    def _activate(self, place, action, parameters, bus_name=BUS_NAME):
        path = "/" + bus_name.replace(".", "/") + place
        result = subprocess.run(
            ["gdbus", "call", "--session", "--dest", bus_name, "--object-path", path,
             "--method", "org.gtk.Actions.Activate", action, parameters, "{}"],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
        if result.returncode != 0:
            raise BenchmarkError(f"action {action}: {result.stderr.strip()}")

    def wait_for_end(self):
        try:
            self.process.wait(SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            self.stop()
            raise BenchmarkError("the program did not quit when told to") from None

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(SECONDS_TO_END)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def said(self):
        with open(self.log_path, encoding="utf-8", errors="replace") as log:
            return log.read()[-2000:].strip() or "nothing"

    def _processor_time(self):
        try:
            with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as stat:
                fields = stat.read().rsplit(")", 1)[1].split()
        except OSError:
            fields = []
        if self.process.poll() is not None or not fields:
            raise BenchmarkError(f"the program ended; it said: {self.said()}")
        return int(fields[11]) + int(fields[12])


class Program:
    """A program that is started with a given number of windows, each time with the same folders."""

    def __init__(self, name, folder, watcher):
        self.name = name
        self.folder = folder
        self.watcher = watcher
        os.makedirs(folder, exist_ok=True)

    def command(self, count):
        """What starts it in a prepared folder."""
        raise NotImplementedError

    def leave_session(self, folder, count):
        """Runs the program once, so that the next start finds what that left behind."""
        raise NotImplementedError

    def start(self, count):
        folder = os.path.join(self.folder, "run")
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.prepared(count), folder)
        return Running(self.command(count), folder, self.watcher)

    def prepared(self, count):
        """The folders that a session with `count` windows left behind; made when first needed."""
        folder = os.path.join(self.folder, f"windows-{count}")
        if not os.path.isdir(folder):
            unfinished = folder + "-unfinished"
            shutil.rmtree(unfinished, ignore_errors=True)
            settings = os.path.join(unfinished, "config", "gtk-4.0")
            os.makedirs(settings)
            for name in ("data", "state", "cache"):
                os.mkdir(os.path.join(unfinished, name), 0o700)
            with open(os.path.join(settings, "settings.ini"), "w", encoding="ascii") as file:
                file.write(GTK_SETTINGS)
            self.leave_session(unfinished, count)
            os.rename(unfinished, folder)
        return folder


class HawkNotes(Program):
    """Brings its windows back.

    `fill` adds something to the library of a folder; with `is_typing`, the front window has the
    focus in the composer, after one letter.
    """

    def __init__(self, path, folder, watcher, fill=None, is_typing=False):
        super().__init__("Hawk Notes", folder, watcher)
        self.path = path
        self.fill = fill
        self.is_typing = is_typing
        self.composer = None

    def command(self, count):
        return [self.path]

    def leave_session(self, folder, count):
        if self.fill:
            with self._session(folder, 1):
                pass
            self.fill(folder)
        with self._session(folder, count) as running:
            if self.is_typing:
                self._type(running)

    def _type(self, running):
        self.composer = running.find_composer()
        window = self.watcher.focused()
        if window is None:
            raise BenchmarkError("no window has the focus")
        self.watcher.click(window, *self.composer[:2])
        self.watcher.wait_for_quiet(0.3)
        self.watcher.key(ord("n"))
        self.watcher.wait_for_quiet(0.3)
        running.wait_until_idle()

    @contextlib.contextmanager
    def _session(self, folder, count):
        running = Running(self.command(count), folder, self.watcher)
        try:
            running.wait_for_windows(1)
            for opened in range(2, count + 1):
                running.activate("new-window")
                running.wait_for_windows(opened)
            running.wait_until_idle()
            yield running
            running.activate("quit")
            running.wait_for_end()
        finally:
            running.stop()


class SamePage(Program):
    """The C program; `page` is the file with what it shows."""

    def __init__(self, path, page, folder, watcher):
        super().__init__("the C program", folder, watcher)
        self.path = path
        self.page = page

    def command(self, count):
        return [self.path, str(count), self.page]

    def leave_session(self, folder, count):
        # It leaves the compiled shaders in the cache.
        running = Running(self.command(count), folder, self.watcher)
        try:
            running.wait_for_windows(count)
            running.wait_until_idle()
        finally:
            running.stop()


class TextEditor(Program):
    """GNOME's text editor, which brings a window back for each of its files."""

    PATH = shutil.which("gnome-text-editor")
    BUS_NAME = "org.gnome.TextEditor"

    def __init__(self, text, folder, watcher):
        super().__init__("gnome-text-editor", folder, watcher)
        self.text = text

    def command(self, count):
        return [self.PATH]

    def leave_session(self, folder, count):
        running = None
        try:
            for number in range(1, count + 1):
                path = os.path.join(self.folder, f"file-{number}.txt")
                with open(path, "w", encoding="utf-8") as file:
                    file.write(self.text)
                command = [self.PATH, "--new-window", path]
                if running is None:
                    running = Running(command, folder, self.watcher)
                else:
                    # Hands the file on to the one that runs, and ends.
                    subprocess.run(command, check=False, timeout=60, capture_output=True)
                running.wait_for_windows(number)
            running.wait_until_idle()
            running.activate("quit", self.BUS_NAME)
            running.wait_for_end()
        finally:
            if running is not None:
                running.stop()
