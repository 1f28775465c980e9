import Foundation

/// Ids in a window's state: separated by blanks.
package enum StoredIDs {
    package static func ids(_ text: String) -> [UUID] {
        text.split(separator: " ").compactMap { UUID(uuidString: String($0)) }
    }

    package static func text(of ids: some Collection<UUID>) -> String {
        ids.map(\.uuidString).joined(separator: " ")
    }
}
