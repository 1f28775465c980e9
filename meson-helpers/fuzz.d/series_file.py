#!/usr/bin/python3
"""Makes a small series file, as data/series/README.md describes them, for the fuzzer to begin with.

usage: series_file.py README FILE
"""

import re
import sqlite3
import sys

APPLICATION_ID, VERSION = 0x48574B4E, 1


def value(name, kind, is_needed, row):
    """What stands in a column; ids are the same in all tables, so that some rows belong together."""
    if kind == "BLOB":
        return bytes([row]) * 16
    if not is_needed and row == 2:
        return None
    return 100 + row if kind in ("INTEGER", "REAL") else f"{name} {row}"


def main():
    readme, path = sys.argv[1:]
    with open(readme, encoding="utf-8") as file:
        tables = "".join(re.findall(r"```sql\n(.*?)```", file.read(), re.S))
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA page_size = 512")
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {VERSION}")
    connection.executescript(tables)
    names = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    for table in names:
        columns = connection.execute(f"PRAGMA table_info({table})").fetchall()
        for row in (1, 2):
            values = [value(name, kind, needed, row) for _, name, kind, needed, *_ in columns]
            marks = ", ".join("?" * len(values))
            try:
                connection.execute(f"INSERT INTO {table} VALUES ({marks})", values)
            except sqlite3.IntegrityError as problem:
                print(f"{table} has no such row: {problem}", file=sys.stderr)
    connection.commit()
    connection.close()


if __name__ == "__main__":
    main()
