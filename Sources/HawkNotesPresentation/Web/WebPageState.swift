import Foundation
import Phrases
import StateRestoration

/// What is kept of a book's web page, in one window: its history, its size, and how far it is scrolled.
///
/// What comes back is treated as if a stranger had written it: sizes are checked before anything is
/// read, and every address before anything is loaded.
@MainActor
package final class WebPageState {
    /// The longest history that is kept and read, in bytes. A longer one is cut down to its page.
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
        // What is too long was not written by this program; reading nothing of it makes it damaged.
        return data.count > Self.historyLimit ? [] : Array(data)
    }

    /// The page that was shown, for when there is no history; nil when it is none of the web.
    package var address: String? {
        guard let address = stored?.address.wrappedValue,
            address.utf8.count <= WebPolicy.longestAddress, WebPolicy.isWebAddress(address)
        else { return nil }
        return address
    }

    /// How large the page is.
    package var zoom: Double {
        get { WebZoom.clamped(stored?.zoom.wrappedValue ?? 1) }
        set { stored?.zoom.wrappedValue = WebZoom.clamped(newValue) }
    }

    /// Whether the engine has been asked for the page and has not begun to load it.
    ///
    /// When it is still so at the next launch, the program has ended in between: the engine takes the
    /// whole program with it when its processes cannot be started. The page then waits to be asked for.
    package var isStarting: Bool {
        get { stored?.isStarting.wrappedValue ?? false }
        set { stored?.isStarting.wrappedValue = newValue }
    }

    /// Where the page is scrolled to.
    package var scroll: WebScroll {
        get { WebScroll(encoded: stored?.scroll.wrappedValue ?? "") }
        set { stored?.scroll.wrappedValue = newValue.encoded }
    }

    /// Keeps the page that is shown and the way that led there; of a way that is too long the page.
    ///
    /// An address that is too long is not kept: a part of it would lead somewhere else.
    package func keep(history: [UInt8], address: String) {
        let isTooLong = address.utf8.count > WebPolicy.longestAddress
        stored?.address.wrappedValue = isTooLong ? "" : address
        stored?.history.wrappedValue = history.count > Self.historyLimit ? Data() : Data(history)
    }

    /// Keeps the page that is shown alone.
    package func keep(address: String) { keep(history: [], address: address) }

    /// Forgets the pages; the size stays.
    package func forgetPages() {
        stored?.history.reset()
        stored?.address.reset()
        stored?.scroll.reset()
    }

    /// Lets go of the keys; what is kept stays.
    package func close() { stored = nil }

    /// Why a history must not be loaded; nil when it may.
    package static func problem(inHistory addresses: [String]) -> String? {
        if addresses.isEmpty { return localized("it is damaged") }
        return addresses.first { !WebPolicy.isWebAddress($0) }
            .map { localized("it leads to “%1”, which is not on the web", String($0.prefix(80))) }
    }
}

/// A place in a web page, in CSS pixels.
package struct WebScroll: Equatable, Sendable {
    /// From the left edge of the page.
    package var x: Double
    /// From the upper edge of the page.
    package var y: Double

    /// The beginning of a page.
    package static let start = WebScroll(x: 0, y: 0)

    /// A place; one that no page has becomes the nearest that one could have.
    package init(x: Double, y: Double) {
        self.x = Self.clamped(x)
        self.y = Self.clamped(y)
    }

    /// Reads what `encoded` has written; the start for anything else.
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
