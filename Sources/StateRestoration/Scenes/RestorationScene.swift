import Foundation

/// Where a window stands in the person's attention.
public enum ScenePhase: String, Sendable {
    /// The window has the focus.
    case active
    /// The window can be seen and does not have the focus.
    case inactive
    /// The window cannot be seen: minimized, or on another workspace.
    case background
}

/// One window, as the library sees it: its stored values, its title, its phase.
///
/// The session makes it (`makeScene()`, `scenesToRestore`, `reopenMostRecentlyClosed()`); the
/// application holds it as long as the window is open.
@MainActor
public final class RestorationScene {
    /// Above this many bytes of small values in a window the report has a note. Nothing is refused.
    public static let smallValuesLimit = 50_000

    /// The window's identifier, the same from launch to launch.
    public let id: SceneIdentifier
    /// Whether nothing of this window may reach the disk.
    public let isPrivate: Bool

    private var storedTitle: String
    var contents: [String: SceneContent]
    /// Takes the changes on their way to the disk.
    var submit: ((SceneChange) -> Void)?
    /// Reports something to the person, and mistakes to the programmer.
    var complain: (_ code: RestorationReport.Entry.Code, _ path: String, _ reason: String) -> Void =
        { _, _, _ in }
    /// Where else a value may be stored; see `RestorationSession.fallbackPaths`.
    var fallbackPaths: (_ path: String) -> [String] = { _ in [] }
    var willEncode: (RestorationScene) -> Void = { _ in }
    /// Has the restorables encoded soon.
    var needsEncoding: () -> Void = {}
    /// Whether they are being encoded, so that what they store is no reason to encode them again.
    var isEncoding = false
    var wasRequested = false
    /// Whether restorables that are attached from now on find everything restored.
    var isDecoded = false
    /// What has been complained about; once is enough.
    private var complaints: Set<String> = []
    private var smallValuesSize = 0
    /// What paths begin with that are in scopes of which nothing is kept.
    private var disabledPrefixes: Set<String> = []
    let claims = ClaimRegistry()
    let persistObservers = ObserverList<Void>()
    private let phaseObservers = ObserverList<ScenePhase>()
    /// Told of paths that have come to be among `storedKeys(under:)`, or are no longer.
    private let keyObservers = ObserverList<String>()
    /// Told of values that were removed, other than by their owner.
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
    /// Lists show the beginning of a text beside the title, and take it from this scope alone. While it is
    /// `nil`, they take the longest text of the window, which may be of another page.
    public var titleScope: RestorationScope? {
        get {
            guard case .string(let path) = value(at: Self.titleScopeKey) else { return nil }
            return RestorationScope(path: path, scene: self)
        }
        set { _ = setValue(newValue.map { .string($0.path) }, at: Self.titleScopeKey) }
    }

    nonisolated static let titleScopeKey = "@titleScope"

    /// What reports call the window.
    var name: String { title.isEmpty ? id.rawValue : title }

    /// The scope at the top of the window. Asking for it tells that the window is being restored.
    public var root: RestorationScope {
        wasRequested = true
        return RestorationScope(path: "", scene: self)
    }

    /// Where the window stands; leaving `active` is a moment at which restorables are encoded.
    public var phase: ScenePhase = .inactive {
        didSet {
            guard phase != oldValue else { return }
            if oldValue == .active { encodeRestorables() }
            phaseObservers.notify(phase)
        }
    }

    /// Calls the body with each new phase, right after it was set.
    ///
    /// - Returns: What keeps the body registered: hold it as long as you want to be told.
    public func onPhaseChange(
        _ body: @escaping @MainActor (ScenePhase) -> Void
    ) -> RestorationObservation {
        phaseObservers.add(body)
    }

    /// Calls the body on the main queue each time after what was pending has been written.
    ///
    /// From then on it survives the end of the process; a second later, a power cut too.
    ///
    /// - Returns: What keeps the body registered: hold it as long as you want to be told.
    public func onDidPersist(_ body: @escaping @MainActor () -> Void) -> RestorationObservation {
        persistObservers.add(body)
    }
}

// MARK: - Looking at what is stored

extension RestorationScene {
    /// The paths of everything stored in the scope of this path, claimed or not, sorted.
    ///
    /// With it an application finds what belongs to things that no longer exist, such as the
    /// draft on a deleted character, and offers it.
    public func storedKeys(under path: String = "") -> [String] {
        let prefix = RestorationScope.prefix(ofPathsIn: path)
        return contents.filter { $0.key.hasPrefix(prefix) && !$0.value.isEmptiedText }
            .keys.sorted()
    }

    /// Calls the body with the path of each value that has just come to be stored, and of each that is
    /// no longer stored; not when one value replaces another.
    ///
    /// With it an application can mark where drafts are, as they are begun and sent, after listing all of
    /// them once.
    ///
    /// - Returns: What keeps the body registered: hold it as long as you want to be told.
    public func onStoredKeysChange(
        _ body: @escaping @MainActor (_ path: String) -> Void
    ) -> RestorationObservation {
        keyObservers.add(body)
    }

    /// Whether something is stored at a path; costs nothing, however long a text it is.
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

    /// Forgets the value at a path, and every value below it, claimed or not.
    ///
    /// Owners of these values read their defaults from then on.
    public func removeStoredValues(at path: String) {
        let prefix = path + "/"
        for key in contents.keys.sorted() where key == path || key.hasPrefix(prefix) {
            removeValue(at: key)
        }
    }
}

// MARK: - For the owners of values

extension RestorationScene {
    /// Gives the path an owner, and reports when there is one already, or when the owner has no use
    /// for what is stored.
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
            // Long texts are only put together for an owner that does not accept every text.
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

    /// Reports the same about the same path only the first time.
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

    /// Returns whether the value is another one than before.
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

    /// Has nothing of a scope kept from now on, and forgets what was.
    func disableRestoration(under path: String) {
        let prefix = RestorationScope.prefix(ofPathsIn: path)
        // Emptied texts too, which could be taken back.
        for key in contents.keys.sorted() where key.hasPrefix(prefix) { removeValue(at: key) }
        disabledPrefixes.insert(prefix)
    }

    func send(_ change: SceneChange) {
        if let path = change.path, disabledPrefixes.contains(where: path.hasPrefix) { return }
        submit?(change)
    }

    /// Makes a change here; it is on the way to the disk when it has been sent.
    @discardableResult
    func make(_ change: SceneChange, at path: String) -> TextEdit? {
        smallValuesSize -= contents[path]?.smallSize ?? 0
        defer { smallValuesSize += contents[path]?.smallSize ?? 0 }
        return contents.apply(change)
    }

    /// Removes a value, other than by its owner.
    func removeValue(at path: String) {
        let old = contents[path]
        guard setValue(nil, at: path), case .value(let value) = old else { return }
        removalObservers.notify((path, value))
    }

    /// Small values that are not small are most often model data, which does not belong here.
    ///
    /// - Parameter path: The value that was set, if it was one.
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
        // A cursor alone moves no text away from its earlier owner: a view that shows it sets one as well.
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

    /// Called when the change is on its way: observers may make others.
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
            // A book was deleted: what is left is shorter than what went, and undoing ends anyway.
            send(.text(path: path, text.text))
            if let selection = text.selection { send(.selection(path: path, selection)) }
        } else {
            send(.splice(path: path, made))
        }
    }
}
