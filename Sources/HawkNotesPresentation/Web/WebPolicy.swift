import Foundation
import Phrases

/// Decides which addresses are shown inside the program, and which open in the web browser.
package enum WebPolicy {
    /// The maximum length of a stored address, in bytes; longer ones do not work in every browser.
    static let longestAddress = 32 * 1024

    /// The shown part of an address or a title: laying out a long line takes time, and a page may
    /// have a line of any length.
    package static func shown(_ text: String) -> String {
        text.utf8.count > 1000 ? text.prefix(500) + "…" : text
    }

    /// Whether the address is a web address. Files, scripts, data and the program's own links are
    /// not: a page could use them to reach private data.
    package static func isWebAddress(_ address: String) -> Bool {
        let lowercase = address.prefix(8).lowercased()
        guard lowercase.hasPrefix("http://") || lowercase == "https://" else { return false }
        return URL(string: address)?.host()?.isEmpty == false
    }
}

/// The zoom levels of a page, 1 for its own size.
package enum WebZoom {
    /// The levels of the keys, as in common browsers.
    static let steps = [
        0.3, 0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.2, 1.33, 1.5, 1.7, 2, 2.4, 3, 4, 5,
    ]

    /// The next level up (1) or down (-1); the last level stays.
    package static func step(from zoom: Double, by direction: Int) -> Double {
        let next =
            direction > 0
            ? steps.first { $0 > zoom + 0.005 } : steps.last { $0 < zoom - 0.005 }
        return next ?? clamped(zoom)
    }

    /// The nearest possible level; 1 for a number that is none.
    package static func clamped(_ zoom: Double) -> Double {
        zoom.isFinite ? min(max(zoom, steps[0]), steps[steps.count - 1]) : 1
    }

    /// The level in words, such as `110%`.
    package static func text(_ zoom: Double) -> String {
        localized("%1%", "\(Int((zoom * 100).rounded()))")
    }
}
