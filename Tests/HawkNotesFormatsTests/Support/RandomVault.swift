import Foundation

/// Files as other programs and their users make them, written after what is known of each program; every
/// word that may be lost occurs in them once.
struct RandomVault {
    struct File {
        var text: String
        /// Words that must come back.
        var words: [String] = []
        /// Words in properties that may be told instead, by the names of these.
        var properties: [String: String] = [:]
        /// Whether each note in it has an id.
        var hasIDs = false
    }

    private(set) var files: [String: File] = [:]
    private var generator: SeededGenerator
    private var count = 0
    private var current = File(text: "")

    init(seed: Int) {
        generator = SeededGenerator(seed)
        for number in 0..<Int.random(in: 2...6, using: &generator) {
            current = File(text: "")
            let folder = pick(["", "Books/", "Books/Read/", "Läsa/"])
            let text = makers[Int.random(in: 0..<makers.count, using: &generator)](&self)
            current.text =
                Bool.random(using: &generator)
                ? text : text.replacingOccurrences(of: "\n", with: "\r\n")
            files["\(folder)File \(number).md"] = current
        }
    }

    /// The files as a folder in memory has them.
    var texts: [String: String] { files.mapValues(\.text) }

    // MARK: - Words

    private mutating func word() -> String {
        count += 1
        let word = pick(["salt", "Öl", "ночь", "影", "l’eau", "snow"]) + "x\(count)x"
        current.words.append(word)
        return word
    }

    private mutating func sentence() -> String {
        var words = [word(), word(), word()]
        if chance { words[1] = pick(["*\(words[1])*", "[[\(words[1])]]", "`\(words[1])`"]) }
        return words.joined(separator: " ") + "."
    }

    private mutating func paragraphs() -> String {
        (0..<Int.random(in: 1...2, using: &generator)).map { _ in sentence() }
            .joined(separator: "\n\n")
    }

    private mutating func number() -> Int {
        count += 1
        return 100 + count
    }

    private mutating func pick(_ choices: [String]) -> String {
        choices[Int.random(in: 0..<choices.count, using: &generator)]
    }

    private var chance: Bool { mutating get { Bool.random(using: &generator) } }

    /// A property that no library has a place for.
    private mutating func property() -> String {
        count += 1
        let (key, value) = ("extra\(count)", "valuex\(count)x")
        current.properties[value] = key
        return pick(["\(key): \(value)", "\(key): [\(value)]", "\(key):\n  - \(value)"])
    }

    // MARK: - Makers

    private typealias Maker = (inout RandomVault) -> String

    private var makers: [Maker] {
        [
            { $0.kindlePlugin() }, { $0.readwise() }, { $0.readwiseMirror() },
            { $0.koreaderNote() }, { $0.koreaderImporter() }, { $0.kobo() }, { $0.foliate() },
            { $0.callouts() }, { $0.note() }, { $0.note() }, { $0.inlineFields() },
        ]
    }

    private mutating func passages(_ make: (inout RandomVault) -> String) -> String {
        (0..<Int.random(in: 1...4, using: &generator)).map { _ in make(&self) }.joined()
    }

    private mutating func kindlePlugin() -> String {
        current.hasIDs = true
        let title = word()
        let head = """
            ---
            kindle-sync:
              bookId: '\(number())'
              title: \(title)
              author: \(word()) \(word())
              asin: B0\(number())
              highlightsCount: 4
            ---
            # \(title)
            ## Metadata
            * ASIN: B0
            ## Highlights

            """
        return head
            + passages {
                let number = $0.number()
                let words = $0.chance ? "\n\n\($0.paragraphs())" : ""
                return "\($0.sentence()) — location: [\(number)](kindle://book?location=\(number))"
                    + " ^ref-\(number)\(words)\n\n---\n"
            }
    }

    private mutating func readwise() -> String {
        let head = """
            # \(word())

            ![rw-book-cover](https://example.org/c.jpg)

            ## Metadata
            - Author: [[\(word()) \(word())]]
            - Category: #books

            ## Highlights

            """
        return head
            + passages {
                let place = $0.pick([
                    "([Location \($0.number())](https://readwise.io/to_kindle?x=1))",
                    "([View Highlight](https://read.readwise.io/read/id\($0.number())))", "",
                ])
                let note = $0.chance ? "    - Note: \($0.sentence())\n" : ""
                let tags = $0.chance ? "    - Tags: [[\($0.word())]]\n" : ""
                return "- \($0.sentence()) \(place)\n\(note)\(tags)"
            }
    }

