"""Pages of one book with any number of notes, each in folders of its own that a start can use."""

import hashlib
import json
import os
import shutil
import sqlite3

import notes
from programs import BenchmarkError, Running
from record import Record

DATABASE = os.path.join("data", "hawk-notes", "library.sqlite")
# A page with very many notes is looked through at its first start, and a backup is made.
SECONDS_TO_SETTLE = 300


def bundled_series():
    """The contents of the series file, and its folder below the program's data."""
    folder = os.path.join(os.environ["HAWK_NOTES_DATA_DIR"], "series")
    name = min(name for name in os.listdir(folder) if os.path.isdir(os.path.join(folder, name)))
    with open(os.path.join(folder, name, "series.json"), encoding="utf-8") as file:
        return json.load(file), os.path.join("series", name)


def first_book():
    """The id of the book that a new window shows."""
    return bytes.fromhex(bundled_series()[0]["books"][0]["id"].replace("-", ""))


PRAGMAS = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0"


def copy_database(database, path):
    """Copies a library to a path, whatever is there; returns the connection to the copy."""
    source, copy = sqlite3.connect(database), sqlite3.connect(path)
    source.backup(copy)
    source.close()
    return copy


def bare_copy(database):
    """A copy of a library on the same disk, to be written to without the program."""
    copy = copy_database(database, database + "-bare")
    copy.executescript(PRAGMAS)
    return copy


class Folders:
    """The folders of a program with so many windows; they stay as each start leaves them."""

    def __init__(self, program, name, windows, shim):
        self.program = program
        self.windows = windows
        self.shim = shim
        self.folder = os.path.join(program.folder, f"{name}-windows-{windows}")
        shutil.copytree(program.prepared(windows), self.folder)

    @property
    def database(self):
        return os.path.join(self.folder, DATABASE)

    def start(self):
        """Returns the process, its windows and what is recorded of its main thread."""
        record = Record(os.path.join(self.program.folder, "record"))
        environment = record.environment(self.shim)
        running = Running([self.program.path], self.folder, self.program.watcher, environment)
        try:
            return running, running.wait_for_windows(self.windows), record
        except BenchmarkError:
            running.stop()
            raise

    def ask(self, query):
        """The one value that the library answers, also while the program runs."""
        connection = sqlite3.connect(f"file:{self.database}?mode=ro", uri=True, timeout=60)
        try:
            return connection.execute(query).fetchone()[0]
        finally:
            connection.close()

    def settle(self):
        """Starts once, so that all that is done only once is done."""
        running, _, _ = self.start()
        try:
            running.wait_until_idle(SECONDS_TO_SETTLE)
        finally:
            running.stop()


class Page(Folders):
    """One page with notes, with highlights, or with notes that have emphasis and tags (styled)."""

    def __init__(self, program, count, windows, kept_folder, shim, kind="notes"):
        self.kind = kind
        super().__init__(program, f"{self.kind}-{count}", windows, shim)
        self.count = count
        if count > 0:
            shutil.copyfile(self._filled(kept_folder), self.database)

    def saved(self):
        """How many notes the library has now. Only while the program does not run."""
        connection = sqlite3.connect(self.database)
        try:
            return connection.execute("SELECT count(*) FROM note").fetchone()[0]
        finally:
            connection.close()

    def _filled(self, kept_folder):
        """The library with the notes: that of an earlier run, if it would be the same."""
        empty = os.path.join(self.program.prepared(self.windows), DATABASE)
        connection = sqlite3.connect(empty)
        schema = connection.execute("SELECT sql FROM sqlite_master ORDER BY name").fetchall()
        version = connection.execute("PRAGMA user_version").fetchall()
        connection.close()
        with open(notes.__file__, "rb") as source:
            sources = source.read() + repr((schema, version)).encode()
        digest = hashlib.sha256(sources).hexdigest()[:12]
        path = os.path.join(kept_folder, f"library-{self.kind}-{self.count}-{digest}.sqlite")
        if not os.path.isfile(path):
            os.makedirs(kept_folder, exist_ok=True)
            shutil.copyfile(empty, path + "-unfinished")
            connection = sqlite3.connect(path + "-unfinished")
            # The one program that writes; a log would have to be folded in.
            connection.execute("PRAGMA journal_mode = DELETE")
            make = notes.styled_texts if self.kind == "styled" else notes.texts
            notes.insert(connection, first_book(), self.count, make(self.count),
                         quoting=self.kind == "highlights")
            connection.execute("PRAGMA journal_mode = WAL")
            connection.close()
            os.rename(path + "-unfinished", path)
        return path
