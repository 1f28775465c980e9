import GTKBridge

/// What a web page needs of the window that it is in.
@MainActor
protocol WebPageHost: AnyObject {
    /// Where the window's web pages keep their cookies: a private window has a place of its own.
    func webSession(_ engine: WebEngine) -> WebSession
    /// Opens an address in the web browser.
    func openInBrowser(_ address: String)
}
