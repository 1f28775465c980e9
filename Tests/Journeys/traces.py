"""What a program leaves on the disk."""

import hashlib
import os
import secrets

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def random_word():
    """A word that nothing has on the disk by chance, and that can be typed."""
    return "".join(secrets.choice(LETTERS) for _ in range(16))


def files_below(*folders):
    """The paths of all files."""
    for folder in folders:
        for parent, _, names in os.walk(folder):
            paths = (os.path.join(parent, name) for name in names)
            yield from (path for path in paths if os.path.isfile(path))


def files_with(text, *folders):
    """The files in whose bytes a text stands, as UTF-8 or as UTF-16."""
    kinds = [text.encode(code) for code in ("utf-8", "utf-16-le", "utf-16-be")]
    found = []
    for path in files_below(*folders):
        try:
            with open(path, "rb") as file:
                content = file.read()
        except FileNotFoundError:
            continue
        if any(kind in content for kind in kinds):
            found.append(path)
    return sorted(found)


def digests(*folders):
    """What stands for the bytes of all files, by their paths."""
    result = {}
    for path in files_below(*folders):
        try:
            with open(path, "rb") as file:
                result[path] = hashlib.sha256(file.read()).hexdigest()
        except FileNotFoundError:
            continue
    return result
