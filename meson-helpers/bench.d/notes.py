"""Makes notes as readers of many languages would write them: the same ones each time."""

import random
import uuid
import zlib

SHORTEST, LONGEST = 3, 3000
DAY = 86_400_000
# 1 January 2015, in milliseconds since 1970: the first note. All lie in the past, so that dates are
# shown the same at each start.
FIRST = 1_420_070_400_000
LAST = FIRST + 9 * 365 * DAY

# Words of one script, what stands between them, and how often the script is used.
SCRIPTS = [
    ("the hawk Skye remembers why and shadow under a house of letters promise map winter she "
     "returned before lantern's keeper could answer — again? no: never, (perhaps) “quiet”", " ", 8),
    ("über Straße Mädchen größer œuvre garçon déjà naïve señor mañana corazón łódź żółty příliš "
     "žluťoučký kůň ångström smörgåsbord çiçek İstanbul ığdır việt nguyễn tiếng", " ", 5),
    ("και το γεράκι πετάει πάνω από θάλασσα μνήμη σκιά ΄Αννα όνομα γιατί ποτέ φως άνεμος", " ", 2),
    ("ястреб тень память письмо почему никогда зима свет её объезд сердце ещё шёпот їжак ґанок",
     " ", 3),
    ("الصقر ظل الذاكرة رسالة لماذا أبدا الشتاء نور قلب البيت كتاب مفتاح", " ", 2),
    ("鷹の影を追う少女は手紙を読んだ 記憶是一座没有门的房子 冬天的风 그림자 매 기억 편지 겨울"
     " なぜ戻らない",
     "", 3),
    ("🦅 🌑 ❤️ 👩‍👩‍👧 🏳️‍🌈 📚 ✨ 🇩🇪 👍🏽 shadow note 12 %", " ", 1),
]


def text(source, longest=LONGEST):
    """A text of at least `SHORTEST` characters; the longer, the rarer."""
    length = round(SHORTEST * (longest / SHORTEST) ** source.random())
    weights = [weight for _, _, weight in SCRIPTS]
    parts, used = [], 0
    while used < length:
        words, between, _ = source.choices(SCRIPTS, weights)[0]
        words = words.split(" ")
        some = [source.choice(words) for _ in range(source.randint(4, 40))]
        parts.append(between.join(some) + source.choice([". ", ", ", "! ", ".\n", ".\n\n"]))
        used += len(parts[-1])
    # What begins or ends with blanks is cut by nobody else.
    cut = "".join(parts)[:length].strip()
    return cut if len(cut) >= SHORTEST else "…" * SHORTEST


def texts(count, longest=LONGEST, seed=1):
    """The texts of so many notes, the same ones each time."""
    source = random.Random(seed)
    return (text(source, longest) for _ in range(count))


def styled(body, source):
    """The same text with an emphasized word in ten, a strong one in twenty, and two tags."""
    words = body.split(" ")
    for index, word in enumerate(words):
        chance = source.random()
        if word.isalpha() and chance < 0.15:
            mark = "**" if chance < 0.05 else "*"
            words[index] = mark + word + mark
    tags = source.choices(["sea", "night", "letters", "to-ask", "winter", "theme/memory"], k=2)
    return " ".join(words) + "".join(f" #{tag}" for tag in tags)


def styled_texts(count, seed=1):
    """The same texts as `texts`, with emphasis and tags."""
    source = random.Random(seed + 1)
    return (styled(body, source) for body in texts(count, seed=seed))


def insert(connection, subject, count, bodies, quoting=False):
    """Adds `count` notes with these texts on the book with the id `subject`, in one transaction.

    With `quoting` they are highlights, every fourth of which has words as well.
    """
    source = random.Random(1)

    def rows():
        for index, body in enumerate(bodies):
            date = FIRST + (LAST - FIRST) * index // max(count, 1)
            identifier = uuid.UUID(int=source.getrandbits(128), version=4).bytes
            quote = body if quoting else None
            words = "" if quoting and index % 4 else body
            yield identifier, subject, words, zlib.crc32(words.encode()), date, date, quote

    with connection:
        connection.executemany(
            "INSERT INTO note"
            " (id, subjectKind, subjectID, text, textChecksum, createdAt, modifiedAt, quote)"
            " VALUES (?, 'book', ?, ?, ?, ?, ?, ?)", rows())
