import CGTK

extension Widget {
    /// Tells when the widget goes from the screen, be it alone or with all of its window.
    @discardableResult
    public func onUnmap(_ body: @escaping @MainActor () -> Void) -> SignalConnection {
        connectPlain("unmap", body)
    }
}
