import CGTK
import Phrases

extension Desktop {
    /// Shows a file in the desktop's file manager, selected there if that knows how; else the folder that
    /// it is in.
    ///
    /// - Parameter address: the file's, with its scheme.
    public static func showInFolder(_ address: String, from window: Window?) {
        guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else {
            return open(folder(of: address), from: window)
        }
        let connection = Object(adopting: UnsafeMutableRawPointer(bus))
        var addresses = [g_variant_new_string(address)]
        var arguments: [OpaquePointer?] = [
            g_variant_new_array(nil, &addresses, 1), g_variant_new_string(""),
        ]
        let answered = Callback<UInt, Void> { [weak window] result in
            let answer = g_dbus_connection_call_finish(
                connection.opaque,
                OpaquePointer(bitPattern: result),
                nil
            )
            if let answer {
                g_variant_unref(answer)
            } else {
                open(folder(of: address), from: window)
            }
        }
        g_dbus_connection_call(
            connection.opaque,
            "org.freedesktop.FileManager1",
            "/org/freedesktop/FileManager1",
            "org.freedesktop.FileManager1",
            "ShowItems",
            g_variant_new_tuple(&arguments, 2),
            nil,
            G_DBUS_CALL_FLAGS_NONE,
            -1,
            nil,
            { _, result, data in
                Callback<UInt, Void>.callAndRelease(data, UInt(bitPattern: result))
            },
            Unmanaged.passRetained(answered).toOpaque()
        )
    }

    private static func folder(of address: String) -> String {
        address.lastIndex(of: "/").map { String(address[...$0]) } ?? address
    }
}
