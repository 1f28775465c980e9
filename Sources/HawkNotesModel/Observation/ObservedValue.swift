import Dispatch
import Synchronization

/// One value of the library and all who watch it.
///
/// Twenty windows watch the same favourites: after a change the value is read once and handed
/// to each of them.
@MainActor
final class ObservedValue<Value: Equatable & Sendable> {
    private struct Subscriber {
        /// Weak: the observation ends when its owner lets go of it.
        weak var observation: LibraryObservation?
        /// Nil until the first one has been told.
        var lastValue: Value?
        let onError: @MainActor (LibraryError) -> Void
        let onChange: @MainActor (Value) -> Void

        @MainActor var isActive: Bool { observation?.isCancelled == false }
    }

    private var subscribers: [Int: Subscriber] = [:]
    private var nextNumber = 0

    nonisolated init() {}

    /// Hands over the present value, before it returns if the disk lets it, and later ones as they come.
    ///
    /// - Throws: why the value cannot be read, when that is known in time; else `onError` is told.
    func subscribe(
        in environment: LibraryEnvironment,
        read: @escaping @Sendable () throws -> Value,
        onError: @escaping @MainActor (LibraryError) -> Void,
        onChange: @escaping @MainActor (Value) -> Void
    ) throws -> LibraryObservation {
        subscribers = subscribers.filter(\.value.isActive)
        let number = nextNumber
        nextNumber += 1
        let observation = LibraryObservation()
        let first = FirstReading<Value>()
        environment.reading { [weak self] in
            let result = Self.result(of: read)
            if first.finish(result) { return }
            environment.onMain { self?.deliver(result, to: [number]) }
        }
        let value = try first.wait(environment.readingPatience)?.get()
        subscribers[number] = Subscriber(
            observation: observation,
            lastValue: value,
            onError: onError,
            onChange: onChange
        )
        if let value { onChange(value) }
        return observation
    }

    /// Reads the value again, off the main thread, and tells everyone for whom it is a new one, in
    /// the order in which they came.
    func refresh(
        in environment: LibraryEnvironment,
        read: @escaping @Sendable () throws -> Value
    ) {
        subscribers = subscribers.filter(\.value.isActive)
        guard !subscribers.isEmpty else { return }
        // Who comes later reads for itself, and may see more than this reading does.
        let numbers = subscribers.keys.sorted()
        environment.reading { [weak self] in
            let result = Self.result(of: read)
            environment.onMain { self?.deliver(result, to: numbers) }
        }
    }

    private nonisolated static func result(
        of read: () throws -> Value
    ) -> Result<Value, LibraryError> {
        do {
            return .success(try read())
        } catch {
            return .failure(.translating(error, doing: "read the library", url: nil))
        }
    }

    private func deliver(_ result: Result<Value, LibraryError>, to numbers: [Int]) {
        // Anyone may cancel or subscribe while being told.
        for number in numbers {
            guard let subscriber = subscribers[number], subscriber.isActive else { continue }
            switch result {
            case .failure(let error):
                subscriber.onError(error)
            case .success(let value) where value != subscriber.lastValue:
                subscribers[number]?.lastValue = value
                subscriber.onChange(value)
            case .success:
                break
            }
        }
    }
}

/// What the main thread waits for, but not for long: from memory it takes microseconds, and a page is
/// not drawn empty first; a disk that is slow holds nobody up.
private final class FirstReading<Value: Sendable>: Sendable {
    private enum State {
        case awaited
        case finished(Result<Value, LibraryError>)
        case givenUp
    }

    private let state = Mutex(State.awaited)
    private let isFinished = DispatchSemaphore(value: 0)

    /// Takes the result; says whether somebody still waits for it.
    func finish(_ result: Result<Value, LibraryError>) -> Bool {
        defer { isFinished.signal() }
        return state.withLock { state in
            if case .givenUp = state { return false }
            state = .finished(result)
            return true
        }
    }

    /// The result, if it comes within so many seconds.
    func wait(_ seconds: Double) -> Result<Value, LibraryError>? {
        _ = isFinished.wait(timeout: .now() + seconds)
        return state.withLock { state in
            if case .finished(let result) = state { return result }
            state = .givenUp
            return nil
        }
    }
}
