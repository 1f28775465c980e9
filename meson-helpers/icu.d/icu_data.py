"""ICU's data as the toolchain brings it: the table in an archive, read and packed again with fewer items."""

import struct

HEADER_START = struct.Struct("<HBB")
"""Length of the header, and two bytes that all of ICU's data begins with."""

INFORMATION = struct.Struct("<HHBBBx4s4s4s")
"""Length of itself, reserved, byte order, character set, size of a character; format and versions."""

ENTRY = struct.Struct("<II")
"""Where the name of an item is and where the item itself, from the start of the table."""

ALIGNMENT = 16
FILLER = b"\xaa"


class Unexpected(Exception):
    """The data, or the archive that it is in, is not as it was known to be."""


def require(condition, message):
    if not condition:
        raise Unexpected(message)


class Table:
    """A package of ICU's data ("CmnD"): names and items, after a header."""

    def __init__(self, data):
        length, *marks = HEADER_START.unpack_from(data)
        require(marks == [0xDA, 0x27], "it does not begin as ICU's data does")
        _, _, is_big_endian, character_set, _, kind, version, _ = INFORMATION.unpack_from(
            data, HEADER_START.size
        )
        require(not is_big_endian and not character_set, "it is not in this machine's byte order")
        require(kind == b"CmnD" and version[0] == 1, "its table of contents has another format")
        self.header = data[:length]
        table = data[length:]
        (count,) = struct.unpack_from("<I", table)
        require(0 < count < 100_000, f"{count} items are none that could be")
        entries = [ENTRY.unpack_from(table, 4 + index * ENTRY.size) for index in range(count)]
        ends = [start for _, start in entries[1:]] + [len(table)]
        self.items = {}
        for (name_start, start), end in zip(entries, ends):
            require(start <= end <= len(table), "an item lies outside of it")
            name = table[name_start:table.index(b"\0", name_start)].decode("ascii")
            self.items[name] = table[start:end]
        require(len(self.items) == count, "two items have the same name")
        require(self.packed(self.items) == data, "packing all of it again gives something else")

    @property
    def package(self):
        """What the names of all items begin with."""
        packages = {name.partition("/")[0] for name in self.items}
        require(len(packages) == 1, "it holds more than one package")
        return packages.pop()

    def packed(self, names):
        """The data with these items alone, in the order in which ICU finds them."""
        names = sorted(names)
        position = 4 + len(names) * ENTRY.size
        name_starts = []
        for name in names:
            name_starts.append(position)
            position += len(name) + 1
        # The padding comes before each item, so that the last one ends the data.
        contents = [b"".join(name.encode("ascii") + b"\0" for name in names)]
        entries = []
        for name, name_start in zip(names, name_starts):
            padding = -position % ALIGNMENT
            contents.append(FILLER * padding)
            position += padding
            entries.append(ENTRY.pack(name_start, position))
            contents.append(self.items[name])
            position += len(self.items[name])
        return b"".join([self.header, struct.pack("<I", len(names)), *entries, *contents])


def members(path):
    """The names and contents of the files in an archive, one after the other."""
    with open(path, "rb") as archive:
        require(archive.read(8) == b"!<arch>\n", f"{path} is not an archive")
        while header := archive.read(60):
            require(len(header) == 60 and header[58:] == b"`\n", f"{path} is damaged")
            size = int(header[48:58])
            yield header[:16].decode("ascii").strip(), archive.read(size)
            archive.seek(size % 2, 1)


SECTION = struct.Struct("<IIQQQQIIQQ")
SYMBOL = struct.Struct("<IBBHQQ")
SYMBOLS = 2
OBJECT, GLOBAL = 1, 1


def objects(content):
    """The names and bytes of the global data objects in an object file; none where it is no such file."""
    if content[:6] != b"\x7fELF\x02\x01":
        return
    (section_start,) = struct.unpack_from("<Q", content, 0x28)
    size, count = struct.unpack_from("<HH", content, 0x3A)
    if size != SECTION.size:
        return
    sections = [SECTION.unpack_from(content, section_start + index * size) for index in range(count)]
    for _, kind, _, _, start, length, link, *_ in sections:
        if kind != SYMBOLS:
            continue
        names = sections[link][4]
        for place in range(start, start + length, SYMBOL.size):
            name, info, _, section, value, extent = SYMBOL.unpack_from(content, place)
            if info != GLOBAL << 4 | OBJECT or not 0 < section < count:
                continue
            first = sections[section][4] + value
            name = content[names + name:content.index(b"\0", names + name)].decode("ascii")
            yield name, content[first:first + extent]


def find(archive, pattern):
    """The symbol of ICU's data in an archive and its table; there must be exactly one."""
    found = [
        (name, data)
        for _, content in members(archive)
        for name, data in objects(content)
        if pattern.fullmatch(name)
    ]
    require(len(found) == 1, f"{archive} has {len(found)} objects with ICU's data")
    name, data = found[0]
    return name, Table(data)
