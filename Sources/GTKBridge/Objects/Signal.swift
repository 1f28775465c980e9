import CGTK
import Phrases

/// A connected signal. Disconnecting is only necessary if the handler must be removed before its
/// object is finalized; the object lives at least as long as the connection is kept.
@MainActor
public struct SignalConnection {
    private let object: Object
    let handler: gulong

    init(object: Object, handler: gulong) {
        self.object = object
        self.handler = handler
    }

    /// Disconnects the signal and releases the closure. A second call does nothing.
    public func disconnect() {
        guard g_signal_handler_is_connected(object.pointer, handler) != 0 else { return }
        g_signal_handler_disconnect(object.pointer, handler)
    }
}

/// Casts a C function to the type that GLib connects; the only place of such casts.
///
/// Calling a function through a signal of another signature is undefined behavior.
func signalCallback<Function>(_ function: Function) -> GCallback {
    unsafeBitCast(function, to: GCallback.self)
}

/// The closure of a connection: the user data of its signal.
@MainActor
private final class Handler<Body> {
    private let body: Body

    init(_ body: Body) { self.body = body }

    /// Returns the closure from a signal's user data.
    static func body(_ data: gpointer?) -> Body {
        guard let data else { preconditionFailure("a signal without its handler") }
        return Unmanaged<Handler<Body>>.fromOpaque(data).takeUnretainedValue().body
    }
}

extension Object {
    /// Called on every change of a property.
    @discardableResult
    public func onNotify(
        _ property: String,
        _ body: @escaping @MainActor () -> Void
    ) -> SignalConnection {
        connectPointer("notify::\(property)") { _ in body() }
    }

    /// Connects a handler through the trampoline of its signature. It lives as long as the
    /// connection.
    ///
    /// - Parameter form: the signature, which debug builds check: see `form(ofSignal:)`.
    private func connect<Body, Function>(
        _ signal: String,
        _ handler: Handler<Body>,
        after: Bool = false,
        _ form: String,
        _ trampoline: Function
    ) -> SignalConnection {
        assert(self.form(ofSignal: signal) == form, "\(typeName) has no “\(signal)” of \(form)")
        let number = g_signal_connect_data(
            pointer,
            signal,
            signalCallback(trampoline),
            Unmanaged.passRetained(handler).toOpaque(),
            { data, _ in releaseCallback(data) },
            after ? G_CONNECT_AFTER : GConnectFlags(rawValue: 0)
        )
        return SignalConnection(object: self, handler: number)
    }

    /// How C passes a signal's arguments and its return value, without the object and the user
    /// data: `p` for a pointer, `i` for the size of an int, `d` for a double, and `v` for no return
    /// value. Nil if the object has no such signal.
    private func form(ofSignal signal: String) -> String? {
        let type = pointer.assumingMemoryBound(to: GTypeInstance.self).pointee.g_class.pointee
            .g_type
        var (number, detail): (guint, GQuark) = (0, 0)
        guard g_signal_parse_name(signal, type, &number, &detail, 0) != 0 else { return nil }
        var query = GSignalQuery()
        g_signal_query(number, &query)
        let arguments = (0..<Int(query.n_params)).map { letter(of: query.param_types[$0]) }
        return "\(arguments.joined()) \(letter(of: query.return_type))"
    }

    private func letter(of type: GType) -> String {
        // The lowest bit is the static-scope flag.
        switch g_type_fundamental(type & ~1) >> GType(G_TYPE_FUNDAMENTAL_SHIFT) {
        case 1: "v"
        // Booleans, integers, enumerations and flags.
        case 5, 6, 7, 12, 13: "i"
        // Characters, long integers and floats, which no signal here uses.
        case 3, 4, 8, 9, 10, 11, 14: "?"
        case 15: "d"
        default: "p"
        }
    }
}

// One function for each C signature of a signal that is used here. The signal's object is left out:
// a closure that needs its pointer captures the pointer, not a wrapper, which would be a retain
// cycle. Pointers are only valid during the call.
//
// Only this module's typed helpers use these functions. GTK's documentation gives the signature of
// each signal.

// MARK: - Signals without a return value

