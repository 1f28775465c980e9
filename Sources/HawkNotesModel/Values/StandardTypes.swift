import Foundation

extension Dictionary {
    /// A dictionary of the pairs. Keeps the first of several with the same key, as a list may
    /// contain duplicates, for which `init(uniqueKeysWithValues:)` would crash.
    package init(firstOf pairs: some Sequence<(Key, Value)>) {
        self.init(pairs, uniquingKeysWith: { first, _ in first })
    }
}

extension UUID {
    /// The UUID in lower case, as RFC 9562 specifies; `uuidString` is in upper case.
    package var canonicalString: String { uuidString.lowercased() }
}
