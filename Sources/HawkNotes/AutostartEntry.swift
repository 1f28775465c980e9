import Foundation
import HawkNotesPresentation

/// The content of the desktop entry by which the session starts the program after a login.
///
/// Follows the desktop entry and the autostart specifications of freedesktop.org.
struct AutostartEntry: Equatable {
    /// Distinguishes it from other programs' entries. It must never change: an older version has to
    /// recognize the entries of a newer one, and the other way round.
    private static let mark = (key: "X-HawkNotes-AfterLogin", value: "true")
    /// The keys with which programs that list the entries disable one.
    private static let isSwitchedOff = ["Hidden": "true", "X-GNOME-Autostart-enabled": "false"]

    /// The program, as an absolute path.
    var program: String
    /// The desktop's name of the program's icon.
    var icon: String
    /// A description of the entry, for users who browse the list of entries.
    var comment: String

    /// The file's content.
    var text: String {
        let lines = [
            ("Type", "Application"), ("Version", "1.4"), ("Name", "Hawk Notes"),
            ("Comment", Self.escaped(comment)), ("Icon", Self.escaped(icon)),
        ]
        let rest = [
            ("Terminal", "false"), ("StartupNotify", "false"),
            ("X-GNOME-Autostart-enabled", "true"), Self.mark,
        ]
        return "[Desktop Entry]\n"
            + (lines + starting + rest).map { "\($0)=\($1)\n" }.joined()
    }

    /// Whether an entry starts this program, whatever else it contains.
    func isStarted(by text: String) -> Bool {
        let values = Self.values(of: text)
        return starting.allSatisfy { values[$0] == $1 }
    }

    /// Whether the program has written an entry and may replace it. A disabled one belongs to the
    /// user or the desktop.
    static func isOwn(_ text: String) -> Bool {
        let values = values(of: text)
        return values[mark.key] == mark.value
            && isSwitchedOff.allSatisfy { values[$0]?.lowercased() != $1 }
    }

    private var starting: [(key: String, value: String)] {
        [
            // If the program is no longer installed, the entry is ignored.
            ("TryExec", Self.escaped(program)),
            ("Exec", Self.escaped(Self.quoted(program) + " " + AfterLoginOption.argument)),
        ]
    }

    /// An argument of a command line.
    private static func quoted(_ argument: String) -> String {
        let percentsDoubled = argument.replacingOccurrences(of: "%", with: "%%")
        let reserved = "\"'\\><~|&;$*?#()`".unicodeScalars
        let needsQuotes = argument.unicodeScalars.contains {
            $0.value <= 0x20 || $0.value == 0x7F || reserved.contains($0)
        }
        guard needsQuotes else { return percentsDoubled }
        var result = "\""
        for scalar in percentsDoubled.unicodeScalars {
            if "\"`$\\".unicodeScalars.contains(scalar) { result.append("\\") }
            result.unicodeScalars.append(scalar)
        }
        return result + "\""
    }

    /// A text as the value of a key.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The values of a file's main group, unparsed.
    private static func values(of text: String) -> [String: String] {
        var values: [String: String] = [:]
        var isInside = false
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.trimmingCharacters(in: .whitespaces)
            if line.hasPrefix("[") {
                isInside = line == "[Desktop Entry]"
            } else if isInside, let equals = line.firstIndex(of: "=") {
                let key = line[..<equals].trimmingCharacters(in: .whitespaces)
                values[key] = line[line.index(after: equals)...]
                    .trimmingCharacters(in: .whitespaces)
            }
        }
        return values
    }
}
