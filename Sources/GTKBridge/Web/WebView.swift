import CGTK
import CWebPage

/// The reason why a page is not shown.
public struct WebFailure: Equatable, Sendable {
    /// The kind of failure.
    public enum Kind: Sendable {
        case nameNotFound, connectionRefused, unreachable, timedOut, certificate, crashed
        case outOfMemory, other
        /// The server answered with an error and without a page; `message` is the status code.
        case status
        /// The engine gave up, often without a reason; the next try may tell more.
        case interrupted
    }

    /// The kind of failure.
    public var kind: Kind
    /// The address of the page.
    public var address: String
    /// The engine's message; for a certificate the names of its errors, such as `unknown-ca`.
    public var message: String

    /// A failure to load an address.
    public init(_ kind: Kind, address: String, message: String) {
        self.kind = kind
        self.address = address
        self.message = message
    }
}

/// How a page requests a navigation.
public struct WebNavigation: OptionSet, Sendable {
    /// The C interface's bits.
    public let rawValue: UInt32

    /// The C interface's bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// In a new window.
    public static let newWindow = WebNavigation(rawValue: HAWK_WEB_NEW_WINDOW.rawValue)
    /// Caused by a click or key press of the user.
    public static let byPerson = WebNavigation(rawValue: HAWK_WEB_BY_PERSON.rawValue)
}

/// A web page and its history (WebKitWebView).
///
/// It makes no decisions itself: without `allows` it navigates nowhere. Permission requests are
/// always denied, and TLS errors are always failures.
public final class WebView: Widget {
    /// Whether the page, or a frame in it, may navigate to the address in this view.
    public var allows: @MainActor (_ address: String, WebNavigation) -> Bool = { _, _ in false }
    /// Called when the page offers a download instead of content.
    public var onDownload: @MainActor (_ address: String) -> Void = { _ in }
    /// Called when the address, title, progress, loading state or history position changes.
    public var onChange: @MainActor () -> Void = {}
    /// Called when the first data of another page has arrived: that page is shown from now on.
    public var onCommit: @MainActor () -> Void = {}
    /// Called when the load has ended.
    public var onFinish: @MainActor () -> Void = {}
    /// Called with the reason why a page is not shown. A deliberately stopped load is not a
    /// failure.
    public var onFailure: @MainActor (WebFailure) -> Void = { _ in }
    /// Called with the scroll position, in CSS pixels.
    public var onScroll: @MainActor (_ x: Double, _ y: Double) -> Void = { _, _ in }
    /// Called when `scrollTo` has ended: it succeeded, failed, or was interrupted by the user.
    public var onScrollEnd: @MainActor () -> Void = {}
    /// Called with the number of matches of a search.
    public var onFound: @MainActor (Int) -> Void = { _ in }

    private let session: WebSession
    private var functions: HawkWebFunctions { session.engine.functions }

    /// An empty view.
    public init(session: WebSession) {
        self.session = session
        let events = WebViewEvents()
        let context = Unmanaged.passRetained(events).toOpaque()
        let view = session.engine.functions.new_view(session.pointer, WebViewEvents.table, context)
        super.init(view?.assumingMemoryBound(to: GtkWidget.self), type: gtk_widget_get_type())
        events.view = self
    }

    isolated deinit { close() }

    /// Ends all work of the view. Nothing is called after this.
    public func close() { functions.close(pointer) }

    // MARK: Loading

    /// Loads an address.
    public func load(_ address: String) { functions.load(pointer, address) }

    /// Loads the page again.
    public func reload() { functions.reload(pointer) }

    /// Stops loading.
    public func stop() { functions.stop(pointer) }

    /// Goes back (-1) or forward (1) in the history; 0 loads the current entry.
    public func go(_ steps: Int) { functions.go(pointer, Int32(steps)) }

    /// Whether the history goes that far.
    public func canGo(_ steps: Int) -> Bool { functions.can_go(pointer, Int32(steps)) }

    /// The address that is shown or being loaded; empty if there is none.
    public var address: String { functions.address(pointer).map { String(cString: $0) } ?? "" }

    /// The page's own title; empty if it has none.
    public var title: String { functions.title(pointer).map { String(cString: $0) } ?? "" }

    /// The progress of the load, from 0 to 1.
    public var progress: Double { functions.progress(pointer) }

    /// Whether something is being loaded.
    public var isLoading: Bool { functions.is_loading(pointer) }

    // MARK: State

    /// The zoom factor of the page; 1 is its own size.
    public var zoom: Double {
        get { functions.zoom(pointer) }
        set { functions.set_zoom(pointer, newValue) }
    }

    /// The history and the position in it, in the engine's own format.
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

    /// Restores a history without loading anything; for a view that has shown nothing yet.
    ///
    /// - Returns: false if the bytes are not a history.
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

    /// Scrolls the loading page to an earlier position, as soon as it is long enough.
    public func scrollTo(x: Double, y: Double) { functions.scroll_to(pointer, x, y) }

    // MARK: Finding

    /// Highlights all matches of a text and shows the first one; an empty text ends the search.
    public func find(_ text: String) { functions.find(pointer, text) }

    /// Shows the next (1) or previous (-1) match.
    public func findNext(_ steps: Int) { functions.find_next(pointer, Int32(steps)) }
}
