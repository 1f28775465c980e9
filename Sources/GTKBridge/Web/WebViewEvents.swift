import CWebPage

/// Passes the library's calls on to their view. The engine's widget owns it, so it must not retain
/// the view.
@MainActor
final class WebViewEvents {
    weak var view: WebView?

    nonisolated init() {}

    /// The table of calls, one for all views; never freed.
    nonisolated(unsafe) static let table: UnsafePointer<HawkWebEvents> = {
        let table = UnsafeMutablePointer<HawkWebEvents>.allocate(capacity: 1)
        table.initialize(to: makeTable())
        return UnsafePointer(table)
    }()

    private nonisolated static func makeTable() -> HawkWebEvents {
        HawkWebEvents(
            allows: { context, address, navigation in
                let address = text(address)
                let navigation = WebNavigation(rawValue: navigation.rawValue)
                return call(context, or: false) { $0.allows(address, navigation) }
            },
            download: { context, address in
                let address = text(address)
                call(context, or: ()) { $0.onDownload(address) }
            },
            changed: { call($0, or: ()) { $0.onChange() } },
            committed: { call($0, or: ()) { $0.onCommit() } },
            finished: { call($0, or: ()) { $0.onFinish() } },
            failed: { context, failure, address, message in
                guard let kind = WebFailure.Kind(failure) else { return }
                let failure = WebFailure(kind, address: text(address), message: text(message))
                call(context, or: ()) { $0.onFailure(failure) }
            },
            scrolled: { context, x, y in call(context, or: ()) { $0.onScroll(x, y) } },
            scroll_ended: { call($0, or: ()) { $0.onScrollEnd() } },
            found: { context, count in call(context, or: ()) { $0.onFound(Int(count)) } },
            release: { context in
                if let context { Unmanaged<WebViewEvents>.fromOpaque(context).release() }
            }
        )
    }
}

/// The engine calls on the main thread only.
private func call<Output: Sendable>(
    _ context: UnsafeMutableRawPointer?,
    or fallback: Output,
    _ body: @MainActor (WebView) -> Output
) -> Output {
    guard let context else { return fallback }
    let events = Unmanaged<WebViewEvents>.fromOpaque(context).takeUnretainedValue()
    return MainActor.assumeIsolated { events.view.map(body) ?? fallback }
}

private func text(_ string: UnsafePointer<CChar>?) -> String {
    string.map { String(cString: $0) } ?? ""
}

extension WebFailure.Kind {
    /// Nil if the value is not a failure.
    init?(_ failure: HawkWebFailure) {
        switch failure {
        case HAWK_WEB_FAILURE_CANCELLED: return nil
        case HAWK_WEB_FAILURE_INTERRUPTED: self = .interrupted
        case HAWK_WEB_FAILURE_NAME_NOT_FOUND: self = .nameNotFound
        case HAWK_WEB_FAILURE_CONNECTION_REFUSED: self = .connectionRefused
        case HAWK_WEB_FAILURE_UNREACHABLE: self = .unreachable
        case HAWK_WEB_FAILURE_TIMED_OUT: self = .timedOut
        case HAWK_WEB_FAILURE_CERTIFICATE: self = .certificate
        case HAWK_WEB_FAILURE_STATUS: self = .status
        case HAWK_WEB_FAILURE_CRASHED: self = .crashed
        case HAWK_WEB_FAILURE_OUT_OF_MEMORY: self = .outOfMemory
        default: self = .other
        }
    }
}
