import Foundation
import TestSupport

/// A web server on this machine for one test: it answers every path with a long page.
///
/// The page's title is its path without the slash, such as `two`, or `home`.
public final class TestWebServer: Sendable {
    /// The address of the first page.
    public var home: String { "http://127.0.0.1:\(port)/" }

    private let port: UInt16
    private let socket: Int32

    /// Begins to answer.
    ///
    /// - Throws: a `POSIXError` when there is no port to listen at.
    public init() throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = socket
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 8) == 0
                    && getsockname(listener, $0, &size) == 0
            }
        }
        guard isListening else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread {
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else {
                    close(listener)
                    return
                }
                Thread.detachNewThread { Self.answer(connection) }
            }
        }
    }

    /// Refuses every connection from now on.
    public func stop() { shutdown(socket, Int32(SHUT_RDWR)) }

    private static func answer(_ connection: Int32) {
        defer { close(connection) }
        var bytes = [UInt8](repeating: 0, count: 8192)
        let count = recv(connection, &bytes, bytes.count, 0)
        guard count > 0 else { return }
        let words = String(decoding: bytes[..<count], as: UTF8.self).split(separator: " ")
        let path = words.count > 1 ? words[1].dropFirst() : ""
        let title = path.isEmpty ? "home" : path
        let page = """
            <!doctype html><title>\(title)</title>
            <body style="height: 5000px">\(title)</body>
            """
        let answer = """
            HTTP/1.1 200 OK\r
            Content-Type: text/html; charset=utf-8\r
            Content-Length: \(page.utf8.count)\r
            Connection: close\r
            \r
            \(page)
            """
        // A page that has been left closes its end first.
        _ = answer.withCString { send(connection, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
    }
}

/// The library that shows web pages, where the build has left it.
public enum TestWebLibrary {
    /// The library's path, whether it is there or not.
    public static var path: String { BuildProducts.place(of: "libHawkNotesWebPage.so").path }
}
