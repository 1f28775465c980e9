"""Rows of a library that is closed, written as a person would have made them."""

import contextlib
import os
import sqlite3
import uuid


@contextlib.contextmanager
def _library(program):
    """The library of a program that does not run."""
    path = os.path.join(program.folder, "data", "hawk-notes", "library.sqlite")
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        yield database


def give_place(program, text, place):
    """Give the note with this text a place in its book; the program must not run."""
    with _library(program) as database:
        database.execute("UPDATE note SET place = ? WHERE text = ?", (place, text))


def add_chapters(program, book, names):
    """Give the book of this tab chapters, in this order; the program must not run."""
    with _library(program) as database:
        database.executemany(
            "INSERT INTO chapter (id, position, bookID, name, origin) VALUES (?, ?, ?, ?, 'own')",
            [
                (uuid.uuid4().bytes, position, uuid.UUID(book.id).bytes, name)
                for position, name in enumerate(names)
            ],
        )


def set_note(program, text, place, date):
    """Give notes whose text ends with this one a place and a date in seconds; the program must not run."""
    with _library(program) as database:
        database.execute(
            "UPDATE note SET place = ?, createdAt = ?, modifiedAt = ? WHERE text LIKE '%' || ?",
            (place or None, int(date * 1000), int(date * 1000), text),
        )


def add_lone_book(program, title, author):
    """Add a book without a series; the program must not run."""
    series, book = uuid.uuid4().bytes, uuid.uuid4().bytes
    with _library(program) as database:
        database.execute("INSERT INTO series (id, title, origin) VALUES (?, '', 'own')", (series,))
        database.execute(
            "INSERT INTO book (id, seriesID, position, title, author, origin) VALUES (?, ?, 0, ?, ?, 'own')",
            (book, series, title, author),
        )
