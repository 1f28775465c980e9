"""The series that ships with the program, read from its data file by title and name.

Identifiers are never written down in a journey: the data file is the one place where they are.
"""

import copy
import dataclasses
import glob
import json
import os
import shutil

REPOSITORY = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))
SERIES_PATTERN = os.path.join("series", "*", "series.json")


@dataclasses.dataclass(frozen=True)
class Tab:
    """A tab of the program: the label of its button, and its name for the action."""

    title: str
    id: str


FAVORITES = Tab("Favorites", "favorites")


def bundled_data_folder():
    """The program's data: the folder that the environment names, or the repository's."""
    return os.environ.get("HAWK_NOTES_DATA_DIR") or os.path.join(REPOSITORY, "data")


class Series:
    """The contents of one series file, whatever its exact shape."""

    def __init__(self, data_folder=None):
        folder = data_folder or bundled_data_folder()
        paths = glob.glob(os.path.join(folder, SERIES_PATTERN))
        if not paths:
            raise FileNotFoundError(f"no {SERIES_PATTERN} in {folder}")
        self.path = sorted(paths)[0]
        with open(self.path, encoding="utf-8") as file:
            self.contents = json.load(file)

    def id_of(self, title):
        """The identifier, in lower case, of the book or character called so."""
        for record in _records(self.contents):
            identifier = record.get("id") or record.get("uuid")
            if isinstance(identifier, str) and title in (record.get("title"), record.get("name")):
                return identifier.lower()
        raise LookupError(f"{self.path} has nothing called {title!r}")

    def tab(self, title):
        return FAVORITES if title == FAVORITES.title else Tab(title, self.id_of(title))

    def copy_without_character(self, name, destination):
        """Copy the data folder to `destination`, there without a character and its relations."""
        self._copy(_without(self.contents, self.id_of(name)), destination)

    def bring_back(self, name):
        """Undo what has gone with `copy_without_character`: it is in the data folder as it was."""

    def copy_with_addresses(self, addresses, destination):
        """Copy the data folder to `destination`, there with other web addresses, by book id."""
        contents = copy.deepcopy(self.contents)
        for book in contents["books"]:
            book["amazonURL"] = addresses.get(book["id"].lower(), book["amazonURL"])
        self._copy(contents, destination)

    def _copy(self, contents, destination):
        source = os.path.dirname(os.path.dirname(os.path.dirname(self.path)))
        shutil.copytree(source, destination)
        path = os.path.join(destination, os.path.relpath(self.path, source))
        with open(path, "w", encoding="utf-8") as file:
            json.dump(contents, file, ensure_ascii=False, indent=2)


def _records(value):
    """Every object in a JSON value, in document order."""
    if isinstance(value, dict):
        yield value
        for part in value.values():
            yield from _records(part)
    elif isinstance(value, list):
        for part in value:
            yield from _records(part)


def _without(value, identifier):
    """The JSON value without the record that has this identifier and without what relates to it.

    A relation is an object without a name of its own: it goes as a whole, as half of one means
    nothing.
    """

    def goes(part):
        if isinstance(part, str):
            return part.lower() == identifier
        if not isinstance(part, dict):
            return False
        own = part.get("id") or part.get("uuid")
        if isinstance(own, str) and own.lower() == identifier:
            return True
        if "name" in part or "title" in part:
            return False
        lists = [item for item in part.values() if isinstance(item, list)]
        mentioned = [*part.values(), *(item for items in lists for item in items)]
        return any(isinstance(item, str) and item.lower() == identifier for item in mentioned)

    if isinstance(value, dict):
        return {key: _without(part, identifier) for key, part in value.items()}
    if isinstance(value, list):
        return [_without(part, identifier) for part in value if not goes(part)]
    return value
