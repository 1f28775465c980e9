import StateRestoration

extension RestorationEnvironment {
    /// Files in memory and a clock that stands still; mistakes of the program are recorded.
    public static func inMemory(
        files: InMemoryFileSystem,
        clock: ManualClock,
        programmingErrors: RecordedMessages = RecordedMessages()
    ) -> RestorationEnvironment {
        RestorationEnvironment(
            fileSystem: files.fileSystem,
            clock: clock.clock,
            programmingError: { programmingErrors.add($0) }
        )
    }
}
