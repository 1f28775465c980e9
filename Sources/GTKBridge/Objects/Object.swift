import CGTK
import Phrases

/// A strong reference to a GObject.
///
/// The base of every wrapper in this module, and the only place where references are taken and
/// released. A GObject may have several wrappers; each holds a reference of its own. The
/// initializer's name says where the reference comes from, as in gtk-rs: `borrowing` adds one
/// (sinking a floating one), `adopting` takes ownership of the one that a C call returned.
///
/// A signal's closure lives as long as the GObject does: capture views weakly in it, or both leak.
@MainActor
open class Object {
    let pointer: UnsafeMutableRawPointer

    init(borrowing pointer: UnsafeMutableRawPointer) {
        self.pointer = pointer
        g_object_ref_sink(pointer)
    }

    init(adopting pointer: UnsafeMutableRawPointer) {
        self.pointer = pointer
    }

    isolated deinit {
        g_object_unref(pointer)
    }

    /// The pointer as a type with a public C struct.
    func cast<T>(to type: T.Type = T.self) -> UnsafeMutablePointer<T> {
        pointer.assumingMemoryBound(to: type)
    }

    /// The pointer as a type whose C struct is private, or an interface.
    var opaque: OpaquePointer { OpaquePointer(pointer) }

    /// Traps in debug builds if the object is not of the wrapper's type.
    func assertType(_ type: GType) {
        assert(
            cgtk_is_a(pointer, type) != 0,
            "\(String(cString: cgtk_type_name(pointer))) wrapped as \(Self.self)"
        )
    }

    /// Whether both wrappers refer to the same GObject.
    public func isSame(as other: Object) -> Bool { pointer == other.pointer }

    /// Calls the closure when the GObject is finalized; for leak tests.
    public func whenFinalized(_ body: @escaping @MainActor () -> Void) {
        let box = Unmanaged.passRetained(Callback<Void, Void>(body))
        g_object_weak_ref(
            cast(),
            { data, _ in Callback<Void, Void>.callAndRelease(data, ()) },
            box.toOpaque()
        )
    }

    /// The C type's name, such as `GtkLabel`; for messages and tests.
    public var typeName: String { String(cString: cgtk_type_name(pointer)) }
}
