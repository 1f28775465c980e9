import Foundation
import GTKBridge
import Phrases

/// The web engine and the sessions of the program's web pages, each created on first use.
@MainActor
final class WebPages {
    /// The path of the engine's library, and the folders for cookies and caches.
    struct Places {
        var libraries: [URL]
        /// The two folders; without them cookies and caches are only kept in memory.
        var data: URL?
        var cache: URL?
    }

    /// Checks whether web pages can be sandboxed; returns the reason why not.
    typealias Examination = @MainActor (@escaping @MainActor (_ reason: String?) -> Void) -> Void

    private let places: Places?
    private let examineSandbox: Examination
    private var engine: WebEngine?
    private var waiting: [@MainActor (Result<WebEngine, WebEngineError>) -> Void] = []
    private weak var session: WebSession?
    /// Whether the user has allowed pages without a sandbox. Never stored beyond this run.
    private var goesWithoutSandbox = WebSandbox.isSwitchedOff

    /// - Parameter places: nil for a program that shows no web pages.
    init(_ places: Places?, examineSandbox: @escaping Examination = WebSandbox.examine) {
        self.places = places
        self.examineSandbox = examineSandbox
    }

    /// Calls back with the engine once it is loaded. Looks for a missing engine again, and retries
    /// a sandbox that did not work.
    func withEngine(_ body: @escaping @MainActor (Result<WebEngine, WebEngineError>) -> Void) {
        if let engine {
            MainLoop.whenIdle { body(.success(engine)) }
            return
        }
        waiting.append(body)
        guard waiting.count == 1 else { return }
        do {
            let engine = try WebEngine(libraries: places?.libraries.map(\.path) ?? [])
            examineSandbox { [weak self] in self?.start(engine, withoutSandbox: $0) }
        } catch let error as WebEngineError {
            MainLoop.whenIdle { [weak self] in self?.answer(.failure(error)) }
        } catch {
            Log.warn("\(error)")
            let error = WebEngineError(.engineMissing, path: "", reason: "\(error)")
            MainLoop.whenIdle { [weak self] in self?.answer(.failure(error)) }
        }
    }

    /// Shows web pages in this run even if they cannot be sandboxed.
    func goWithoutSandbox() { goesWithoutSandbox = true }

    /// - Parameter reason: why there can be no sandbox; nil when there can.
    private func start(_ engine: WebEngine, withoutSandbox reason: String?) {
        let hasSandbox = reason == nil && !WebSandbox.isSwitchedOff
        guard hasSandbox || goesWithoutSandbox, engine.start(hasSandbox: hasSandbox) else {
            return answer(.failure(WebEngineError(.sandboxMissing, path: "", reason: reason ?? "")))
        }
        if !hasSandbox {
            Log.warn("web pages run without a sandbox: \(reason ?? WebSandbox.switchName)")
        }
        answer(.success(engine))
    }

    private func answer(_ result: Result<WebEngine, WebEngineError>) {
        switch result {
        case .success(let engine): self.engine = engine
        case .failure(let error): Log.warn("\(error)")
        }
        let bodies = waiting
        waiting = []
        for body in bodies { body(result) }
    }

    /// The session of all windows that are not private. It lives as long as a page uses it.
    func sharedSession(_ engine: WebEngine) -> WebSession {
        if let session { return session }
        let new =
            if let data = places?.data, let cache = places?.cache {
                WebSession(engine: engine, dataFolder: data.path, cacheFolder: cache.path)
            } else {
                WebSession(ephemeral: engine)
            }
        session = new
        return new
    }
}
