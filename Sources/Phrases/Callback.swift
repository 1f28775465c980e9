import CGLib

/// A closure passed through C: the user data of a signal, an idle call or an action.
///
/// The input is `Sendable`, so a trampoline decodes pointers into values (or their bit patterns)
/// before it enters the main actor.
package final class Callback<Input: Sendable, Output: Sendable>: Sendable {
    private let body: @MainActor (Input) -> Output

    package init(_ body: @escaping @MainActor (Input) -> Output) { self.body = body }

    /// Calls the closure in the user data. GTK calls on the main thread only.
    package static func call(_ data: gpointer?, _ input: Input) -> Output {
        guard let data else { preconditionFailure("a callback without its user data") }
        assertKind(of: data)
        let callback = Unmanaged<Callback<Input, Output>>.fromOpaque(data).takeUnretainedValue()
        return MainActor.assumeIsolated { callback.body(input) }
    }

    /// Calls the closure for the last time and releases it.
    package static func callAndRelease(_ data: gpointer?, _ input: Input) -> Output {
        guard let data else { preconditionFailure("a callback without its user data") }
        assertKind(of: data)
        let callback = Unmanaged<Callback<Input, Output>>.fromOpaque(data).takeRetainedValue()
        return MainActor.assumeIsolated { callback.body(input) }
    }

    /// A closure that is mistaken for one with another result type writes its result to an
    /// arbitrary address. This happens with `{ [weak self] in self?.do() }` where the context does
    /// not require a `Void` result: its result is an optional.
    private static func assertKind(of data: gpointer) {
        assert(
            Unmanaged<AnyObject>.fromOpaque(data).takeUnretainedValue() is Self,
            "a closure that is no \(Self.self): say what it takes and returns"
        )
    }
}

/// Releases any `Callback`, as a `GDestroyNotify`.
package let releaseCallback: @convention(c) (gpointer?) -> Void = { data in
    if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
}

extension Bool {
    /// The C spelling of the value.
    package var gboolean: gboolean { self ? 1 : 0 }
}

/// Copies a string that the caller must free, and frees it.
package func takeString(_ string: UnsafeMutablePointer<CChar>?) -> String? {
    guard let string else { return nil }
    defer { g_free(string) }
    return String(cString: string)
}
