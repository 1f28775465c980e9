/// Is told what could not be brought back.
@MainActor
package protocol RestorationReporter: AnyObject {
    /// Says what of a page could not be brought back, and why.
    func reportNotRestored(_ subject: String, reason: String)
}
