import Foundation
import GTKBridge
import HawkNotesPresentation
import Phrases

/// Shown in place of a web page that cannot be shown: says why, and offers remedies.
@MainActor
final class WebMessage {
    let root: ScrolledWindow
    let tryAgain = Button(localized("Try Again"), "pill", "accent-button")
    let open = Button(localized("Open in Browser"), "pill")
    let showAnyway = Button(localized("Show Anyway"), "pill")

    private let title = Label("", "title-1", role: .heading(level: 1)).centered().wrapping()
        .maximumCharacters(StatusPage.lineLength)
    private let reason = StatusPage.remark("").selectable()
    private let message = Box(.vertical, spacing: 12, role: .alert)

    init() {
        message.append(
            Image(icon: "hawknotes-offline-symbolic", size: 96).classes("empty-drawing"),
            title,
            reason,
            // Below one another, so that each fits in any language.
            Box(.vertical, spacing: 12).append(tryAgain, open, showAnyway).halign(.center)
                .margin(top: 12)
        )
        root = ScrolledWindow(message.halign(.center).valign(.center).vexpand().margin(24))
    }

    /// What users can do besides opening the page in the browser.
    enum Choice {
        case tryAgain, showAnyway, nothing
    }

    /// Shows the reason. Suggests the browser if trying again would not help.
    func show(_ text: WebFailureText, choice: Choice) {
        title.text = text.title
        reason.text = text.reason
        message.accessibleLabel(text.title + "\n" + text.reason).announce(text.title)
        tryAgain.visible(choice == .tryAgain)
        showAnyway.visible(choice == .showAnyway)
        open.setClass("accent-button", choice != .tryAgain)
    }
}

/// The message of a failure.
struct WebFailureText: Equatable {
    /// A short title.
    var title: String
    /// The reason and the remedy.
    var reason: String

    /// The message for a page that cannot be shown.
    init(_ failure: WebFailure, hasNetwork: Bool) {
        let host = WebPolicy.shown(URL(string: failure.address)?.host() ?? failure.address)
        title = localized("This page could not be loaded")
        switch failure.kind {
        case .nameNotFound, .unreachable, .timedOut, .interrupted, .other:
            if hasNetwork {
                reason = Self.reason(failure, host)
            } else {
                title = localized("You seem to be offline.")
                reason = localized(
                    "There is no network connection. Everything else in Hawk Notes works without one."
                )
            }
        case .connectionRefused, .status:
            reason = Self.reason(failure, host)
        case .certificate:
            title = localized("The connection is not secure")
            reason = localized(
                "%1 could not prove its identity: %2. Nothing was sent.",
                host,
                Self.certificateFaults(failure.message)
            )
        case .crashed:
            title = localized("The page has stopped working")
            reason = localized("Only this page needs to be reloaded.")
        case .outOfMemory:
            title = localized("The page has stopped working")
            reason = localized("It needed too much memory.")
        }
    }

    /// The message for a page during whose loading the program was killed.
    static var interrupted: WebFailureText {
        WebFailureText(
            title: localized("This page was not loaded"),
            reason: localized("Hawk Notes closed the last time it was loaded.")
        )
    }

    private init(title: String, reason: String) {
        self.title = title
        self.reason = reason
    }

    /// The message for a computer or a program without a web engine.
    init(_ error: WebEngineError) {
        title =
            error.code == .sandboxMissing
            ? localized("Web pages cannot be isolated here")
            : localized("This page opens in your browser")
        switch error.code {
        case .sandboxMissing:
            reason = localized(
                "The sandbox that keeps web pages away from your files does not work on this computer. Your browser has its own protection."
            )
        case .libraryMissing:
            reason = localized("The part of Hawk Notes that shows web pages is not installed.")
        case .engineMissing:
            reason = localized(
                "WebKitGTK 6.0 is missing on this machine; Debian and Ubuntu call its package libwebkitgtk-6.0-4."
            )
        case .builtWithout:
            reason = localized("This Hawk Notes was built without WebKitGTK.")
        case .wrongVersion:
            reason = localized(
                "The part of Hawk Notes that shows web pages belongs to another version of it."
            )
        }
    }

    private static func reason(_ failure: WebFailure, _ host: String) -> String {
        switch failure.kind {
        case .nameNotFound:
            localized("%1 can’t be found. Check your connection.", host)
        case .connectionRefused: localized("%1 refused the connection.", host)
        case .interrupted: localized("The connection to %1 was interrupted.", host)
        case .unreachable: localized("%1 could not be reached.", host)
        case .status:
            localized(
                "%1 answered with error %2.",
                host,
                failure.message
            )
        case .timedOut: localized("%1 took too long to answer.", host)
        case .certificate, .crashed, .outOfMemory, .other:
            localized("Something went wrong while the page was loaded from %1.", host)
        }
    }

    /// Describes GTlsCertificateFlags.
    private static func certificateFaults(_ names: String) -> String {
        let words = [
            "unknown-ca": localized("no known authority has signed its certificate"),
            "bad-identity": localized("its certificate belongs to another site"),
            "not-activated": localized("its certificate is not valid yet"),
            "expired": localized("its certificate has expired"),
            "revoked": localized("its certificate was revoked"),
            "insecure": localized("its certificate is not secure"),
        ]
        let other = localized("its certificate is not valid")
        return names.components(separatedBy: ", ").map { words[$0] ?? other }.joined(
            separator: ", "
        )
    }
}
