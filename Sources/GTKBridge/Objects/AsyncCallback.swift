import CGTK
import Phrases

/// What GLib calls once with the result of something that was begun.
///
/// - Parameter data: a retained `Callback<UInt, Void>`, which is told the address of the result (GAsyncResult), for
///   the function whose name ends in `_finish`.
func asyncCallback(
    _ source: UnsafeMutablePointer<GObject>?,
    _ result: OpaquePointer?,
    _ data: gpointer?
) { Callback<UInt, Void>.callAndRelease(data, UInt(bitPattern: result)) }
