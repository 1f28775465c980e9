import GTKBridge
import HawkNotesPresentation

extension WebPolicy {
    /// What becomes of a wish to go somewhere.
    enum Answer: Equatable {
        case showHere, openInBrowser
        /// Users are told when they asked for it, a page is not.
        case refuse(tellsPerson: Bool)
    }

    /// Answers a page that wants to go to an address.
    static func answer(_ address: String, _ navigation: WebNavigation) -> Answer {
        // Empty frames, which scripts fill: there is nothing behind these two.
        if ["about:blank", "about:srcdoc"].contains(address), !navigation.contains(.newWindow) {
            return .showHere
        }
        guard isWebAddress(address) else {
            return .refuse(tellsPerson: navigation.contains(.byPerson))
        }
        guard navigation.contains(.newWindow) else { return .showHere }
        // A window that the user did not ask for is an advertisement.
        return navigation.contains(.byPerson) ? .openInBrowser : .refuse(tellsPerson: false)
    }
}
