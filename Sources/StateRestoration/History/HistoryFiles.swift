import Foundation

/// Stores states in `history/`, and thins them out. Runs on a background thread.
struct HistoryFiles {
    let directory: StateDirectory
    let writer: String
    let limits: HistoryLimits

    /// Keeps every state of the last day, and the last state of each earlier day.
    static let day: TimeInterval = 86_400

    /// Stores a state, unless it equals the last one of the same day; then thins out the others.
    ///
    /// An unchanged state is stored once more each day, which costs an index: its age counts from
    /// the last day on which it existed.
    ///
    /// Writes the contents first, then the index that names them, each synced to the disk: a crash
    /// leaves a complete state or none. The next thinning removes contents without an index.
    func keep(_ snapshot: HistorySnapshot) throws {
        guard !snapshot.windows.isEmpty else { return }
        try directory.makeFolder(directory.history)
        try directory.makeFolder(directory.historyObjects)
        let size = snapshot.windows.reduce(0) { size, window in
            window.contents.values.reduce(size) { $0 + ($1.longText?.utf8Count ?? 0) }
        }
        // It would be removed at once.
        guard size < limits.byteCount else { return try thin(now: snapshot.date) }
        var windows: [HistoryIndex.Window] = []
        for window in snapshot.windows {
            let names = try HistoryObject.objects(of: window).map { try store($0) }
            windows.append(HistoryIndex.Window(summary: window.summary, objects: names))
        }
        try directory.fileSystem.syncDirectory(directory.historyObjects)
        if let newest = try indexes().states.last, newest.index.windows == windows,
            HistoryFiles.day(of: newest.index.date) == HistoryFiles.day(of: snapshot.date)
        {
            return try thin(now: snapshot.date)
        }
        let index = HistoryIndex(date: snapshot.date, windows: windows)
        let path = directory.history(try unusedID(HistoryState.ID(snapshot.date)))
        do {
            try directory.replace(path, with: index.encoded(writer: writer))
        } catch {
            try directory.removeIfPresent(StateDirectory.replacement(of: path))
            throw error
        }
        try thin(now: snapshot.date)
    }

    /// Two states of the same moment have consecutive names.
    private func unusedID(_ id: HistoryState.ID) throws -> HistoryState.ID {
        var id = id
        while try directory.fileSystem.status(directory.history(id)) != nil {
            id = HistoryState.ID(milliseconds: id.milliseconds + 1)
        }
        return id
    }

    /// Returns the name under which the content is stored.
    private func store(_ object: HistoryObject) throws -> String {
        var name = object.name
        var number = 2
        while true {
            let path = directory.historyObjects + "/" + name
            guard let status = try directory.fileSystem.status(path) else {
                try write(object.bytes, path)
                return name
            }
            let bytes =
                status.kind == .file
                ? try directory.fileSystem.read(path, StateDirectory.fileSizeLimit) : nil
            if bytes == object.bytes { return name }
            // A file whose content does not match its name is damaged, and is replaced for all
            // states.
            if bytes.map(HistoryObject.name) != object.name {
                try directory.moveToQuarantine(path, as: directory.quarantineName(of: path, bytes))
                continue
            }
            name = object.name.replacingOccurrences(of: ".state", with: "-\(number).state")
            number += 1
        }
    }

    private func write(_ bytes: [UInt8], _ path: String) throws {
        let new = StateDirectory.replacement(of: path)
        do {
            try directory.createAnew(new, bytes)
            try directory.fileSystem.sync(new)
            try directory.rename(new, to: path)
        } catch {
            // On a full disk, the file may be incomplete.
            try directory.removeIfPresent(new)
            throw error
        }
    }
}

// MARK: - Reading

extension HistoryFiles {
    struct State {
        var id: HistoryState.ID
        var index: HistoryIndex
        var size: Int
    }

