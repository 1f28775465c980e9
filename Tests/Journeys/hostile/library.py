"""What a library holds, read from a copy: looking at it must not fold its log or leave anything."""

import os
import shutil
import sqlite3
import tempfile
import uuid

NAME = "library.sqlite"
SUFFIXES = ("", "-wal", "-journal")


def notes_of(path):
    """The texts of all notes, in the order in which they were written; none without a library."""
    return [text for (text,) in _ask(path, "SELECT text FROM note ORDER BY rowid")]


def favorites_of(path):
    """How many characters are favorites."""
    return len(_ask(path, "SELECT characterID FROM favorite"))


def notes_by_subject(path):
    """The texts of the notes by the id of the book or character that they are about, the oldest
    first."""
    found = {}
    for subject, text in _ask(path, "SELECT subjectID, text FROM note ORDER BY sequence"):
        found.setdefault(str(uuid.UUID(bytes=subject)), []).append(text)
    return found


def favorite_ids_of(path):
    """The ids of the characters that are favorites."""
    ids = _ask(path, "SELECT characterID FROM favorite")
    return {str(uuid.UUID(bytes=identifier)) for (identifier,) in ids}


def _ask(path, question):
    if not os.path.isfile(path) or os.path.getsize(path) == 0:
        return []
    with tempfile.TemporaryDirectory(prefix="hawk-notes-library-") as folder:
        copy = os.path.join(folder, NAME)
        for suffix in SUFFIXES:
            if os.path.isfile(path + suffix):
                shutil.copy(path + suffix, copy + suffix)
        connection = sqlite3.connect(copy)
        try:
            return connection.execute(question).fetchall()
        except sqlite3.OperationalError as error:
            if "no such table" in str(error):
                return []
            raise
        finally:
            connection.close()
