import Foundation

/// The visibility of a window.
public enum ScenePhase: String, Sendable {
    /// The window has the focus.
    case active
    /// The window is visible but does not have the focus.
    case inactive
    /// The window is not visible: minimized, or on another workspace.
    case background
}

/// A window from the library's view: its stored values, its title, its phase.
///
/// The session makes it (`makeScene()`, `scenesToRestore`, `reopenMostRecentlyClosed()`); the
/// application retains it as long as the window is open.
@MainActor
public final class RestorationScene {
    /// A window with more than this many bytes of small values gets a note in the report. Nothing
    /// is refused.
    public static let smallValuesLimit = 50_000

    /// The window's identifier, which never changes.
    public let id: SceneIdentifier
    /// Whether nothing of this window may be written to the disk.
    public let isPrivate: Bool

    private var storedTitle: String
    var contents: [String: SceneContent]
    /// Sends changes to the disk.
    var submit: ((SceneChange) -> Void)?
    /// Reports a problem to the user, and a mistake to the programmer.
    var complain: (_ code: RestorationReport.Entry.Code, _ path: String, _ reason: String) -> Void =
        { _, _, _ in }
    /// Other paths where a value may be stored; see `RestorationSession.fallbackPaths`.
    var fallbackPaths: (_ path: String) -> [String] = { _ in [] }
    var willEncode: (RestorationScene) -> Void = { _ in }
    /// Requests that the restorables are encoded soon.
    var needsEncoding: () -> Void = {}
    /// Whether they are being encoded, so that their changes do not request another encoding.
    var isEncoding = false
    var wasRequested = false
    /// Whether restorables that are attached from now on are called at once.
    var isDecoded = false
    /// The reported complaints; each is reported once.
    private var complaints: Set<String> = []
    private var smallValuesSize = 0
    /// The path prefixes of scopes with disabled restoration.
    private var disabledPrefixes: Set<String> = []
    let claims = ClaimRegistry()
    let persistObservers = ObserverList<Void>()
    private let phaseObservers = ObserverList<ScenePhase>()
    /// Called with paths that are added to `storedKeys(under:)` or removed.
    private let keyObservers = ObserverList<String>()
    /// Called with values that were removed other than by their owner.
    let removalObservers = ObserverList<(path: String, value: RestorableValue)>()
    var restorables: [AttachedRestorable] = []

    init(id: SceneIdentifier, title: String, contents: [String: SceneContent], isPrivate: Bool) {
        self.id = id
        self.isPrivate = isPrivate
        self.contents = contents
        smallValuesSize = contents.values.reduce(0) { $0 + $1.smallSize }
        storedTitle = title
    }

    /// The window's title, for lists such as *Recently Closed* and for the report; stored like a value.
    public var title: String {
        get { storedTitle }
        set {
            guard newValue != storedTitle else { return }
            storedTitle = newValue
            submit?(.title(newValue))
        }
    }

    /// The scope of the page that `title` names, stored like a value.
    ///
    /// Lists show the beginning of a text beside the title, taken only from this scope. While it is
    /// `nil`, they take the window's longest text, which may be of another page.
    public var titleScope: RestorationScope? {
        get {
            guard case .string(let path) = value(at: Self.titleScopeKey) else { return nil }
            return RestorationScope(path: path, scene: self)
        }
        set { _ = setValue(newValue.map { .string($0.path) }, at: Self.titleScopeKey) }
    }

    nonisolated static let titleScopeKey = "@titleScope"

    /// The window's name in reports.
    var name: String { title.isEmpty ? id.rawValue : title }

    /// The window's root scope. Accessing it marks the window as being restored.
    public var root: RestorationScope {
        wasRequested = true
        return RestorationScope(path: "", scene: self)
    }

    /// The window's visibility; leaving `active` encodes restorables.
    public var phase: ScenePhase = .inactive {
        didSet {
            guard phase != oldValue else { return }
            if oldValue == .active { encodeRestorables() }
            phaseObservers.notify(phase)
        }
    }

    /// Calls the body with each new phase, after it was set.
    ///
    /// - Returns: A token that keeps the body registered: retain it as long as you need the calls.
    public func onPhaseChange(
        _ body: @escaping @MainActor (ScenePhase) -> Void
    ) -> RestorationObservation {
        phaseObservers.add(body)
    }

