import GTKBridge
import HawkNotesPresentation

/// Answers the search of GNOME Shell (`org.gnome.Shell.SearchProvider2`).
///
/// The interface is described at
/// <https://developer.gnome.org/documentation/tutorials/search-provider.html>.
@MainActor
final class ShellSearchProvider {
    /// The actions of the shell on results.
    struct Actions {
        /// Opens a link.
        var open: @MainActor (String) -> Void
        /// Opens the search with a query.
        var search: @MainActor (String) -> Void
    }

    /// The path of the object, as in the file that registers it with the shell.
    static let path = "/io/github/hawknotes/HawkNotes/SearchProvider"

    private let search: DesktopSearch
    private let actions: Actions
    private var object: BusObject?

    /// Starts to answer, if there is a session bus.
    init(_ search: DesktopSearch, actions: Actions) {
        self.search = search
        self.actions = actions
        object = BusObject(path: Self.path, description: Self.description) {
            [weak self] method, parameters, reply in
            self?.answer(method, parameters, reply)
        }
    }

    private func answer(_ method: String, _ parameters: [BusValue], _ reply: BusReply) {
        switch (method, parameters.first, parameters.dropFirst().first) {
        case ("GetInitialResultSet", .strings(let words)?, _),
            ("GetSubsearchResultSet", _, .strings(let words)?):
            search.find(words) { reply.answer([.strings($0.map(\.id))]) }
        case ("GetResultMetas", .strings(let ids)?, _):
            let metas = search.matches(for: ids).map { match -> BusValue in
                .dictionary([
                    "id": .string(match.id), "name": .string(match.title),
                    "description": .string(match.detail), "gicon": .string(match.icon),
                ])
            }
            reply.answer([.array(metas, of: "a{sv}")])
        case ("ActivateResult", .string(let id)?, _):
            reply.answer()
            actions.open(id)
        case ("LaunchSearch", .strings(let words)?, _):
            reply.answer()
            actions.search(words.joined(separator: " "))
        default: reply.fail("\(method) cannot be called in this way.")
        }
    }

    private static let description = """
        <node>
          <interface name="org.gnome.Shell.SearchProvider2">
            <method name="GetInitialResultSet">
              <arg type="as" name="terms" direction="in"/>
              <arg type="as" name="results" direction="out"/>
            </method>
            <method name="GetSubsearchResultSet">
              <arg type="as" name="previous_results" direction="in"/>
              <arg type="as" name="terms" direction="in"/>
              <arg type="as" name="results" direction="out"/>
            </method>
            <method name="GetResultMetas">
              <arg type="as" name="identifiers" direction="in"/>
              <arg type="aa{sv}" name="metas" direction="out"/>
            </method>
            <method name="ActivateResult">
              <arg type="s" name="identifier" direction="in"/>
              <arg type="as" name="terms" direction="in"/>
              <arg type="u" name="timestamp" direction="in"/>
            </method>
            <method name="LaunchSearch">
              <arg type="as" name="terms" direction="in"/>
              <arg type="u" name="timestamp" direction="in"/>
            </method>
          </interface>
        </node>
        """
}
