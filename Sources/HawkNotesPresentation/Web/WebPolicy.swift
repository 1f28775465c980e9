import Foundation
import Phrases

/// Which addresses are shown inside the program, and which are left to the web browser.
package enum WebPolicy {
    /// The longest address that is kept, in bytes; no browser is sure to take a longer one.
    static let longestAddress = 32 * 1024

    /// As much of an address or a title as is shown: laying out a long line takes its time, and a page
    /// may have a line of any length.
    package static func shown(_ text: String) -> String {
        text.utf8.count > 1000 ? text.prefix(500) + "…" : text
    }

    /// Whether the address is one of the web. Files, scripts, data and the program's own links are not:
    /// a page could use them to reach what is none of its business.
    package static func isWebAddress(_ address: String) -> Bool {
        let lowercase = address.prefix(8).lowercased()
        guard lowercase.hasPrefix("http://") || lowercase == "https://" else { return false }
        return URL(string: address)?.host()?.isEmpty == false
    }
}

/// The sizes in which a page is shown, 1 for its own.
package enum WebZoom {
    /// The steps of the keys, those of the usual browsers.
    static let steps = [
        0.3, 0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.2, 1.33, 1.5, 1.7, 2, 2.4, 3, 4, 5,
    ]

    /// The next step up (1) or down (-1); the last one stays.
    package static func step(from zoom: Double, by direction: Int) -> Double {
        let next =
            direction > 0
            ? steps.first { $0 > zoom + 0.005 } : steps.last { $0 < zoom - 0.005 }
        return next ?? clamped(zoom)
    }

    /// The nearest size that a page can have; its own for what is no size.
    package static func clamped(_ zoom: Double) -> Double {
        zoom.isFinite ? min(max(zoom, steps[0]), steps[steps.count - 1]) : 1
    }

    /// The size in words, such as `110 %`.
    package static func text(_ zoom: Double) -> String {
        localized("%1 %", "\(Int((zoom * 100).rounded()))")
    }
}
