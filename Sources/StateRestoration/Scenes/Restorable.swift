import Foundation

/// A part of a window that takes part in saving and restoring, beyond single stored values.
///
/// For state that is only worth collecting now and then, and for what can be put back only when
/// everything else is there, such as a scroll offset. Attach it to its scope with
/// `RestorationScope.attach(_:)`. Named after what UIKit calls the same.
///
/// What is stored only in `encodeState(to:)` is lost by a kill since it was last encoded: when the window
/// lost the focus, or `RestorationScope.invalidateRestorableState()` was called. Whatever people would miss
/// is better stored when it changes.
///
/// What one of them throws is reported; the others, and the values stored before, are not touched by
/// it.
@MainActor
public protocol Restorable: AnyObject {
    /// The window's state is about to be collected.
    func willEncodeState()
    /// Store what should come back. Called when the window loses the focus, is closed, after
    /// `RestorationScope.invalidateRestorableState()`, by `RestorationSession.flush()`, and at the end;
    /// for what is attached to the application's scope also whenever a window's is called, and after each
    /// change of the application's values.
    func encodeState(to scope: RestorationScope) throws
    /// Everything of this launch has been restored.
    ///
    /// Called once: from `completeRestoration()`, or, for what is attached after that, such as a
    /// page shown later or a window reopened, when it is attached.
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
    /// Lets the restorable take part from now on; it is not kept alive.
    ///
    /// Attach it last in `init`: it may be told at once that everything has been restored.
    public func attach(_ restorable: any Restorable) {
        guard let scene else { return }
        scene.restorables.removeAll { $0.restorable == nil || $0.restorable === restorable }
        let attached = AttachedRestorable(restorable: restorable, scope: self)
        scene.restorables.append(attached)
        if scene.isDecoded { scene.finish(attached) }
    }

    /// The restoration class of what is shown in this scope, or `nil` while nothing is.
    ///
    /// Set it for what is not there at launch, such as a dialog, when it appears. After a launch
    /// `RestorationSession.rebuildPresented(in:)` calls the factory of that class. When the dialog is
    /// dismissed, set it to `nil`, or forget all that the dialog kept with `removeStoredValues()`.
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
    /// Tells that what the window's restorables store has changed: they are encoded when the present
    /// event is over, and are on the way to the disk then. In the application's scope, those of the
    /// application.
    ///
    /// May be called as often as wanted; what comes together is encoded once. Does nothing before
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
