import Foundation

extension StringProtocol {
    /// The text as names are compared: without case, accents and width.
    ///
    /// The same on every machine, whatever its language: what is one name must not be two elsewhere.
    public var folded: String {
        folding(
            options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive],
            locale: nil
        )
    }
}
