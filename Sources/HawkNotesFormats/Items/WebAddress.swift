import Foundation

/// Checks web addresses.
package enum WebAddress {
    /// The address, if it is `http` or `https` and has a host.
    package static func checked(_ text: String) -> String? {
        let text = text.trimmed
        guard text.utf8.count <= 2_000, !text.contains(where: { $0.isWhitespace }),
            let url = URL(string: text), let host = url.host, !host.isEmpty
        else { return nil }
        return ["http", "https"].contains(url.scheme?.lowercased() ?? "") ? text : nil
    }
}
