#!/usr/bin/python3
"""Makes a small database as a Kobo writes it, for the fuzzer to begin with.

usage: kobo_database.py FILE
"""

import sqlite3
import sys

BOOK = "file:///mnt/onboard/Book.epub"
FILE = f"{BOOK}!OEBPS!one.html"

SCHEMA = """
    CREATE TABLE content (ContentID TEXT NOT NULL PRIMARY KEY, ContentType TEXT, BookID TEXT, Title TEXT,
        Attribution TEXT, Description TEXT, ISBN TEXT, Series TEXT, SeriesNumber TEXT, VolumeIndex INTEGER,
        Depth INTEGER, ReadStatus INTEGER);
    CREATE TABLE Bookmark (BookmarkID TEXT NOT NULL PRIMARY KEY, VolumeID TEXT, ContentID TEXT, Text TEXT,
        Annotation TEXT, DateCreated TEXT, ChapterProgress REAL, Hidden BOOL, Type TEXT, Color INTEGER);
    CREATE TABLE ratings (ContentID TEXT NOT NULL PRIMARY KEY, Rating INTEGER, Review TEXT, DateModified TEXT);
    CREATE TABLE Shelf (Name TEXT, InternalName TEXT, _IsDeleted BOOL);
    CREATE TABLE ShelfContent (ShelfName TEXT, ContentId TEXT, _IsDeleted BOOL);
"""

ROWS = {
    "content": [
        (BOOK, "6", None, "Book", "Ada Writer", "<p>Words</p>", "9781250313195", "Series", "1", -1, None, 1),
        (FILE, "9", BOOK, "one.html", None, None, None, None, None, 0, 1, None),
        (f"{FILE}#start-1", "899", BOOK, "One", None, None, None, None, None, 0, 1, None),
    ],
    "Bookmark": [
        ("a", BOOK, FILE, "A passage", "Words", "2024-05-06T07:08:09.000", 0.5, "false", "note", 1),
        ("b", BOOK, FILE, "Another", None, "2024-05-06T07:08:09Z", 0.75, 0, "highlight", 4),
        ("c", BOOK, FILE, None, None, None, 1, "true", "dogear", 0),
    ],
    "ratings": [(BOOK, 4, "A review", "2024-05-06T07:08:09Z")],
    "Shelf": [("Shelf", "Shelf", "false")],
    "ShelfContent": [("Shelf", BOOK, "false")],
}


def main():
    connection = sqlite3.connect(sys.argv[1])
    connection.execute("PRAGMA page_size = 512")
    connection.executescript(SCHEMA)
    for table, rows in ROWS.items():
        for row in rows:
            connection.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)
    connection.commit()
    connection.close()


main()