extension Object {
    typealias PlainHandler = @MainActor () -> Void
    typealias PointerHandler = @MainActor (gpointer?) -> Void
    typealias PointersHandler = @MainActor (gpointer?, gpointer?) -> Void
    typealias TextHandler = @MainActor (String) -> Void
    typealias IntegerHandler = @MainActor (gint) -> Void
    typealias PointerIntegerHandler = @MainActor (gpointer?, gint) -> Void
    typealias NumberHandler = @MainActor (Double) -> Void
    typealias PointHandler = @MainActor (_ x: Double, _ y: Double) -> Void
    typealias ClickHandler = @MainActor (_ count: gint, _ x: Double, _ y: Double) -> Void
    typealias InsertionHandler =
        @MainActor (
            _ place: UnsafeMutablePointer<GtkTextIter>, _ text: UnsafePointer<CChar>,
            _ length: gint
        ) -> Void

    /// Connects a `void (*)(GObject *, gpointer)`.
    ///
    /// - Parameter after: whether the closure is called after the object's own handler.
    @discardableResult
    func connectPlain(
        _ signal: String,
        after: Bool = false,
        _ body: @escaping PlainHandler
    ) -> SignalConnection {
        let trampoline: @convention(c) (gpointer?, gpointer?) -> Void = { _, data in
            Handler<PlainHandler>.body(data)()
        }
        return connect(signal, Handler<PlainHandler>(body), after: after, " v", trampoline)
    }

    /// Connects a `void (*)(GObject *, void *, gpointer)`.
    @discardableResult
    func connectPointer(
        _ signal: String,
        _ body: @escaping PointerHandler
    ) -> SignalConnection {
        let trampoline: @convention(c) (gpointer?, gpointer?, gpointer?) -> Void = {
            Handler<PointerHandler>.body($2)($1)
        }
        return connect(signal, Handler<PointerHandler>(body), "p v", trampoline)
    }

    /// Connects a `void (*)(GObject *, void *, void *, gpointer)`.
    @discardableResult
    func connectPointers(
        _ signal: String,
        after: Bool = false,
        _ body: @escaping PointersHandler
    ) -> SignalConnection {
        let trampoline: @convention(c) (gpointer?, gpointer?, gpointer?, gpointer?) -> Void = {
            Handler<PointersHandler>.body($3)($1, $2)
        }
        return connect(signal, Handler<PointersHandler>(body), after: after, "pp v", trampoline)
    }

    /// Connects a `void (*)(GtkTextBuffer *, GtkTextTag *, const GtkTextIter *, const GtkTextIter *,
    /// gpointer)`, without the range.
    @discardableResult
    func connectTag(
        _ signal: String,
        _ body: @escaping PointerHandler
    ) -> SignalConnection {
        let trampoline:
            @convention(c) (gpointer?, gpointer?, gpointer?, gpointer?, gpointer?) -> Void =
                { _, tag, _, _, data in Handler<PointerHandler>.body(data)(tag) }
        return connect(signal, Handler<PointerHandler>(body), "ppp v", trampoline)
    }

    /// Connects a `void (*)(GObject *, const char *, gpointer)`; NULL is passed as an empty text.
    @discardableResult
    func connectText(
        _ signal: String,
        _ body: @escaping TextHandler
    ) -> SignalConnection {
        let trampoline: @convention(c) (gpointer?, UnsafePointer<CChar>?, gpointer?) -> Void = {
            Handler<TextHandler>.body($2)($1.map { String(cString: $0) } ?? "")
        }
        return connect(signal, Handler<TextHandler>(body), "p v", trampoline)
    }

    /// Connects a `void (*)(GObject *, int, gpointer)`; enumerations are integers.
    @discardableResult
    func connectInteger(
        _ signal: String,
        _ body: @escaping IntegerHandler
    ) -> SignalConnection {
        let trampoline: @convention(c) (gpointer?, gint, gpointer?) -> Void = {
            Handler<IntegerHandler>.body($2)($1)
        }
        return connect(signal, Handler<IntegerHandler>(body), "i v", trampoline)
    }

    /// Connects a `void (*)(GObject *, int, int, gpointer)`, without the integers.
    @discardableResult
    func connectLayout(
        _ signal: String,
        _ body: @escaping PlainHandler
    ) -> SignalConnection {
        let trampoline: @convention(c) (gpointer?, gint, gint, gpointer?) -> Void = {
            _,
            _,
            _,
            data in
            Handler<PlainHandler>.body(data)()
        }
        return connect(signal, Handler<PlainHandler>(body), "ii v", trampoline)
    }

    /// Connects a `void (*)(GObject *, void *, int, gpointer)`.
    @discardableResult
    func connectPointerInteger(
        _ signal: String,
        _ body: @escaping PointerIntegerHandler
    ) -> SignalConnection {
        let trampoline: @convention(c) (gpointer?, gpointer?, gint, gpointer?) -> Void = {
            Handler<PointerIntegerHandler>.body($3)($1, $2)
        }
        return connect(signal, Handler<PointerIntegerHandler>(body), "pi v", trampoline)
    }