    private mutating func readwiseMirror() -> String {
        current.hasIDs = true
        let head = """
            ---
            uri: https://readwise.io/b/1
            ---
            %%
            ID: \(number())
            %%
            # About
            Title: [[\(word())]]
            Authors: [[\(word()) \(word())]]

            ---

            # Highlights


            """
        return head
            + passages {
                let note = $0.chance ? "Note: \($0.sentence())\n\n" : ""
                let tags = $0.chance ? "Tags: #\($0.word())\n\n" : ""
                return "\($0.sentence()) %% Color: blue %% ^\($0.number())\n\n\(note)\(tags)---\n\n"
            }
    }

    private mutating func koreaderNote() -> String {
        current.hasIDs = true
        let (quote, words) = (word(), word())
        return """
            ---
            koreader-sync:
              type: koreader-sync-note
              uniqueId: id\(number())abc
              data:
                title: \(word())
                authors: \(word()) \(word())
                chapter: \(word())
                highlight: \(quote)
                text: \(words)
                datetime: "2024-05-06 07:08:09"
                page: \(number())
            ---
            **==\(quote)==**

            \(words)

            \(sentence())
            """
    }

    private mutating func koreaderImporter() -> String {
        current.hasIDs = true
        let head = "---\ntitle: \(word())\nauthors: \(word()) \(word())\n---\n\(paragraphs())\n\n"
        return head
            + passages {
                let heading = $0.chance ? "### \($0.word())\n\n" : ""
                let json = "KOHL {\"id\": \"n\($0.number())\", \"page\": \($0.number())}"
                let mark = $0.pick(["%% \(json) %%", "<!-- \(json) -->"])
                let words = $0.chance ? "\n\($0.sentence())\n" : ""
                return "\(heading)\(mark)\n> \($0.sentence())\n\(words)\n"
            }
    }

    private mutating func kobo() -> String {
        let title = word()
        let head = """

            ---
            title: \(title)
            author: \(word()) \(word())
            readStatus: 1
            \(property())
            ---

            # \(title)


            """
        return head
            + passages {
                let chapter = $0.chance ? "## \($0.word())\n\n" : ""
                let note = $0.chance ? "**Note:** \($0.sentence())\n\n" : ""
                return "\(chapter)\($0.sentence())\n\n\(note)*Created: 2024-05-06T07:08:09Z*\n\n"
            }
    }

    private mutating func foliate() -> String {
        "# Annotations for “\(word())”\n\n"
            + passages {
                let words = $0.chance ? "\n\n\($0.paragraphs())" : ""
                return "---\n\n**yellow** - `epubcfi(/6/\($0.number())!/4)`\n\n"
                    + "> \($0.sentence())\n> \($0.sentence())\(words)\n\n"
            }
    }

    private mutating func callouts() -> String {
        let head = """
            ---
            author: [[\(word())]]
            \(property())
            ---
            \(paragraphs())

            ## Highlights


            """
        return head
            + passages {
                let chapter = $0.chance ? "### \($0.word())\n\n" : ""
                let title = $0.chance ? "> [!quote] Page \($0.number())\n" : ""
                let words = $0.chance ? "\n\($0.sentence())\n" : ""
                return "\(chapter)\(title)> \($0.sentence())\n\(words)\n"
            }
    }

    private mutating func note() -> String {
        var lines = [property()]
        if chance { lines.append("title: \(word()): \(word())") }
        if chance {
            let (one, other) = (word(), word())
            let shapes = [
                "tags: \(one), \(other)", "tags: [\"#\(one)\", \(other)]", "tag: #\(one) #\(other)",
            ]
            lines.append(pick(shapes))
        }
        if chance {
            lines.append(
                pick(["date created: Monday, March 3rd 2025, 8:01:02 pm", "date: 2025-03-03"])
            )
        }
        current.hasIDs = chance
        if current.hasIDs { lines.append("uid: note-\(number())-id") }
        let body = [
            paragraphs(), "# \(word())\n\n\(paragraphs())", "- \(sentence())\n\t- \(sentence())",
        ]
        return
            "---\n\(lines.joined(separator: "\n"))\n---\n\(body.joined(separator: "\n\n---\n\n"))"
    }

    private mutating func inlineFields() -> String {
        let (key, value) = ("Mood\(count)", "moodx\(count)x")
        current.properties[value] = key
        return
            "Author:: [[\(word())]]\n\(key):: \(value)\nRating:: 4\n\n# \(word())\n\(paragraphs())"
    }
}
