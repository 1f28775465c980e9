#!/usr/bin/env python3
"""Prints a translation into no language: each text longer, accented and in brackets.

    pseudo_locale.py TEMPLATE

It shows what would be cut off in another language, and a text without brackets did not come from the
translations. Placeholders such as `%1` stay. Read is what msgcat writes without wrapping.
"""

import re
import sys

LETTERS = str.maketrans(
    "aceghijklnorstuwyzACDEGHIJKLNORSTUWYZ", "àçéĝĥîĵķļñöŕšţûŵýžÀÇÐÉĜĤÎĴĶĻÑÖŔŠŢÛŴÝŽ"
)
KEPT = re.compile(r"(%\d|\\.)")
GROWTH = 0.35
HEADER = (
    'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
)


def pseudo(text):
    """The text in pseudo-language; `text` is as it stands between the quotes of a template."""
    parts = KEPT.split(text)
    accented = "".join(
        part if index % 2 else part.translate(LETTERS) for index, part in enumerate(parts)
    )
    return f"⟦{accented}{' ~' * max(1, round(len(text) * GROWTH / 2))}⟧"


def entries(template):
    """The texts of a template, each with its context and its plural or None; the header is left out."""
    for entry in template.split("\n\n"):
        context, one, many = (
            re.search(rf'^{keyword} "(.+)"$', entry, re.MULTILINE)
            for keyword in ("msgctxt", "msgid", "msgid_plural")
        )
        if one:
            yield context and context[1], one[1], many and many[1]


def translation(template):
    """The whole translation."""
    result = [HEADER]
    for context, one, many in entries(template):
        key = (f'msgctxt "{context}"\n' if context else "") + f'msgid "{one}"\n'
        if many is None:
            result.append(f'{key}msgstr "{pseudo(one)}"\n')
        else:
            result.append(
                f'{key}msgid_plural "{many}"\n'
                f'msgstr[0] "{pseudo(one)}"\nmsgstr[1] "{pseudo(many)}"\n'
            )
    return "\n".join(result)


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        sys.stdout.write(translation(file.read()))
