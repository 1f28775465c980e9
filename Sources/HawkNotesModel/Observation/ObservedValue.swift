/// A value of the library and its observers.
///
/// Twenty windows may observe the same favorites: the value is read once after a change, and once
/// when they open, and passed to all of them.
@MainActor
final class ObservedValue<Value: Equatable & Sendable> {
    /// The source of the value.
    struct Source: Sendable {
        let environment: LibraryEnvironment
        /// The number of writes: a value that was read since the last one is current.
        let writeCount: @Sendable () -> Int
        let read: @Sendable () throws -> Value
    }

    private struct Subscriber {
        /// Weak: the observation ends when its owner releases it.
        weak var observation: LibraryObservation?
        /// The last value delivered to the observer; nil before the first.
        var told: Snapshot?
        let onError: @MainActor (LibraryError) -> Void
        let onChange: @MainActor (Value) -> Void

        @MainActor var isActive: Bool { observation?.isCancelled == false }

        /// Whether the last delivered value may be older than that.
        func misses(_ writeCount: Int) -> Bool {
            told.map { $0.writeCount < writeCount } ?? true
        }
    }

    /// A value, and the minimum number of writes that it includes.
    private struct Snapshot {
        let value: Value
        let writeCount: Int
    }

    private var subscribers: [Int: Subscriber] = [:]
    private var nextNumber = 0
    /// The newest value read for the observers; nil while there are none.
    private var newest: Snapshot?
    /// The most recently begun read that is still running.
    private var reading: SharedReading<Value>?
    /// The source for the next read, once the running one has ended.
    private var nextSource: Source?

    nonisolated init() {}

    /// Delivers the current value, before it returns if the disk is fast enough, and later ones as
    /// they come.
    ///
    /// - Throws: why the value cannot be read, if that is known in time; otherwise `onError` is
    ///   called.
    func subscribe(
        to source: Source,
        onError: @escaping @MainActor (LibraryError) -> Void,
        onChange: @escaping @MainActor (Value) -> Void
    ) throws -> LibraryObservation {
        dropInactive()
        let number = nextNumber
        nextNumber += 1
        let observation = LibraryObservation()
        let present = try presentValue(of: source)
        subscribers[number] = Subscriber(
            observation: observation,
            told: present,
            onError: onError,
            onChange: onChange
        )
        if let present { onChange(present.value) }
        return observation
    }

    /// Reads the value again off the main thread, unless it has been read since the last write, and
    /// delivers it to every observer that does not have it, in order of subscription.
    ///
    /// One read at a time: however many writes come while it is running, only one more follows it.
    func refresh(from source: Source) {
        dropInactive()
        guard !subscribers.isEmpty else { return }
        let writeCount = source.writeCount()
        if newest?.writeCount == writeCount {
            tellNewest()
        } else if let reading {
            if reading.writeCount != writeCount { nextSource = source }
        } else {
            _ = begin(source, writeCount, isAwaited: false)
        }
    }

    private func dropInactive() {
        subscribers = subscribers.filter(\.value.isActive)
        // Another program may write in the meantime, which is not reported here.
        if subscribers.isEmpty { newest = nil }
    }

    /// The current value, if it is known or can be read in time.
    private func presentValue(of source: Source) throws -> Snapshot? {
        let writeCount = source.writeCount()
        if let newest, newest.writeCount == writeCount { return newest }
        let reading =
            if let reading, reading.writeCount == writeCount {
                reading
            } else {
                begin(source, writeCount, isAwaited: true)
            }
        guard let result = reading.wait(source.environment.readingPatience) else { return nil }
        if subscribers.values.contains(where: { $0.misses(writeCount) }) {
            // Not during the call that is waiting.
            source.environment.onMain { [weak self] in self?.take(result, of: reading) }
        }
        if self.reading === reading { self.reading = nil }
        let snapshot = Snapshot(value: try result.get(), writeCount: writeCount)
        newest = snapshot
        return snapshot
    }

    private func begin(
        _ source: Source,
        _ writeCount: Int,
        isAwaited: Bool
    ) -> SharedReading<Value> {
        let reading = SharedReading<Value>(writeCount: writeCount, isAwaited: isAwaited)
        self.reading = reading
        source.environment.reading { [weak self] in
            let result = Self.result(of: source.read)
            if reading.finish(result) { return }
            source.environment.onMain { self?.take(result, of: reading) }
        }
        return reading
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

    private func take(_ result: Result<Value, LibraryError>, of reading: SharedReading<Value>) {
        if self.reading === reading { self.reading = nil }
        defer { readNext() }
        dropInactive()
        switch result {
        case .success(let value):
            // A later read may already have been waited for.
            if !subscribers.isEmpty, reading.writeCount >= newest?.writeCount ?? 0 {
                newest = Snapshot(value: value, writeCount: reading.writeCount)
            }
            tellNewest()
        case .failure(let error):
            for number in subscribers.keys.sorted() {
                guard let subscriber = subscribers[number], subscriber.isActive,
                    subscriber.misses(reading.writeCount)
                else { continue }
                subscriber.onError(error)
            }
        }
    }

    private func readNext() {
        guard reading == nil, let source = nextSource else { return }
        nextSource = nil
        refresh(from: source)
    }

    private func tellNewest() {
        guard let newest else { return }
        // A subscriber may cancel or subscribe during the calls.
        for number in subscribers.keys.sorted() {
            guard let subscriber = subscribers[number], subscriber.isActive,
                subscriber.misses(newest.writeCount)
            else { continue }
            subscribers[number]?.told = newest
            if subscriber.told?.value != newest.value { subscriber.onChange(newest.value) }
        }
    }
}
