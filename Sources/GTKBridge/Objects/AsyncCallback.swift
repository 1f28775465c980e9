import CGTK
import Phrases

/// The callback of an asynchronous GIO call.
///
/// - Parameter data: a retained `Callback<UInt, Void>`, called with the address of the result
///   (GAsyncResult) for the function whose name ends in `_finish`.
func asyncCallback(
    _ source: UnsafeMutablePointer<GObject>?,
    _ result: OpaquePointer?,
    _ data: gpointer?
) { Callback<UInt, Void>.callAndRelease(data, UInt(bitPattern: result)) }
