#!/usr/bin/env python3
"""Prints the texts for translators in Swift files as a gettext template: xgettext knows no Swift.

    swift_texts.py FOLDER FILE ...

Found is every `localized("…")`, with its `context:` or its `plural:`; texts may be put together with `+` and stand on several
lines. A comment on the line above that begins with `Translators:` goes with the text. What is not a
literal, and so never could be translated, is an error. FOLDER is what references are relative to.
"""

import dataclasses
import os
import re
import sys

FUNCTION = "localized"
ESCAPES = {"0": "\0", "\\": "\\", "t": "\t", "n": "\n", "r": "\r", '"': '"', "'": "'"}
WORD = re.compile(r"[A-Za-z_]\w*")
OPENING = re.compile(r'(#*)("""|")')
UNICODE = re.compile(r"u\{([0-9A-Fa-f]{1,8})\}")
PLACEHOLDER = re.compile(r"%[1-9]")


class Problem(Exception):
    """Something that cannot be read, or that no translation could reach."""


@dataclasses.dataclass
class Token:
    """A word, text, comment or sign; a text with values in it has no `text`."""

    kind: str
    text: str | None
    line: int


class Lexer:
    """Cuts Swift into what matters here: texts are told from comments and from code."""

    def __init__(self, source, name):
        self.source = source
        self.name = name
        self.position = 0
        self.tokens = []

    def problem(self, message, position=None):
        return Problem(f"{self.name}:{self.line(position)}: {message}")

    def line(self, position=None):
        return self.source.count("\n", 0, self.position if position is None else position) + 1

    def add(self, kind, text, start):
        self.tokens.append(Token(kind, text, self.line(start)))

    def code(self, ends_at_parenthesis=False):
        """Reads code up to its end, or to the parenthesis that ends what stands in a text."""
        depth = 0
        while self.position < len(self.source):
            start, rest = self.position, self.source[self.position]
            if self.source.startswith("//", start):
                end = self.source.find("\n", start)
                self.position = len(self.source) if end < 0 else end
                self.add("comment", self.source[start + 2 : self.position].strip(), start)
            elif self.source.startswith("/*", start):
                self.skip_comment()
            elif opening := OPENING.match(self.source, start):
                self.position = opening.end()
                self.add("text", self.string(len(opening[1]), opening[2], start), start)
            elif word := WORD.match(self.source, start):
                self.position = word.end()
                self.add("word", word[0], start)
            else:
                self.position += 1
                depth += {"(": 1, ")": -1}.get(rest, 0)
                if ends_at_parenthesis and depth < 0:
                    return
                if not rest.isspace():
                    self.add("sign", rest, start)
        if ends_at_parenthesis:
            raise self.problem("a value in a text does not end")

    def skip_comment(self):
        start, depth = self.position, 0
        for mark in re.finditer(r"/\*|\*/", self.source[start:]):
            depth += 1 if mark[0] == "/*" else -1
            if depth == 0:
                self.position = start + mark.end()
                return
        raise self.problem("a comment does not end")

    def string(self, hashes, quotes, start):
        """Reads a text after its opening quotes; None when there are values in it."""
        result, has_values = [], False
        closing, escape = quotes + "#" * hashes, "\\" + "#" * hashes
        while not self.source.startswith(closing, self.position):
            if self.position >= len(self.source) or (
                quotes == '"' and self.source[self.position] == "\n"
            ):
                raise self.problem("a text does not end", start)
            if not self.source.startswith(escape, self.position):
                result.append(self.source[self.position])
                self.position += 1
                continue
            self.position += len(escape)
            sign = self.source[self.position : self.position + 1]
            if sign == "(":
                self.position += 1
                self.code(ends_at_parenthesis=True)
                has_values = True
            elif code := UNICODE.match(self.source, self.position):
                result.append(chr(int(code[1], 16)))
                self.position = code.end()
            elif quotes == '"""' and (end := re.compile(r"[ \t]*\n").match(
                self.source, self.position
            )):
                self.position = end.end()
                # The line goes on: its indentation is taken off here, as it is of the other lines.
                result.append("\0")
            elif sign in ESCAPES:
                result.append(ESCAPES[sign])
                self.position += 1
            else:
                raise self.problem(f"what is \\{sign}?")
        self.position += len(closing)
        if has_values:
            return None
        text = "".join(result)
        return text if quotes == '"' else unindented(text)


