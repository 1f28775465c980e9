"""Gives books other addresses than their bookshop's: those of the journeys' own web site."""

import contextlib
import json
import os
import shutil
import sqlite3
import uuid


def library_path(program):
    """The library of an installation."""
    return os.path.join(program.folder, "data", "hawk-notes", "library.sqlite")


def give_addresses(program, addresses):
    """Give books, by their ids, these addresses in the library of a program that does not run.

    A series file takes `https` only, and no such site here is trusted; so this goes past it, into
    the library that the program has made. The program reads the series file again only when that
    has changed.
    """
    with contextlib.closing(sqlite3.connect(library_path(program))) as library, library:
        for book, address in addresses.items():
            changed = library.execute(
                "UPDATE book SET amazonURL = ? WHERE id = ?", (address, uuid.UUID(book).bytes)
            )
            assert changed.rowcount == 1, f"the library has no book {book}"


def copy_series_with_addresses(series, addresses, destination):
    """Copy the data folder to `destination`, there with these `https` addresses, by book id."""
    source = os.path.dirname(os.path.dirname(os.path.dirname(series.path)))
    shutil.copytree(source, destination)
    contents = json.loads(json.dumps(series.contents))
    for book in contents["books"]:
        book["amazonURL"] = addresses.get(book["id"].lower(), book["amazonURL"])
    path = os.path.join(destination, os.path.relpath(series.path, source))
    with open(path, "w", encoding="utf-8") as file:
        json.dump(contents, file, ensure_ascii=False, indent=2)
