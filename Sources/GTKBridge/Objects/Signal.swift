import CGTK
import Phrases

/// A connected signal. Disconnecting is only needed when the handler must go before its object, which
/// lives at least as long as the connection is kept.
@MainActor
public struct SignalConnection {
    private let object: Object
    let handler: gulong

    init(object: Object, handler: gulong) {
        self.object = object
        self.handler = handler
    }

    /// Ends the connection and lets the closure go. A second call does nothing.
    public func disconnect() {
        guard g_signal_handler_is_connected(object.pointer, handler) != 0 else { return }
        g_signal_handler_disconnect(object.pointer, handler)
    }

    /// Runs the closure while the handler is silent.
    public func whileBlocked(_ body: () -> Void) {
        g_signal_handler_block(object.pointer, handler)
        body()
        g_signal_handler_unblock(object.pointer, handler)
    }
}

extension Object {
    /// Connects a signal whose C signature the trampoline has. Only this module's typed helpers
    /// call it: a trampoline of another signature than the signal's is undefined behaviour.
    @discardableResult
    func connect<Input: Sendable, Output: Sendable>(
        _ signal: String,
        _ trampoline: GCallback,
        _ body: @escaping @MainActor (Input) -> Output
    ) -> SignalConnection {
        let data = Unmanaged.passRetained(Callback<Input, Output>(body)).toOpaque()
        let handler = g_signal_connect_data(
            pointer,
            signal,
            trampoline,
            data,
            { data, _ in releaseCallback(data) },
            GConnectFlags(rawValue: 0)
        )
        assert(handler != 0, "\(typeName) has no signal \(signal)")
        return SignalConnection(object: self, handler: handler)
    }

    /// Connects a signal of the form `void (*)(GObject *, gpointer)`.
    @discardableResult
    func connectPlain(
        _ signal: String,
        _ body: @escaping @MainActor () -> Void
    ) -> SignalConnection {
        connect(signal, plainTrampoline, body)
    }

    /// Tells of every change of a property.
    @discardableResult
    public func onNotify(
        _ property: String,
        _ body: @escaping @MainActor () -> Void
    ) -> SignalConnection {
        connect("notify::\(property)", notifyTrampoline, body)
    }
}

private let plainTrampoline: GCallback = {
    let function: @convention(c) (gpointer?, gpointer?) -> Void = { _, data in
        Callback<Void, Void>.call(data, ())
    }
    return unsafeBitCast(function, to: GCallback.self)
}()

private let notifyTrampoline: GCallback = {
    let function: @convention(c) (gpointer?, gpointer?, gpointer?) -> Void = { _, _, data in
        Callback<Void, Void>.call(data, ())
    }
    return unsafeBitCast(function, to: GCallback.self)
}()
