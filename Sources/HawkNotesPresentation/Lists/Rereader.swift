import HawkNotesModel

/// Keeps what was read up to date: one reading at a time, and another one when there was a reason for it
/// meanwhile.
///
/// Many reasons that come during a reading lead to one more, which begins when the answer was taken. How
/// something is read, and what becomes of it, is up to its owner.
@MainActor
final class Rereader<Value> {
    /// Takes what was read, or nil where there is nothing to read now.
    typealias Answer = @MainActor @Sendable (Result<Value, LibraryError>?) -> Void

    private let ask: @MainActor (_ answer: @escaping Answer) -> Void
    private let onRead: @MainActor (Value) -> Void
    private let onError: @MainActor (LibraryError) -> Void
    private var observation: LibraryObservation?
    /// Whether something is being read, or taken.
    private(set) var isReading = false
    private var mustReadAgain = false
    private(set) var isClosed = false
    /// Which reading it is: answers to those before tell nothing new.
    private var number = 0

    /// - Parameters:
    ///   - ask: begins a reading. It may answer before it returns, and more than once.
    ///   - onRead: told what was read.
    ///   - onError: told why nothing could be read; the next reason tries again.
    init(
        _ ask: @escaping @MainActor (_ answer: @escaping Answer) -> Void,
        onRead: @escaping @MainActor (Value) -> Void,
        onError: @escaping @MainActor (LibraryError) -> Void
    ) {
        self.ask = ask
        self.onRead = onRead
        self.onError = onError
    }

    /// Reads again from now on after each change in the library that may make a difference.
    func follow(_ library: Library, when matters: @escaping @MainActor (LibraryChange) -> Bool) {
        observation = library.observeChanges { [weak self] changes in
            if changes.contains(where: matters) { self?.read() }
        }
    }

    /// Reads now, or when the present reading has ended.
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

    /// Drops the answer to the present reading: it is out of date.
    func drop() {
        number += 1
        isReading = false
    }

    /// Ends it: nothing is read or told any more.
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
