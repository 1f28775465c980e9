#!/usr/bin/python3
"""What the C program and Hawk Notes both show: the first book, with the same notes.

usage: same_page.py FILE
Writes what is shown for same-page.c.
"""

import datetime
import os
import sqlite3
import sys

import notes
from pages import DATABASE, bundled_series, first_book

COUNT, LONGEST = 30, 300


def texts():
    """The notes, without line ends and tabs: each is a line of the file."""
    return [" ".join(text.split()) for text in notes.texts(COUNT, LONGEST)]


def write(path):
    """Writes the file that same-page.c reads."""
    series, folder = bundled_series()
    book = series["books"][0]
    lines = [("tab", other["title"], "hawknotes-book-symbolic") for other in series["books"]]
    lines.append(("tab", "Favorites", "hawknotes-heart-outline-symbolic"))
    origin = f"{series['author']} · {book['published'][:4]}"
    cover = os.path.join(folder, book["cover"])
    lines.append(("book", cover, book["title"], origin, book["tagline"], book["overview"]))
    lines += [
        ("character", character["name"], character["summary"],
         os.path.join(folder, character["avatar"])) for character in book["characters"]]
    day = datetime.date(2020, 1, 1).strftime("%x")
    lines += [("note", day, text) for text in texts()]
    with open(path, "w", encoding="utf-8") as file:
        file.writelines("\t".join(line) + "\n" for line in lines)


def fill(folder):
    """Adds the notes to the library that a start of Hawk Notes has left in `folder`."""
    connection = sqlite3.connect(os.path.join(folder, DATABASE))
    notes.insert(connection, first_book(), COUNT, texts())
    connection.close()


if __name__ == "__main__":
    write(sys.argv[1])
