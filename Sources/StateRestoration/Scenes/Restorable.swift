import Foundation

/// A part of a window that takes part in saving and restoring, beyond single stored values.
///
/// Meant for state that is only worth collecting now and then, or that can only be restored after
/// everything else, such as a scroll offset. Attach it to its scope with
/// `RestorationScope.attach(_:)`. Named after UIKit's counterpart.
///
/// State that is stored only in `encodeState(to:)` is lost by a kill since it was last encoded:
/// when the window lost the focus, or `RestorationScope.invalidateRestorableState()` was called.
/// Store state that users would miss when it changes.
///
/// Errors that it throws are reported; they do not affect other restorables or values stored
/// before.
@MainActor
public protocol Restorable: AnyObject {
    /// The window's state is about to be collected.
    func willEncodeState()
    /// Stores the state to restore. Called when the window loses the focus, is closed, after
    /// `RestorationScope.invalidateRestorableState()`, by `RestorationSession.flush()`, and at the
    /// end; in the application's scope also whenever a window's is called, and after each change of
    /// the application's values.
    func encodeState(to scope: RestorationScope) throws
    /// Everything of this launch has been restored.
    ///
    /// Called once: from `completeRestoration()`, or, if attached later, such as a page that is
    /// shown later or a reopened window, when attached.
    func didDecodeState(from scope: RestorationScope) throws
}

extension Restorable {
    /// Does nothing.
    public func willEncodeState() {}
    /// Does nothing.
    public func encodeState(to scope: RestorationScope) {}
    /// Does nothing.
    public func didDecodeState(from scope: RestorationScope) {}
}

/// A restorable and its scope.
@MainActor
struct AttachedRestorable {
    weak var restorable: (any Restorable)?
    let scope: RestorationScope
}

extension RestorationScope {
    /// Makes the restorable take part from now on; it is not retained.
    ///
    /// Attach it last in `init`: its `didDecodeState(from:)` may be called at once.
    public func attach(_ restorable: any Restorable) {
        guard let scene else { return }
        scene.restorables.removeAll { $0.restorable == nil || $0.restorable === restorable }
        let attached = AttachedRestorable(restorable: restorable, scope: self)
        scene.restorables.append(attached)
        if scene.isDecoded { scene.finish(attached) }
    }

    /// The restoration class of the content presented in this scope, or `nil` without any.
    ///
    /// Set it when content appears that does not exist at launch, such as a dialog. After a launch,
    /// `RestorationSession.rebuildPresented(in:)` calls the factory of that class. When the dialog
    /// is dismissed, set it to `nil`, or remove all that the dialog stored with
    /// `removeStoredValues()`.
    public var presentedClass: String? {
        get {
            guard case .string(let name) = scene?.value(at: presentedClassPath) else { return nil }
            return name
        }
        set { _ = scene?.setValue(newValue.map { .string($0) }, at: presentedClassPath) }
    }

    private var presentedClassPath: String { path(of: RestorationScene.presentedClassKey) }
}

extension RestorationScope {
    /// Marks the state of the window's restorables as changed: they are encoded at the end of the
    /// current event, and then sent to the disk. In the application's scope, those of the
    /// application.
    ///
    /// May be called at any rate; calls in one event cause one encoding. Does nothing before
    /// `RestorationSession.completeRestoration()`.
    public func invalidateRestorableState() { scene?.needsEncoding() }
}

extension RestorationScene {
    static let presentedClassKey = "@class"

    func encodeRestorables() {
        guard !isEncoding else { return }
        isEncoding = true
        defer { isEncoding = false }
        willEncode(self)
        restorables.removeAll { $0.restorable == nil }
        for attached in restorables { attached.restorable?.willEncodeState() }
        for attached in restorables {
            do {
                try attached.restorable?.encodeState(to: attached.scope)
            } catch {
                complainOnce(
                    .restorableFailed,
                    attached.scope.path,
                    "What belongs to “\(attached.scope.path)” was not collected and stays as it was "
                        + "stored before. \(error)"
                )
            }
        }
    }

    func finishRestorables() {
        isDecoded = true
        for attached in restorables { finish(attached) }
    }

    func finish(_ attached: AttachedRestorable) {
        do {
            try attached.restorable?.didDecodeState(from: attached.scope)
        } catch {
            complainOnce(
                .restorableFailed,
                attached.scope.path,
                "“\(attached.scope.path)” was not restored; what is stored for it is kept. \(error)"
            )
        }
    }
}
