import CGTK
import CWebPage

/// Why a page is not shown.
public struct WebFailure: Equatable, Sendable {
    /// What kind of failure it is.
    public enum Kind: Sendable {
        case nameNotFound, connectionRefused, unreachable, timedOut, certificate, crashed
        case outOfMemory, other
        /// The server answered with an error and without a page; `message` is its number.
        case status
        /// Given up by the engine, often without a reason; the next try may tell more.
        case interrupted
    }

    /// What kind of failure it is.
    public var kind: Kind
    /// Where the page should have come from.
    public var address: String
    /// What the engine says about it; for a certificate the names of its faults, such as `unknown-ca`.
    public var message: String

    /// A failure to load an address.
    public init(_ kind: Kind, address: String, message: String) {
        self.kind = kind
        self.address = address
        self.message = message
    }
}

/// How a page asks to go somewhere.
public struct WebNavigation: OptionSet, Sendable {
    /// The interface's bits.
    public let rawValue: UInt32

    /// The interface's bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// In a window of its own.
    public static let newWindow = WebNavigation(rawValue: HAWK_WEB_NEW_WINDOW.rawValue)
    /// Because a person has clicked or pressed a key.
    public static let byPerson = WebNavigation(rawValue: HAWK_WEB_BY_PERSON.rawValue)
}

/// A web page and its history (WebKitWebView).
///
/// It decides nothing itself: without `allows` it goes nowhere. What needs a permission is refused, and
/// TLS errors are failures, always.
public final class WebView: Widget {
    /// Whether the page, or a frame in it, may go to the address in this view.
    public var allows: @MainActor (_ address: String, WebNavigation) -> Bool = { _, _ in false }
    /// Told what the page offers to save rather than to show.
    public var onDownload: @MainActor (_ address: String) -> Void = { _ in }
    /// Told of changes of address, title, progress, loading, and of the place in the history.
    public var onChange: @MainActor () -> Void = {}
    /// Told when the first of another page has arrived: from now on it is the one that is shown.
    public var onCommit: @MainActor () -> Void = {}
    /// Told when nothing more will come.
    public var onFinish: @MainActor () -> Void = {}
    /// Told why a page is not shown. A load that is given up on purpose is no failure.
    public var onFailure: @MainActor (WebFailure) -> Void = { _ in }
    /// Told where the page is scrolled to now, in CSS pixels.
    public var onScroll: @MainActor (_ x: Double, _ y: Double) -> Void = { _, _ in }
    /// Told when `scrollTo` has come to its end: there, never there, or taken over by a person.
    public var onScrollEnd: @MainActor () -> Void = {}
    /// Told how often the text that is searched for is there.
    public var onFound: @MainActor (Int) -> Void = { _ in }

    private let session: WebSession
    private var functions: HawkWebFunctions { session.engine.functions }

    /// A view that shows nothing yet.
    public init(session: WebSession) {
        self.session = session
        let events = WebViewEvents()
        let context = Unmanaged.passRetained(events).toOpaque()
        let view = session.engine.functions.new_view(session.pointer, WebViewEvents.table, context)
        super.init(view?.assumingMemoryBound(to: GtkWidget.self), type: gtk_widget_get_type())
        events.view = self
    }

    isolated deinit { close() }

    /// Ends all that the view does. Nothing is told after this.
    public func close() { functions.close(pointer) }

    // MARK: Loading

    /// Loads an address.
    public func load(_ address: String) { functions.load(pointer, address) }

    /// Loads the page again.
    public func reload() { functions.reload(pointer) }

    /// Stops what is loading.
    public func stop() { functions.stop(pointer) }

    /// Goes back (-1) or forward (1) in the history; 0 loads what is current there.
    public func go(_ steps: Int) { functions.go(pointer, Int32(steps)) }

    /// Whether the history goes that far.
    public func canGo(_ steps: Int) -> Bool { functions.can_go(pointer, Int32(steps)) }

    /// The address that is shown, or being loaded; empty when there is none.
    public var address: String { functions.address(pointer).map { String(cString: $0) } ?? "" }

    /// The page's own title; empty when it has none.
    public var title: String { functions.title(pointer).map { String(cString: $0) } ?? "" }

    /// How much of the page is there, from 0 to 1.
    public var progress: Double { functions.progress(pointer) }

    /// Whether something is on its way.
    public var isLoading: Bool { functions.is_loading(pointer) }

    // MARK: State

    /// How large the page is, 1 for its own size.
    public var zoom: Double {
        get { functions.zoom(pointer) }
        set { functions.set_zoom(pointer, newValue) }
    }

    /// The history and the place in it, in the engine's own format.
    public var history: [UInt8] {
        var bytes: [UInt8] = []
        withUnsafeMutablePointer(to: &bytes) { target in
            functions.history(pointer, target) { target, start, count in
                target?.assumingMemoryBound(to: [UInt8].self).pointee = Array(
                    UnsafeRawBufferPointer(start: start, count: count)
                )
            }
        }
        return bytes
    }

    /// Takes over a history without loading anything; for a view that has shown nothing yet.
    ///
    /// - Returns: false when the bytes are no history.
    public func restoreHistory(_ bytes: [UInt8]) -> Bool {
        functions.set_history(pointer, bytes, bytes.count)
    }

    /// Every address of the history, the current one first.
    public var historyAddresses: [String] {
        var addresses: [String] = []
        withUnsafeMutablePointer(to: &addresses) { target in
            functions.addresses(pointer, target) { target, address in
                guard let target, let address else { return }
                target.assumingMemoryBound(to: [String].self).pointee
                    .append(String(cString: address))
            }
        }
        return addresses
    }

    /// Scrolls the page that is loading to where it once was, as soon as it is long enough.
    public func scrollTo(x: Double, y: Double) { functions.scroll_to(pointer, x, y) }

    // MARK: Finding

    /// Marks a text where it stands and shows the first place; an empty one ends the search.
    public func find(_ text: String) { functions.find(pointer, text) }

    /// Shows the next (1) or the previous (-1) place.
    public func findNext(_ steps: Int) { functions.find_next(pointer, Int32(steps)) }
}