    /// Connects a `void (*)(GObject *, double, gpointer)`.
    @discardableResult
    func connectNumber(
        _ signal: String,
        _ body: @escaping NumberHandler
    ) -> SignalConnection {
        let trampoline: @convention(c) (gpointer?, Double, gpointer?) -> Void = {
            Handler<NumberHandler>.body($2)($1)
        }
        return connect(signal, Handler<NumberHandler>(body), "d v", trampoline)
    }

    /// Connects a `void (*)(GObject *, double, double, gpointer)`.
    @discardableResult
    func connectPoint(
        _ signal: String,
        _ body: @escaping PointHandler
    ) -> SignalConnection {
        let trampoline: @convention(c) (gpointer?, Double, Double, gpointer?) -> Void = {
            Handler<PointHandler>.body($3)($1, $2)
        }
        return connect(signal, Handler<PointHandler>(body), "dd v", trampoline)
    }

    /// Connects a `void (*)(GObject *, int, double, double, gpointer)`.
    @discardableResult
    func connectClick(
        _ signal: String,
        _ body: @escaping ClickHandler
    ) -> SignalConnection {
        let trampoline: @convention(c) (gpointer?, gint, Double, Double, gpointer?) -> Void = {
            Handler<ClickHandler>.body($4)($1, $2, $3)
        }
        return connect(signal, Handler<ClickHandler>(body), "idd v", trampoline)
    }

    /// Connects a `void (*)(GtkTextBuffer *, const GtkTextIter *, const char *, int, gpointer)`.
    ///
    /// - Parameter after: whether the closure is called after the object's own handler.
    @discardableResult
    func connectInsertion(
        _ signal: String,
        after: Bool = false,
        _ body: @escaping InsertionHandler
    ) -> SignalConnection {
        let trampoline:
            @convention(c) (
                gpointer?, UnsafeMutablePointer<GtkTextIter>?, UnsafePointer<CChar>?, gint,
                gpointer?
            ) -> Void = { _, place, text, length, data in
                guard let place, let text else { return }
                Handler<InsertionHandler>.body(data)(place, text, length)
            }
        return connect(signal, Handler<InsertionHandler>(body), after: after, "ppi v", trampoline)
    }

    /// Connects a `void (*)(GApplication *, GFile **, int, const char *, gpointer)`, without the
    /// text argument.
    @discardableResult
    func connectFiles(
        _ signal: String,
        _ body: @escaping PointerIntegerHandler
    ) -> SignalConnection {
        let trampoline: @convention(c) (gpointer?, gpointer?, gint, gpointer?, gpointer?) -> Void =
            {
                _,
                files,
                count,
                _,
                data in
                Handler<PointerIntegerHandler>.body(data)(files, count)
            }
        return connect(signal, Handler<PointerIntegerHandler>(body), "pip v", trampoline)
    }
}

// MARK: - Signals with a return value

extension Object {
    typealias PlainQuestion = @MainActor () -> Bool
    typealias PointerQuestion = @MainActor (gpointer?) -> Bool
    typealias PointersQuestion = @MainActor (gpointer?, gpointer?) -> Bool
    typealias PointerIntegerQuestion = @MainActor (gpointer?, gint) -> Bool
    typealias PointQuestion = @MainActor (_ x: Double, _ y: Double) -> Bool
    typealias KeyQuestion =
        @MainActor (_ value: guint, _ code: guint, _ state: GdkModifierType) -> Bool
    typealias StatusQuestion = @MainActor (gpointer?) -> gint
    typealias DropQuestion = @MainActor (gpointer?, _ x: Double, _ y: Double) -> gint
    typealias ContentQuestion = @MainActor (_ x: Double, _ y: Double) -> gpointer?

    /// Connects a `gboolean (*)(GObject *, gpointer)`.
    @discardableResult
    func connectPlainQuestion(
        _ signal: String,
        _ body: @escaping PlainQuestion
    ) -> SignalConnection {
        let trampoline: @convention(c) (gpointer?, gpointer?) -> gboolean = {
            Handler<PlainQuestion>.body($1)().gboolean
        }
        return connect(signal, Handler<PlainQuestion>(body), " i", trampoline)
    }

    /// Connects a `gboolean (*)(GObject *, void *, gpointer)`.
    @discardableResult
    func connectPointerQuestion(
        _ signal: String,
        _ body: @escaping PointerQuestion
    ) -> SignalConnection {
        let trampoline: @convention(c) (gpointer?, gpointer?, gpointer?) -> gboolean = {
            Handler<PointerQuestion>.body($2)($1).gboolean
        }
        return connect(signal, Handler<PointerQuestion>(body), "p i", trampoline)
    }

