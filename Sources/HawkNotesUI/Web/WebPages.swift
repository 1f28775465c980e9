import Foundation
import GTKBridge

/// The web engine and the sessions of the program's web pages, each made when it is first needed.
@MainActor
final class WebPages {
    /// Where the engine's library is looked for, and where cookies and caches are kept.
    struct Places {
        var libraries: [URL]
        /// The two folders; without them cookies and caches are kept in memory alone.
        var data: URL?
        var cache: URL?
    }

    private let places: Places?
    private var engine: WebEngine?
    private var waiting: [@MainActor (Result<WebEngine, WebEngineError>) -> Void] = []
    private weak var session: WebSession?

    /// - Parameter places: nil for a program that shows no web pages.
    init(_ places: Places?) { self.places = places }

    /// Gives the engine, later, once it is there. An engine that was missing is looked for again.
    func withEngine(_ body: @escaping @MainActor (Result<WebEngine, WebEngineError>) -> Void) {
        if let engine {
            MainLoop.whenIdle { body(.success(engine)) }
            return
        }
        waiting.append(body)
        guard waiting.count == 1 else { return }
        do {
            let engine = try WebEngine(libraries: places?.libraries.map(\.path) ?? [])
            WebSandbox.prepare { [weak self] reason in
                if let reason {
                    Log.warn(localized("Web pages run without a sandbox: %1", reason))
                }
                self?.answer(.success(engine))
            }
        } catch let error as WebEngineError {
            Log.warn("\(error)")
            MainLoop.whenIdle { [weak self] in self?.answer(.failure(error)) }
        } catch {
            let error = WebEngineError(.engineMissing, path: "", reason: "\(error)")
            MainLoop.whenIdle { [weak self] in self?.answer(.failure(error)) }
        }
    }

    private func answer(_ result: Result<WebEngine, WebEngineError>) {
        engine = try? result.get()
        let bodies = waiting
        waiting = []
        for body in bodies { body(result) }
    }

    /// The session of all windows that are not private. It lasts as long as a page uses it.
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
