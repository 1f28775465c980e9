"""Rewrites values in a window's state file, as another program could."""

import json
import zlib


def rewrite(path, ending, change):
    """Replace each value whose name ends so by `change(value)`; return how many there were.

    A line of a state file is the CRC-32 of a JSON object, a space, and that object. The first line
    of a value gives its name and its number, the ones after that only the number.
    """
    numbers, lines, changed = set(), [], 0
    with open(path, encoding="utf-8") as file:
        for line in file:
            record = json.loads(line.partition(" ")[2])
            if record.get("path", "").endswith(ending):
                numbers.add(record["k"])
            if "v" in record and record.get("k") in numbers:
                record["v"] = change(record["v"])
                changed += 1
            text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
            lines.append(f"{zlib.crc32(text.encode()):08x} {text}\n")
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(lines)
    return changed


def stored_values(path):
    """The small values of a window by their paths, as they stand in its file."""
    names, values = {}, {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            record = json.loads(line.partition(" ")[2])
            if "path" in record and "k" in record:
                names[record["k"]] = record["path"]
            if "v" in record:
                values[names.get(record.get("k"))] = record["v"]
    return values


def write_values(path, new):
    """Put other values into a window's file, each of which it has already."""
    for name, value in new.items():
        if not rewrite(path, name, lambda _, value=value: value):
            raise LookupError(f"{path} has no {name}")
