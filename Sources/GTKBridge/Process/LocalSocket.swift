import CGTK
import CProcess
import Dispatch
import Foundation
import Phrases

/// How processes of one person ask one another something when there is no session bus: a socket in
/// the file system, one packet for the question and one for the answer.
public enum LocalSocket {
    /// The longest question and the longest answer, in bytes.
    public static let limit = 128 * 1024

    /// How long a process waits for each packet of the one that it asks; whole seconds.
    private static let answerTimeout: Duration = .seconds(5)
    /// How long a process waits for each packet of the one that asks it; whole seconds.
    fileprivate static let questionTimeout: Duration = .seconds(2)

    /// Where a socket belongs that stands for a file or a folder; nil where no folder is known in which
    /// only the person can put one.
    ///
    /// - Parameters:
    ///   - runtimeDirectory: the value of `XDG_RUNTIME_DIR`.
    public static func path(for url: URL, in runtimeDirectory: String?) -> String? {
        guard let folder = runtimeDirectory, folder.hasPrefix("/") else { return nil }
        // The same folder by another name is the same.
        let place = url.resolvingSymlinksInPath().path
        let sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, place, -1)
        guard let name = takeString(sum)?.prefix(32) else { return nil }
        return "\(folder)/hawk-notes/\(name).socket"
    }

    /// Asks the process that listens at a path; waits for the answer.
    ///
    /// - Returns: the answer, or nil where there is none.
    public static func ask(_ question: String, at path: String) -> String? {
        let descriptor = cprocess_connect(path, Int32(answerTimeout.components.seconds))
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return send(question, to: descriptor) ? receive(from: descriptor) : nil
    }

    fileprivate static func send(_ text: String, to descriptor: Int32) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count <= limit else { return false }
        return Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }

    fileprivate static func receive(from descriptor: Int32) -> String? {
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        guard count > 0, count <= limit else { return nil }
        return String(validating: bytes[..<count], as: UTF8.self)
    }
}

/// Answers what other processes ask at a path.
@MainActor
public final class LocalServer {
    private let path: String
    private let source: any DispatchSourceRead

    /// Listens at a path; the folder is made where it is missing.
    ///
    /// - Parameters:
    ///   - onQuestion: called with each question; returns the answer.
    /// - Returns: nil where that is not possible, and why on standard error.
    public init?(
        at path: String,
        onQuestion: @escaping @MainActor @Sendable (String) -> String
    ) {
        let folder = (path as NSString).deletingLastPathComponent
        guard g_mkdir_with_parents(folder, 0o700) == 0 else { return nil }
        let listener = cprocess_listen(path)
        guard listener >= 0 else { return nil }
        self.path = path
        source = Self.watch(listener, onQuestion)
    }

    isolated deinit {
        source.cancel()
        unlink(path)
    }

    /// Not of the main actor, whose closures must not run on other queues.
    private nonisolated static func watch(
        _ listener: Int32,
        _ onQuestion: @escaping @MainActor @Sendable (String) -> String
    ) -> any DispatchSourceRead {
        let queue = DispatchQueue(label: "GTKBridge.LocalServer")
        let source = DispatchSource.makeReadSource(fileDescriptor: listener, queue: queue)
        source.setEventHandler { answerNext(on: listener, onQuestion) }
        source.setCancelHandler { close(listener) }
        source.activate()
        return source
    }

    private nonisolated static func answerNext(
        on listener: Int32,
        _ onQuestion: @escaping @MainActor @Sendable (String) -> String
    ) {
        let descriptor = cprocess_accept(
            listener,
            Int32(LocalSocket.questionTimeout.components.seconds)
        )
        guard descriptor >= 0 else { return }
        // Not on this queue: a client that connects and says nothing must not block the others.
        DispatchQueue.global(qos: .userInitiated).async {
            guard let question = LocalSocket.receive(from: descriptor) else {
                close(descriptor)
                return
            }
            DispatchQueue.main.async {
                let answer = MainActor.assumeIsolated { onQuestion(question) }
                DispatchQueue.global(qos: .userInitiated).async {
                    _ = LocalSocket.send(answer, to: descriptor)
                    close(descriptor)
                }
            }
        }
    }
}