    /// Connects a `gboolean (*)(GObject *, void *, void *, gpointer)`.
    @discardableResult
    func connectPointersQuestion(
        _ signal: String,
        _ body: @escaping PointersQuestion
    ) -> SignalConnection {
        let trampoline: @convention(c) (gpointer?, gpointer?, gpointer?, gpointer?) -> gboolean = {
            Handler<PointersQuestion>.body($3)($1, $2).gboolean
        }
        return connect(signal, Handler<PointersQuestion>(body), "pp i", trampoline)
    }

    /// Connects a `gboolean (*)(GObject *, void *, int, gpointer)`; enumerations are integers.
    @discardableResult
    func connectPointerIntegerQuestion(
        _ signal: String,
        _ body: @escaping PointerIntegerQuestion
    ) -> SignalConnection {
        let trampoline: @convention(c) (gpointer?, gpointer?, gint, gpointer?) -> gboolean = {
            Handler<PointerIntegerQuestion>.body($3)($1, $2).gboolean
        }
        return connect(signal, Handler<PointerIntegerQuestion>(body), "pi i", trampoline)
    }

    /// Connects a `gboolean (*)(GObject *, double, double, gpointer)`.
    @discardableResult
    func connectPointQuestion(
        _ signal: String,
        _ body: @escaping PointQuestion
    ) -> SignalConnection {
        let trampoline: @convention(c) (gpointer?, Double, Double, gpointer?) -> gboolean = {
            Handler<PointQuestion>.body($3)($1, $2).gboolean
        }
        return connect(signal, Handler<PointQuestion>(body), "dd i", trampoline)
    }

    /// Connects a `gboolean (*)(GObject *, guint, guint, GdkModifierType, gpointer)`.
    @discardableResult
    func connectKeyQuestion(
        _ signal: String,
        _ body: @escaping KeyQuestion
    ) -> SignalConnection {
        let trampoline:
            @convention(c) (gpointer?, guint, guint, GdkModifierType, gpointer?) -> gboolean = {
                Handler<KeyQuestion>.body($4)($1, $2, $3).gboolean
            }
        return connect(signal, Handler<KeyQuestion>(body), "iii i", trampoline)
    }

    /// Connects a `gboolean (*)(GtkWidget *, int, int, gboolean, GtkTooltip *, gpointer)`, with the
    /// tooltip only.
    @discardableResult
    func connectTooltipQuestion(
        _ signal: String,
        _ body: @escaping PointerQuestion
    ) -> SignalConnection {
        let trampoline:
            @convention(c) (gpointer?, gint, gint, gboolean, gpointer?, gpointer?) -> gboolean = {
                Handler<PointerQuestion>.body($5)($4).gboolean
            }
        return connect(signal, Handler<PointerQuestion>(body), "iiip i", trampoline)
    }

    /// Connects an `int (*)(GObject *, void *, gpointer)`.
    @discardableResult
    func connectStatusQuestion(
        _ signal: String,
        _ body: @escaping StatusQuestion
    ) -> SignalConnection {
        let trampoline: @convention(c) (gpointer?, gpointer?, gpointer?) -> gint = {
            Handler<StatusQuestion>.body($2)($1)
        }
        return connect(signal, Handler<StatusQuestion>(body), "p i", trampoline)
    }

    /// Connects an `int (*)(GObject *, void *, double, double, gpointer)`; flags and booleans are
    /// integers.
    @discardableResult
    func connectDropQuestion(
        _ signal: String,
        _ body: @escaping DropQuestion
    ) -> SignalConnection {
        let trampoline: @convention(c) (gpointer?, gpointer?, Double, Double, gpointer?) -> gint = {
            Handler<DropQuestion>.body($4)($1, $2, $3)
        }
        return connect(signal, Handler<DropQuestion>(body), "pdd i", trampoline)
    }

    /// Connects a `void *(*)(GObject *, double, double, gpointer)`.
    @discardableResult
    func connectContentQuestion(
        _ signal: String,
        _ body: @escaping ContentQuestion
    ) -> SignalConnection {
        let trampoline: @convention(c) (gpointer?, Double, Double, gpointer?) -> gpointer? = {
            Handler<ContentQuestion>.body($3)($1, $2)
        }
        return connect(signal, Handler<ContentQuestion>(body), "dd p", trampoline)
    }
}
