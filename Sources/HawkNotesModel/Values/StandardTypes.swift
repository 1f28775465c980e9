import Foundation

extension Dictionary {
    /// The pairs by their keys. Of those with the same key it has the first, as a list may name a thing
    /// twice, and `init(uniqueKeysWithValues:)` ends the program then.
    package init(firstOf pairs: some Sequence<(Key, Value)>) {
        self.init(pairs, uniquingKeysWith: { first, _ in first })
    }
}

extension UUID {
    /// It in lower case, as RFC 9562 says that it is written; `uuidString` is in upper case.
    package var canonicalString: String { uuidString.lowercased() }
}
