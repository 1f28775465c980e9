import Foundation
import Phrases
import StateRestoration

/// The stored state of a book's web page in one window: its history, zoom and scroll position.
///
/// Stored values are treated as untrusted: sizes are checked before anything is read, and every
/// address before anything is loaded.
@MainActor
package final class WebPageState {
    /// The maximum length of a stored history, in bytes. A longer one is reduced to its current
    /// page.
    package static let historyLimit = 256 * 1024

    /// The values' own keys, which nothing else may use at the same time.
    private struct Stored {
        let history: SceneStorage<Data>
        let address: SceneStorage<String>
        let zoom: SceneStorage<Double>
        let scroll: SceneStorage<String>
        let isStarting: SceneStorage<Bool>
    }

    private var stored: Stored?

    package init(_ scope: RestorationScope) {
        stored = Stored(
            history: SceneStorage(.webHistory, in: scope),
            address: SceneStorage(.webAddress, in: scope),
            zoom: SceneStorage(.webZoom, in: scope),
            scroll: SceneStorage(.webScroll, in: scope),
            isStarting: SceneStorage(.webIsStarting, in: scope)
        )
    }

    /// The history in the engine's format; nil when there is none.
    package var history: [UInt8]? {
        guard let data = stored?.history.wrappedValue, !data.isEmpty else { return nil }
        // A longer value was not written by this program; an empty history counts as damaged.
        return data.count > Self.historyLimit ? [] : Array(data)
    }

    /// The current page, for when there is no history; nil if it is no web address.
    package var address: String? {
        guard let address = stored?.address.wrappedValue,
            address.utf8.count <= WebPolicy.longestAddress, WebPolicy.isWebAddress(address)
        else { return nil }
        return address
    }

    /// The zoom of the page.
    package var zoom: Double {
        get { WebZoom.clamped(stored?.zoom.wrappedValue ?? 1) }
        set { stored?.zoom.wrappedValue = WebZoom.clamped(newValue) }
    }

    /// Whether the engine was requested to load the page and has not begun.
    ///
    /// If this is still true at the next launch, the program has ended in between: the engine
    /// terminates the whole program when its processes cannot be started. The page then waits for
    /// the user.
    package var isStarting: Bool {
        get { stored?.isStarting.wrappedValue ?? false }
        set { stored?.isStarting.wrappedValue = newValue }
    }

    /// The scroll position of the page.
    package var scroll: WebScroll {
        get { WebScroll(encoded: stored?.scroll.wrappedValue ?? "") }
        set { stored?.scroll.wrappedValue = newValue.encoded }
    }

    /// Stores the current page and its history; of a history that is too long only the page.
    ///
    /// An address that is too long is not stored: a part of it would lead somewhere else.
    package func keep(history: [UInt8], address: String) {
        let isTooLong = address.utf8.count > WebPolicy.longestAddress
        stored?.address.wrappedValue = isTooLong ? "" : address
        stored?.history.wrappedValue = history.count > Self.historyLimit ? Data() : Data(history)
    }

    /// Stores only the current page.
    package func keep(address: String) { keep(history: [], address: address) }

    /// Forgets the pages; the zoom stays.
    package func forgetPages() {
        stored?.history.reset()
        stored?.address.reset()
        stored?.scroll.reset()
    }

    /// Releases the keys; stored values stay.
    package func close() { stored = nil }

    /// Why a history must not be loaded; nil when it may.
    package static func problem(inHistory addresses: [String]) -> String? {
        if addresses.isEmpty { return localized("it is damaged") }
        return addresses.first { !WebPolicy.isWebAddress($0) }
            .map { localized("it leads to “%1”, which is not on the web", String($0.prefix(80))) }
    }
}

/// A scroll position in a web page, in CSS pixels.
package struct WebScroll: Equatable, Sendable {
    /// From the left edge of the page.
    package var x: Double
    /// From the upper edge of the page.
    package var y: Double

    /// The beginning of a page.
    package static let start = WebScroll(x: 0, y: 0)

    /// Creates a position; an impossible one becomes the nearest possible one.
    package init(x: Double, y: Double) {
        self.x = Self.clamped(x)
        self.y = Self.clamped(y)
    }

    /// Decodes the result of `encoded`; the start for anything else.
    init(encoded: String) {
        let numbers = encoded.split(separator: " ").compactMap { Double($0) }
        self = numbers.count == 2 ? WebScroll(x: numbers[0], y: numbers[1]) : .start
    }

    /// Both numbers as text.
    var encoded: String { "\(x) \(y)" }

    private static func clamped(_ value: Double) -> Double {
        value.isFinite ? min(max(value, -10_000_000), 10_000_000) : 0
    }
}