    /// Calls the body on the main queue each time after pending changes were written.
    ///
    /// From then on they survive the end of the process; a second later, a power cut too.
    ///
    /// - Returns: A token that keeps the body registered: retain it as long as you need the calls.
    public func onDidPersist(_ body: @escaping @MainActor () -> Void) -> RestorationObservation {
        persistObservers.add(body)
    }
}

// MARK: - Stored values

extension RestorationScene {
    /// The paths of all values in the scope of this path, claimed or not, sorted.
    ///
    /// An application uses it to find values of things that no longer exist, such as a draft on a
    /// deleted character, and offers them.
    public func storedKeys(under path: String = "") -> [String] {
        let prefix = RestorationScope.prefix(ofPathsIn: path)
        return contents.filter { $0.key.hasPrefix(prefix) && !$0.value.isEmptiedText }
            .keys.sorted()
    }

    /// Calls the body with the path of each value that is newly stored or no longer stored; not
    /// when one value replaces another.
    ///
    /// An application uses it to mark drafts as they are begun and sent, after listing all of them
    /// once.
    ///
    /// - Returns: A token that keeps the body registered: retain it as long as you need the calls.
    public func onStoredKeysChange(
        _ body: @escaping @MainActor (_ path: String) -> Void
    ) -> RestorationObservation {
        keyObservers.add(body)
    }

    /// Whether a value is stored at a path; costs nothing, even for a long text.
    public func hasStoredValue(at path: String) -> Bool {
        contents[path].map { !$0.isEmptiedText } ?? false
    }

    /// The stored paths without an owner, sorted.
    public var unclaimedKeys: [String] {
        contents.filter { !claims.isClaimed($0.key) && !$0.value.isEmptiedText }.keys.sorted()
    }

    /// The stored value at a path, long texts as strings; `nil` when absent or of an unknown type.
    ///
    /// Takes time in proportion to the length of a long text.
    public func storedValue(at path: String) -> RestorableValue? { value(at: path) }

    /// Removes the value at a path, and every value below it, claimed or not; where nothing is
    /// stored at such a path, the value that is used in its place.
    ///
    /// Owners of these values read their defaults from then on.
    public func removeStoredValues(at path: String) {
        let prefix = path + "/"
        let former = fallbacks(under: path)
        for key in contents.keys.sorted() where key == path || key.hasPrefix(prefix) {
            removeValue(at: key)
        }
        for key in former { removeValue(at: key) }
    }
}

// MARK: - For the owners of values

extension RestorationScene {
    /// Gives the path an owner, and reports when it already has one, or when the owner cannot use
    /// the stored value.
    func claim(
        _ path: String,
        by owner: ClaimOwner,
        accepts: (RestorableValue) -> Bool = { if case .string = $0 { true } else { false } }
    ) -> Claim {
        let (claim, others) = claims.claim(path, by: owner)
        if let other = others.last {
            complain(
                .claimedTwice,
                path,
                "“\(path)” was claimed twice: by \(other), and by \(owner)."
            )
        }
        let isReadable =
            switch contents[fallback(of: path) ?? path] {
            case .value(let value): accepts(value)
            // Long texts are only assembled for an owner that does not accept every text.
            case .text(let text): accepts(.string("")) || accepts(.string(text.string))
            case .unknown, nil: true
            }
        if !isReadable {
            complainOnce(
                .otherType,
                path,
                "“\(path)” holds something other than what \(owner.kind) reads; the default is used."
            )
        }
        if case .unknown = contents[path] {
            complainOnce(
                .unknownValue,
                path,
                "“\(path)” was stored by another version in a form unknown here. It is kept."
            )
        }
        return claim
    }

    /// Reports each problem of a path only once.
    func complainOnce(_ code: RestorationReport.Entry.Code, _ path: String, _ reason: String) {
        if complaints.insert("\(code) \(path)").inserted { complain(code, path, reason) }
    }

    func value(at path: String) -> RestorableValue? {
        switch contents[fallback(of: path) ?? path] {
        case .value(let value): value
        case .text(let text): text.isEmpty ? nil : .string(text.string)
        case .unknown, nil: nil
        }
    }

    /// Returns whether the value changed.
    func setValue(_ value: RestorableValue?, at path: String) -> Bool {
        adoptFallback(at: path)
        if let value {
            if case .value(value) = contents[path] { return false }
        } else if contents[path] == nil {
            return false
        }
        let wasStored = hasStoredValue(at: path)
        defer { notifyKeyObservers(of: path, wasStored) }
        make(.value(path: path, value), at: path)
        if value != nil { warnOfSize(path) }
        send(.value(path: path, value))
        return true
    }

