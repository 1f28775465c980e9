import StateRestoration

extension RestorationTester {
    /// Ends the run, begins the next one, and launches the application on it.
    ///
    /// ```swift
    /// journal = try tester.restartAndRestore(launching: JournalApplication.init)
    /// ```
    ///
    /// - Parameters:
    ///   - ending: How the run ends.
    ///   - launch: Makes the application from the session, which is as `RestorationSession.open` gives
    ///     it: the application restores its windows and declares the restoration complete itself.
    public func restartAndRestore<Application>(
        after ending: Ending = .kill,
        launching launch: (RestorationSession) throws -> Application
    ) throws -> Application {
        end(ending)
        let session = try start { _ in }
        let application = try launch(session)
        session.waitForWriter()
        return application
    }
}
