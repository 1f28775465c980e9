import CGLib

/// Messages on the program's standard error.
///
/// They are written asynchronously, in order, so that nothing waits for a stopped terminal or a
/// pipe that is not read. A message that cannot be written is lost, and does no harm.
public enum Log {
    private static let writer = LineWriter(STDERR_FILENO)

    /// Logs a problem, on a line of its own.
    public static func warn(_ message: String) { writer.write("hawk-notes: \(message)\n") }

    /// Waits until everything has been written, for a second at most.
    public static func finish() { writer.finish(within: .seconds(1)) }

    /// Also logs the messages of GLib, GTK and related libraries. Their default handler would block
    /// the calling thread, which is mostly the main one.
    package static func takeOverMessagesOfGLib() {
        let fatal = G_LOG_FLAG_FATAL.rawValue | fatalLevels
        g_log_set_writer_func(
            { level, fields, count, data in
                // The process is about to end: write it at once.
                guard level.rawValue & Int32(Int(bitPattern: data)) == 0 else {
                    return g_log_writer_default(level, fields, count, nil)
                }
                guard g_log_writer_default_would_drop(level, Log.domain(fields, count)) == 0
                else {
                    return G_LOG_WRITER_HANDLED
                }
                let isColored = g_log_writer_supports_color(STDERR_FILENO)
                let text = g_log_writer_format_fields(level, fields, count, isColored)
                if let text = takeString(text) { Log.writer.write(text + "\n") }
                return G_LOG_WRITER_HANDLED
            },
            UnsafeMutableRawPointer(bitPattern: Int(fatal)),
            nil
        )
        g_set_printerr_handler { text in
            if let text { Log.writer.write(String(cString: text)) }
        }
    }

    /// The levels that end the process, as `G_DEBUG` may request. GLib only returns them when they
    /// are set.
    private static var fatalLevels: Int32 {
        let levels = g_log_set_always_fatal(G_LOG_LEVEL_ERROR)
        g_log_set_always_fatal(levels)
        return levels.rawValue
    }

    /// The library that a message comes from.
    private static func domain(
        _ fields: UnsafePointer<GLogField>?,
        _ count: gsize
    ) -> UnsafePointer<CChar>? {
        let field = UnsafeBufferPointer(start: fields, count: Int(count)).first {
            strcmp($0.key, "GLIB_DOMAIN") == 0
        }
        return field?.value?.assumingMemoryBound(to: CChar.self)
    }
}
