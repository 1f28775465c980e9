import GTKBridge
import HawkNotesPresentation

/// Answers KRunner, the search of the KDE desktop (`org.kde.krunner1`).
///
/// The interface is described at <https://develop.kde.org/docs/plasma/krunner/>.
@MainActor
final class RunnerSearchProvider {
    /// The path of the object, as in the file that registers it with KRunner.
    static let path = "/io/github/hawknotes/HawkNotes/Runner"

    /// KRunner's category for a result that is no exact match
    /// (`Plasma::QueryMatch::PossibleMatch`).
    private static let possibleMatch: Int32 = 30
    /// The minimum length of a query: KRunner asks from the first letter on.
    private static let fewestLetters = 3

    private let search: DesktopSearch
    private let open: @MainActor (String) -> Void
    private var object: BusObject?

    /// Starts to answer, if there is a session bus.
    ///
    /// - Parameter open: opens a link.
    init(_ search: DesktopSearch, open: @escaping @MainActor (String) -> Void) {
        self.search = search
        self.open = open
        object = BusObject(path: Self.path, description: Self.description) {
            [weak self] method, parameters, reply in
            self?.answer(method, parameters, reply)
        }
    }

    private func answer(_ method: String, _ parameters: [BusValue], _ reply: BusReply) {
        switch (method, parameters.first) {
        case ("Actions", _): reply.answer([.array([], of: "(sss)")])
        case ("Match", .string(let text)?):
            guard text.count >= Self.fewestLetters else {
                return reply.answer([.array([], of: Self.matchType)])
            }
            search.find([text]) { matches in
                reply.answer([.array(matches.map(Self.value), of: Self.matchType)])
            }
        case ("Run", .string(let id)?):
            reply.answer()
            open(id)
        default: reply.fail("\(method) cannot be called in this way.")
        }
    }

    private static let matchType = "(sssida{sv})"

    private static func value(of match: DesktopSearch.Match) -> BusValue {
        .structure([
            .string(match.id), .string(match.title), .string(match.icon), .int32(possibleMatch),
            .double(match.relevance), .dictionary(["subtext": .string(match.detail)]),
        ])
    }

    private static let description = """
        <node>
          <interface name="org.kde.krunner1">
            <method name="Actions">
              <arg type="a(sss)" name="actions" direction="out"/>
            </method>
            <method name="Match">
              <arg type="s" name="query" direction="in"/>
              <arg type="a(sssida{sv})" name="matches" direction="out"/>
            </method>
            <method name="Run">
              <arg type="s" name="match" direction="in"/>
              <arg type="s" name="action" direction="in"/>
            </method>
          </interface>
        </node>
        """
}
