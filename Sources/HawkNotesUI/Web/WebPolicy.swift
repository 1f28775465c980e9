import Foundation
import GTKBridge
import Phrases

/// Which addresses are shown inside the program, and which are left to the web browser.
enum WebPolicy {
    /// What becomes of a wish to go somewhere.
    enum Answer: Equatable {
        case showHere, openInBrowser
        /// A person who has asked for it is told, a page is not.
        case refuse(tellsPerson: Bool)
    }

    /// The longest address that is kept, in bytes; no browser is sure to take a longer one.
    static let longestAddress = 32 * 1024

    /// As much of an address or a title as is shown: laying out a long line takes its time, and a page
    /// may have a line of any length.
    static func shown(_ text: String) -> String {
        text.utf8.count > 1000 ? text.prefix(500) + "…" : text
    }

    /// Whether the address is one of the web. Files, scripts, data and the program's own links are not:
    /// a page could use them to reach what is none of its business.
    static func isWebAddress(_ address: String) -> Bool {
        let lowercase = address.prefix(8).lowercased()
        guard lowercase.hasPrefix("http://") || lowercase == "https://" else { return false }
        return URL(string: address)?.host()?.isEmpty == false
    }

    /// Answers a page that wants to go to an address.
    static func answer(_ address: String, _ navigation: WebNavigation) -> Answer {
        // Empty frames, which scripts fill: there is nothing behind these two.
        if ["about:blank", "about:srcdoc"].contains(address), !navigation.contains(.newWindow) {
            return .showHere
        }
        guard isWebAddress(address) else {
            return .refuse(tellsPerson: navigation.contains(.byPerson))
        }
        guard navigation.contains(.newWindow) else { return .showHere }
        // A window that nobody has asked for is an advertisement.
        return navigation.contains(.byPerson) ? .openInBrowser : .refuse(tellsPerson: false)
    }
}

/// The sizes in which a page is shown, 1 for its own.
enum WebZoom {
    /// The steps of the keys, those of the usual browsers.
    static let steps = [
        0.3, 0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.2, 1.33, 1.5, 1.7, 2, 2.4, 3, 4, 5,
    ]

    /// The next step up (1) or down (-1); the last one stays.
    static func step(from zoom: Double, by direction: Int) -> Double {
        let next =
            direction > 0
            ? steps.first { $0 > zoom + 0.005 } : steps.last { $0 < zoom - 0.005 }
        return next ?? clamped(zoom)
    }

    /// The nearest size that a page can have; its own for what is no size.
    static func clamped(_ zoom: Double) -> Double {
        zoom.isFinite ? min(max(zoom, steps[0]), steps[steps.count - 1]) : 1
    }

    /// The size in words, such as `110 %`.
    static func text(_ zoom: Double) -> String {
        localized("%1 %", "\(Int((zoom * 100).rounded()))")
    }
}
