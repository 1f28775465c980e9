"""A reader's own series for journeys: it has what the one that ships has, under other identifiers.

The one that ships is deleted for good, so that whatever a journey finds is the reader's. Its library is
made once, from one that the program itself has made, and copied for each installation.
"""

import os
import re
import shutil
import sqlite3
import tempfile
import time
import uuid

from .series import Series

VARIABLE, WANTED = "HAWK_NOTES_JOURNEY_SERIES", "own"
"""What in the environment lets journeys run on a series of the reader's."""

LIBRARY = os.path.join("data", "hawk-notes", "library.sqlite")

TABLES = ("series", "book", "chapter", "character", "relation")
"""What a series consists of, each after what it refers to."""

UUID_TEXT = re.compile(r"[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\Z")

_template = None


def is_wanted():
    return os.environ.get(VARIABLE) == WANTED


class OwnSeries(Series):
    """The contents of the reader's series; changes of it are changes of the library."""

    is_own = True

    def __init__(self, program):
        super().__init__()
        self._program = program
        self.contents = _with_own_identifiers(self.contents)
        self.id = self.contents["id"].lower()

    def install(self):
        """Let the program find the library at its first start."""
        path = self._library
        os.makedirs(os.path.dirname(path), mode=0o700)
        shutil.copy(_template_for(self._program), path)

    def copy_without_character(self, name, destination):
        """The reader deletes the character; the data folder is copied as it is."""
        self._copy(Series().contents, destination)
        self._delete(name, _now())

    def bring_back(self, name):
        """The reader brings the character back out of the trash."""
        self._delete(name, None)

    def copy_with_addresses(self, addresses, destination):
        """The reader gives books these addresses, by id, and calls the button as the bundled ones'; the
        data folder is copied as it is."""
        self._copy(Series().contents, destination)
        for book, address in addresses.items():
            self._change(
                "UPDATE book SET amazonURL = ?, linkName = ? WHERE id = ?",
                (address, "View on Amazon", uuid.UUID(book).bytes),
            )

    def _delete(self, name, date):
        self._change(
            "UPDATE character SET deletedAt = ? WHERE id = ?",
            (date, uuid.UUID(self.id_of(name)).bytes),
        )

    @property
    def _library(self):
        return os.path.join(self._program.folder, LIBRARY)

    def _change(self, statement, values):
        _run(self._library, lambda database: database.execute(statement, values))


def _template_for(program):
    """The library that all begin with, made with the first program that is asked for one."""
    global _template
    if _template is None:
        maker = type(program)(program.session)
        try:
            maker.start()
            maker.quit()
            folder = tempfile.mkdtemp(prefix="hawk-notes-own-series-")
            _template = shutil.copy(os.path.join(maker.folder, LIBRARY), folder)
        finally:
            maker.dispose()
        _run(_template, _make_own)
    return _template


def dispose():
    """Remove the library that all have begun with."""
    global _template
    if _template is not None:
        shutil.rmtree(os.path.dirname(_template))
        _template = None


def _run(path, change):
    database = sqlite3.connect(path)
    try:
        with database:
            change(database)
    finally:
        database.close()


def _make_own(database):
    for table in TABLES:
        cursor = database.execute(f"SELECT * FROM {table}")
        columns = [column for column, *_ in cursor.description]
        for row in cursor.fetchall():
            values = dict(zip(columns, map(_own_value, row))) | {"origin": "own"}
            values |= {name: None for name in ("revision", "digest") if name in columns}
            marks = ", ".join("?" * len(columns))
            names = ", ".join(columns)
            database.execute(
                f"INSERT INTO {table} ({names}) VALUES ({marks})", [values[name] for name in columns]
            )
    database.execute(
        "UPDATE series SET deletedAt = :now, purgedAt = :now WHERE origin = 'bundled'",
        {"now": _now()},
    )


def _now():
    return int(time.time() * 1000)


def _own_value(value):
    if isinstance(value, bytes) and len(value) == 16:
        return _own(uuid.UUID(bytes=value)).bytes
    return value


def _own(identifier):
    return uuid.uuid5(identifier, "own")


def _with_own_identifiers(value):
    if isinstance(value, dict):
        return {key: _with_own_identifiers(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_with_own_identifiers(part) for part in value]
    if isinstance(value, str) and UUID_TEXT.match(value):
        return str(_own(uuid.UUID(value))).upper()
    return value
