import Foundation

/// What the program is asked for from outside: by its options, by links and files, by an action on the
/// session bus, or by another process of it. All of it comes to pass in one place.
package enum ProgramRequest: Codable, Hashable, Sendable {
    /// Bring the windows back, or raise the front one.
    case activate
    /// Show what links and files name.
    case open([String], isPrivate: Bool)
    case newWindow
    case newPrivateWindow
    /// Write a note on the page that was used last.
    case newNote
    case search(String, isPrivate: Bool)
    /// Open or raise the windows of the workspace with this name.
    case openWorkspace(String)
    /// End the program as a person does.
    case quit
}

extension ProgramRequest {
    /// The most that is taken, in bytes: what an operating system takes as arguments, and more.
    static let sizeLimit = 96 * 1024

    /// The request in a form that goes from process to process.
    ///
    /// - Throws: a `RequestError` for one that is too long.
    package func encoded() throws(RequestError) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(self), data.count <= Self.sizeLimit else {
            throw .tooLong
        }
        return String(decoding: data, as: UTF8.self)
    }

    /// Reads what `encoded()` made, in this version of the program or another one.
    ///
    /// - Throws: a `RequestError`.
    package init(encoded text: String) throws(RequestError) {
        guard text.utf8.count <= Self.sizeLimit else { throw .tooLong }
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(text.utf8))
        } catch {
            throw .unknown
        }
    }
}

/// Why a request of another process cannot be followed.
package enum RequestError: Error {
    case tooLong
    /// It is damaged, or of a newer version of the program.
    case unknown
}
