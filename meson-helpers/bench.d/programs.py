"""The two programs that are compared, each started with a fresh copy of its prepared folders."""

import os
import shutil
import signal
import subprocess
import time

BUS_NAME = "io.github.hawknotes.HawkNotes"
OBJECT_PATH = "/io/github/hawknotes/HawkNotes"
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
        """Waits until the process has used no processor time for a third of a second."""
        end = time.monotonic() + seconds
        used, since = self._processor_time(), time.monotonic()
        while time.monotonic() < end:
            # Reading events meanwhile keeps the queue short.
            self.watcher.wait_until(lambda: False, 0.05)
            now_used = self._processor_time()
            if now_used != used:
                used, since = now_used, time.monotonic()
            elif time.monotonic() - since >= 0.3:
                return
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
        """The middle of the composer in its window, and the number of characters in it."""
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "composer.py")
        result = subprocess.run(
            [script, str(self.process.pid)], capture_output=True, text=True, check=False)
        if result.returncode != 0:
            raise BenchmarkError(result.stderr.strip().splitlines()[-1])
        x, y, count = map(int, result.stdout.split())
        return x, y, count

    def activate(self, action):
        """Activates an action of the application over the bus."""
        result = subprocess.run(
            ["gdbus", "call", "--session", "--dest", BUS_NAME, "--object-path", OBJECT_PATH,
             "--method", "org.gtk.Actions.Activate", action, "[]", "{}"],
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
    """Starts one of the two, with a given number of windows."""

    def __init__(self, name, path, folder, watcher, restores):
        self.name = name
        self.path = path
        self.folder = folder
        self.watcher = watcher
        self.restores = restores

    def start(self, count):
        """Starts with `count` windows: restored ones, or as many as the argument says."""
        folder = os.path.join(self.folder, "run")
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.prepared(count), folder)
        command = [self.path] if self.restores else [self.path, str(count)]
        return Running(command, folder, self.watcher)

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
            self._leave_session(unfinished, count)
            os.rename(unfinished, folder)
        return folder

    def _leave_session(self, folder, count):
        # The other program needs its session, too: it leaves the compiled shaders in the cache.
        if not self.restores:
            running = Running([self.path, str(count)], folder, self.watcher)
            try:
                running.wait_for_windows(count)
                running.wait_until_idle()
            finally:
                running.stop()
            return
        running = Running([self.path], folder, self.watcher)
        try:
            running.wait_for_windows(1)
            for opened in range(2, count + 1):
                running.activate("new-window")
                running.wait_for_windows(opened)
            running.wait_until_idle()
            running.activate("quit")
            running.wait_for_end()
        finally:
            running.stop()