    /// Stops storing values of a scope, and removes stored ones.
    func disableRestoration(under path: String) {
        let prefix = RestorationScope.prefix(ofPathsIn: path)
        // Emptied texts too, which could be undone.
        for key in contents.keys.sorted() where key.hasPrefix(prefix) { removeValue(at: key) }
        disabledPrefixes.insert(prefix)
    }

    func send(_ change: SceneChange) {
        if let path = change.path, disabledPrefixes.contains(where: path.hasPrefix) { return }
        submit?(change)
    }

    /// Makes a change here and sends it to the disk.
    @discardableResult
    func make(_ change: SceneChange, at path: String) -> TextEdit? {
        smallValuesSize -= contents[path]?.smallSize ?? 0
        defer { smallValuesSize += contents[path]?.smallSize ?? 0 }
        return contents.apply(change)
    }

    /// Removes a value other than by its owner.
    func removeValue(at path: String) {
        let old = contents[path]
        guard setValue(nil, at: path), case .value(let value) = old else { return }
        removalObservers.notify((path, value))
    }

    /// Large "small values" are most often model data, which does not belong here.
    ///
    /// - Parameter path: The value that was set, if any.
    func warnOfSize(_ path: String? = nil) {
        guard smallValuesSize > RestorationScene.smallValuesLimit,
            complaints.insert("\(RestorationReport.Entry.Code.manySmallValues)").inserted
        else { return }
        let limit = RestorationScene.smallValuesLimit / 1000
        complain(
            .manySmallValues,
            path ?? name,
            "The window has more than \(limit) kB of small values. They are kept all the same."
        )
    }

    func text(at path: String) -> EditedText? { contents[fallback(of: path) ?? path]?.text }

    func select(_ selection: TextSelection, at path: String) {
        // A cursor alone does not move a text away from its earlier owner: a view that shows it
        // sets one as well.
        guard fallback(of: path) == nil else { return }
        let old = text(at: path)?.selection
        make(.selection(path: path, selection), at: path)
        guard let new = text(at: path)?.selection, new != old else { return }
        send(.selection(path: path, new))
    }

    func setText(_ string: String, at path: String) {
        adoptFallback(at: path)
        let old = text(at: path)
        let wasStored = hasStoredValue(at: path)
        defer { notifyKeyObservers(of: path, wasStored) }
        if string.isEmpty {
            guard old != nil else { return }
            make(.value(path: path, nil), at: path)
            send(.value(path: path, nil))
        } else if let old, let edit = TextEdit(from: old.string, to: string) {
            if edit.byteCount <= TextHistory.byteLimit {
                splice(at: path, edit)
            } else {
                setTextWithoutHistory(string, at: path)
            }
        } else if old == nil {
            setTextWithoutHistory(string, at: path)
        }
    }

    private func setTextWithoutHistory(_ string: String, at path: String) {
        let text = ChunkedText(string)
        make(.text(path: path, text), at: path)
        send(.text(path: path, text))
    }

    func replaceText(at path: String, _ edit: TextEdit) {
        adoptFallback(at: path)
        let wasStored = hasStoredValue(at: path)
        splice(at: path, edit)
        notifyKeyObservers(of: path, wasStored)
    }

    /// Called when the change has been sent: observers may make others.
    func notifyKeyObservers(of path: String, _ wasStored: Bool) {
        if hasStoredValue(at: path) != wasStored { keyObservers.notify(path) }
    }

    private func splice(at path: String, _ edit: TextEdit) {
        guard edit.byteCount > 0 else { return }
        let made = make(.splice(path: path, edit), at: path) ?? edit
        if made != edit {
            complainOnce(
                .editDidNotFit,
                path,
                "An edit of “\(path)” did not fit the text it was made to."
            )
        }
        guard let text = text(at: path) else { send(.value(path: path, nil)); return }
        if text.history.isEmpty, text.text.utf8Count < made.byteCount {
            // A book was deleted: the rest is shorter than the removed part, and undoing ends
            // anyway.
            send(.text(path: path, text.text))
            if let selection = text.selection { send(.selection(path: path, selection)) }
        } else {
            send(.splice(path: path, made))
        }
    }
}