    /// The states, oldest first; damaged ones are set aside.
    ///
    /// - Returns: `isComplete` is false when there may be others that cannot be read now or by this
    ///   version: then no contents can be considered unused.
    func indexes(
        settingAside setsAside: Bool = true
    ) throws -> (states: [State], isComplete: Bool) {
        var states: [State] = []
        var isComplete = true
        for name in try directory.namesIfPresent(directory.history) {
            guard let id = HistoryState.ID(fileName: name) else { continue }
            let path = directory.history(id)
            do {
                let bytes = try directory.fileSystem.read(path, StateDirectory.fileSizeLimit)
                do {
                    let index = try HistoryIndex(bytes)
                    states.append(State(id: id, index: index, size: bytes.count))
                } catch {
                    isComplete = isComplete && error.code != .tooNew
                    guard error.code == .damaged, setsAside else { continue }
                    try directory.moveToQuarantine(
                        path,
                        as: directory.quarantineName(of: path, bytes)
                    )
                }
            } catch let error as POSIXError {
                let problem = StateFileProblem(error)
                if problem.mayPass || problem.isPassing {
                    isComplete = false
                } else if setsAside {
                    try directory.setAside(path)
                }
            }
        }
        return (states.sorted { $0.id.milliseconds < $1.id.milliseconds }, isComplete)
    }
}

// MARK: - Thinning

extension HistoryFiles {
    /// Removes states beyond the limits, and then contents without a state.
    func thin(now: Date) throws {
        let (states, isComplete) = try indexes()
        let sizes = try objectSizes()
        let kept = kept(states, sizes, now)
        let ids = Set(kept.map(\.id))
        let dropped = states.filter { !ids.contains($0.id) }
        for state in dropped { try directory.removeIfPresent(directory.history(state.id)) }
        guard isComplete else { return }
        let used = Set(kept.flatMap(\.index.windows).flatMap(\.objects))
        let useless = sizes.keys.filter { !used.contains($0) }.sorted()
        if useless.isEmpty { return }
        // A state must not reappear without its contents.
        if !dropped.isEmpty { try directory.fileSystem.syncDirectory(directory.history) }
        for name in useless { try directory.removeIfPresent(directory.historyObjects + "/" + name) }
        try directory.fileSystem.syncDirectory(directory.historyObjects)
    }

    /// The sizes of the files with contents, also of unfinished ones.
    ///
    /// A file whose size does not match its name is foreign and set aside: no state is removed
    /// because of it, however large it is.
    private func objectSizes() throws -> [String: Int] {
        var sizes: [String: Int] = [:]
        for name in try directory.namesIfPresent(directory.historyObjects) {
            let whole = name.hasSuffix(".new") ? String(name.dropLast(4)) : name
            let path = directory.historyObjects + "/" + name
            guard let length = HistoryObject.length(ofName: whole),
                let status = try directory.fileSystem.status(path)
            else { continue }
            if name == whole, status.size != length {
                try directory.setAside(path)
            } else {
                sizes[name] = status.size
            }
        }
        return sizes
    }

    /// The states to keep, oldest first.
    private func kept(_ states: [State], _ sizes: [String: Int], _ now: Date) -> [State] {
        let now = trusted(now, states)
        var kept: [State] = []
        var days: Set<Int> = []
        for state in states.reversed() {
            let age = now.timeIntervalSince(state.index.date)
            let day = HistoryFiles.day(of: state.index.date)
            let isNewest = state.id == states.last?.id
            if age > HistoryFiles.day * Double(max(limits.days, 0)), !isNewest { continue }
            // Keep the last state of a day.
            if age > HistoryFiles.day, days.contains(day) { continue }
            days.insert(day)
            kept.insert(state, at: 0)
        }
        while let oldest = kept.first, size(of: kept, sizes) > limits.byteCount {
            kept.removeAll { $0.id == oldest.id }
        }
        return kept
    }

    /// The reference time for ages: at most a day after the last state of an earlier day. Then a
    /// clock that is wrong by years for a day costs nothing, and after a long absence old states
    /// stay until the second day.
    private func trusted(_ now: Date, _ states: [State]) -> Date {
        let today = HistoryFiles.day(of: now)
        let dates = states.map(\.index.date).filter { HistoryFiles.day(of: $0) < today }
        guard let last = dates.max() else { return now }
        return min(now, last.addingTimeInterval(HistoryFiles.day))
    }

    /// The number of a day in universal time.
    private static func day(of date: Date) -> Int {
        let days = date.timeIntervalSinceReferenceDate / HistoryFiles.day
        return Int(min(max(days.rounded(.down), -1e9), 1e9))
    }

    private func size(of states: [State], _ sizes: [String: Int]) -> Int {
        let objects = Set(states.flatMap(\.index.windows).flatMap(\.objects))
        return states.reduce(0) { $0 + $1.size } + objects.reduce(0) { $0 + (sizes[$1] ?? 0) }
    }
}
