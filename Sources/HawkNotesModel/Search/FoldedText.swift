import Foundation

extension StringProtocol {
    /// The text without case, accents and width, for comparing names.
    ///
    /// Does not depend on the locale: two spellings of one name must not differ on another machine.
    public var folded: String {
        folding(
            options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive],
            locale: nil
        )
    }
}