def unindented(text):
    """What a text of several lines says: without its first line end and its indentation."""
    body, _, indentation = text.removeprefix("\n").rpartition("\n")
    body = body.replace("\0", "\n\0")
    lines = [line.removeprefix("\0").removeprefix(indentation) for line in body.split("\n")]
    joined = lines[0]
    for raw, line in zip(body.split("\n")[1:], lines[1:]):
        joined += line if raw.startswith("\0") else "\n" + line
    return joined


@dataclasses.dataclass
class Message:
    """A text for translators."""

    text: str
    context: str | None = None
    plural: str | None = None
    comments: list[str] = dataclasses.field(default_factory=list)
    places: list[str] = dataclasses.field(default_factory=list)


class Texts:
    """The texts of all files, in the order in which they were found."""

    def __init__(self):
        self.messages = {}

    def add(self, text, context, plural, comment, place):
        message = self.messages.setdefault((context, text), Message(text, context))
        if plural is not None:
            if message.plural not in (None, plural):
                raise Problem(f"{place}: “{text}” has another plural elsewhere")
            message.plural = plural
        if comment and comment not in message.comments:
            message.comments.append(comment)
        if place not in message.places:
            message.places.append(place)

    def read(self, source, name):
        """Finds the texts of one file."""
        lexer = Lexer(source, name)
        lexer.code()
        code = [token for token in lexer.tokens if token.kind != "comment"]
        comments = [token for token in lexer.tokens if token.kind == "comment"]
        for index, token in enumerate(code[:-1]):
            before = code[index - 1] if index else None
            if (token.kind, token.text) != ("word", FUNCTION) or code[index + 1].text != "(":
                continue
            if before and before.text == "func":
                continue
            text, end = self.literal(code, index + 2, f"{name}:{token.line}")
            named = {"context": None, "plural": None}
            signs = [each.text for each in code[end : end + 3]]
            if signs in ([",", label, ":"] for label in named):
                named[signs[1]], end = self.literal(code, end + 3, f"{name}:{token.line}")
            if end >= len(code) or code[end].text not in (",", ")"):
                raise Problem(f"{name}:{token.line}: the text is not all literal")
            comment = comment_above(comments, token.line)
            self.add(text, named["context"], named["plural"], comment, name)

    @staticmethod
    def literal(code, index, place):
        """The text at `index`, put together with `+`, and the index after it."""
        parts = []
        while index < len(code) and code[index].kind == "text" and code[index].text is not None:
            parts.append(code[index].text)
            index += 1
            if index >= len(code) or code[index].text != "+":
                return "".join(parts), index
            index += 1
        raise Problem(f"{place}: the text is not a literal, so it cannot be translated")

    def template(self):
        """All of it as a template."""
        entries = ['msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n']
        for message in self.messages.values():
            lines = [f"#. {comment}" for comment in message.comments]
            lines += [f"#: {place}" for place in message.places]
            placeholders = set(PLACEHOLDER.findall(message.text))
            in_plural = set(PLACEHOLDER.findall(message.plural or message.text))
            if placeholders and placeholders == in_plural:
                # The same placeholders as Qt's, so msgfmt can compare those of a translation; it
                # knows no text that has them in one of its forms only.
                lines.append("#, qt-format")
            if message.context is not None:
                lines.append(f"msgctxt {quoted(message.context)}")
            lines.append(f"msgid {quoted(message.text)}")
            if message.plural is None:
                lines.append('msgstr ""')
            else:
                lines.append(f"msgid_plural {quoted(message.plural)}")
                lines += ['msgstr[0] ""', 'msgstr[1] ""']
            entries.append("\n".join(lines) + "\n")
        return "\n".join(entries)


def comment_above(comments, line):
    """The comment for translators that ends on the line above, or None."""
    block = []
    for comment in reversed([each for each in comments if each.line < line]):
        if comment.line != line - len(block) - 1:
            break
        block.insert(0, comment.text)
        if comment.text.startswith("Translators:"):
            return " ".join(block)
    return None


def quoted(text):
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return '"' + escaped.replace("\t", "\\t") + '"'


def main(folder, paths):
    texts = Texts()
    try:
        for path in paths:
            with open(path, encoding="utf-8") as file:
                texts.read(file.read(), os.path.relpath(path, folder))
    except Problem as problem:
        sys.exit(f"translations: {problem}")
    sys.stdout.write(texts.template())


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
