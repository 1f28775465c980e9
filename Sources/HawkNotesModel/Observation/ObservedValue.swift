/// One value of the library and all who watch it.
///
/// Twenty windows watch the same favourites: after a change the value is read once and handed
/// to each of them.
@MainActor
final class ObservedValue<Value: Equatable & Sendable> {
    private struct Subscriber {
        /// Weak: the observation ends when its owner lets go of it.
        weak var observation: LibraryObservation?
        var lastValue: Value
        let onError: @MainActor (LibraryError) -> Void
        let onChange: @MainActor (Value) -> Void

        @MainActor var isActive: Bool { observation?.isCancelled == false }
    }

    private var subscribers: [Int: Subscriber] = [:]
    private var nextNumber = 0

    nonisolated init() {}

    /// Hands over the present value before it returns, and later ones as they come.
    func subscribe(
        read: () throws -> Value,
        onError: @escaping @MainActor (LibraryError) -> Void,
        onChange: @escaping @MainActor (Value) -> Void
    ) throws -> LibraryObservation {
        subscribers = subscribers.filter(\.value.isActive)
        let value = try read()
        let observation = LibraryObservation()
        subscribers[nextNumber] = Subscriber(
            observation: observation,
            lastValue: value,
            onError: onError,
            onChange: onChange
        )
        nextNumber += 1
        onChange(value)
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
            let result: Result<Value, LibraryError>
            do {
                result = .success(try read())
            } catch {
                result = .failure(.translating(error, doing: "read the library", url: nil))
            }
            environment.onMain { self?.deliver(result, to: numbers) }
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
