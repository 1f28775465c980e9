import CGLib
import Foundation

/// Numbers as text, as the user's language writes them.
public enum LocalNumber {
    /// A whole number, with its thousands apart where people write it so: 12,345.
    ///
    /// By the C library, which has the language's rules at hand: Foundation would read megabytes for it.
    public static func format(_ number: Int) -> String {
        withVaList([number]) { arguments in
            var bytes = [CChar](repeating: 0, count: 64)
            vsnprintf(&bytes, bytes.count, "%'ld", arguments)
            return String(
                decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
                as: UTF8.self
            )
        }
    }
}
