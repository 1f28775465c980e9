import CGTK
import CProcess
import Dispatch
import Foundation
import Phrases

/// Questions and answers between processes of one user when there is no session bus: a socket in
/// the file system, one packet for the question and one for the answer.
public enum LocalSocket {
    /// The maximum length of a question and of an answer, in bytes.
    public static let limit = 128 * 1024

    /// How long a client waits for each packet; whole seconds.
    private static let answerTimeout: Duration = .seconds(5)
    /// How long a server waits for each packet; whole seconds.
    fileprivate static let questionTimeout: Duration = .seconds(2)

    /// The path of the socket for a file or folder; nil if there is no folder in which only the
    /// user can create a socket.
    ///
    /// - Parameters:
    ///   - runtimeDirectory: the value of `XDG_RUNTIME_DIR`.
    public static func path(for url: URL, in runtimeDirectory: String?) -> String? {
        guard let folder = runtimeDirectory, folder.hasPrefix("/") else { return nil }
        // Different paths of the same folder share a socket.
        let place = url.resolvingSymlinksInPath().path
        let sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, place, -1)
        guard let name = takeString(sum)?.prefix(32) else { return nil }
        return "\(folder)/hawk-notes/\(name).socket"
    }

    /// Asks the process that listens at a path; blocks until the answer arrives.
    ///
    /// - Returns: the answer, or nil if there is none.
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

/// Answers questions of other processes at a path.
@MainActor
public final class LocalServer {
    private let path: String
    private let source: any DispatchSourceRead

    /// Listens at a path; creates the folder if necessary.
    ///
    /// - Parameters:
    ///   - onQuestion: called with each question; returns the answer.
    /// - Returns: nil on failure, with the reason on standard error.
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

    /// Nonisolated, because closures of the main actor must not run on other queues.
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
        // Not on this queue: a silent client must not block the others.
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
