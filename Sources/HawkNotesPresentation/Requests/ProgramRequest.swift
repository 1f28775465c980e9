import Foundation

/// An external request: by an option, a link or a file, an action on the session bus, or another
/// process of the program. All of them are performed in one place.
package enum ProgramRequest: Codable, Hashable, Sendable {
    /// Restore the windows, or raise the front one.
    case activate
    /// Open links and files.
    case open([String], isPrivate: Bool)
    case newWindow
    case newPrivateWindow
    /// Write a note on the last active page.
    case newNote
    case search(String, isPrivate: Bool)
    /// Open or raise the windows of the workspace with this name.
    case openWorkspace(String)
    /// Quit the program as the user does.
    case quit
}

extension ProgramRequest {
    /// The maximum length, in bytes: larger than the arguments that an operating system allows.
    static let sizeLimit = 96 * 1024

    /// The request, encoded for another process.
    ///
    /// - Throws: a `RequestError` if it is too long.
    package func encoded() throws(RequestError) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(self), data.count <= Self.sizeLimit else {
            throw .tooLong
        }
        return String(decoding: data, as: UTF8.self)
    }

    /// Decodes the result of `encoded()`, of this version of the program or another one.
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

/// Why a request of another process cannot be performed.
package enum RequestError: Error {
    case tooLong
    /// It is damaged, or of a newer version of the program.
    case unknown
}
