import StateRestoration

extension RestorationTester {
    /// Ends the run, begins the next one, and launches the application on it.
    ///
    /// ```swift
    /// journal = try tester.restartAndLaunch(launch)
    /// ```
    ///
    /// Unlike `restartAndRestore(after:_:)` it leaves everything to the application: that opens its
    /// windows and declares the restoration complete, as it does when it is started for real.
    ///
    /// - Parameters:
    ///   - ending: How the run ends.
    ///   - launch: Makes the application from the session, which is as `RestorationSession.open` gives
    ///     it.
    /// - Returns: The application; the one before must not be used any more.
    /// - Throws: What opening the session or `launch` throws.
    public func restartAndLaunch<Application>(
        after ending: Ending = .kill,
        _ launch: (RestorationSession) throws -> Application
    ) throws -> Application {
        end(ending)
        let session = try start { _ in }
        let application = try launch(session)
        session.waitForWriter()
        return application
    }
}
