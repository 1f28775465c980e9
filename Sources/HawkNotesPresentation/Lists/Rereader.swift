import HawkNotesModel

/// Keeps a reading up to date: one reading at a time, and another one if there was a reason for it
/// meanwhile.
///
/// Any number of reasons during a reading leads to a single further one, which begins after the
/// answer was handled. How to read, and how to use the result, is up to the owner.
@MainActor
final class Rereader<Value> {
    /// Receives the result, or nil where there is nothing to read now.
    typealias Answer = @MainActor @Sendable (Result<Value, LibraryError>?) -> Void

    private let ask: @MainActor (_ answer: @escaping Answer) -> Void
    private let onRead: @MainActor (Value) -> Void
    private let onError: @MainActor (LibraryError) -> Void
    private var observation: LibraryObservation?
    /// Whether a reading is in progress, or its result is being handled.
    private(set) var isReading = false
    private var mustReadAgain = false
    private(set) var isClosed = false
    /// The number of the current reading: answers to earlier ones are ignored.
    private var number = 0

    /// - Parameters:
    ///   - ask: begins a reading. It may answer before it returns, and more than once.
    ///   - onRead: called with the result.
    ///   - onError: called with the error; the next reason tries again.
    init(
        _ ask: @escaping @MainActor (_ answer: @escaping Answer) -> Void,
        onRead: @escaping @MainActor (Value) -> Void,
        onError: @escaping @MainActor (LibraryError) -> Void
    ) {
        self.ask = ask
        self.onRead = onRead
        self.onError = onError
    }

    /// Reads again after each relevant change in the library.
    func follow(_ library: Library, when matters: @escaping @MainActor (LibraryChange) -> Bool) {
        observation = library.observeChanges { [weak self] changes in
            if changes.contains(where: matters) { self?.read() }
        }
    }

    /// Reads now, or when the current reading has ended.
    func read() {
        guard !isClosed else { return }
        guard !isReading else {
            mustReadAgain = true
            return
        }
        isReading = true
        mustReadAgain = false
        number += 1
        let asking = number
        ask { [weak self] in self?.handleAnswer($0, of: asking) }
    }

    /// Ignores the answer to the current reading: it is out of date.
    func drop() {
        number += 1
        isReading = false
    }

    /// Stops reading; callbacks are no longer called.
    func close() {
        observation?.cancel()
        observation = nil
        isClosed = true
    }

    private func handleAnswer(_ result: Result<Value, LibraryError>?, of asking: Int) {
        guard asking == number, !isClosed else { return }
        isReading = true
        switch result {
        case .success(let value): onRead(value)
        case .failure(let error): onError(error)
        case nil: break
        }
        guard asking == number else { return }
        isReading = false
        if mustReadAgain { read() }
    }
}
