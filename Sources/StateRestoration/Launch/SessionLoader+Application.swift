import Foundation

// The values of the application itself: one more file, in the state directory itself.

extension SessionLoader {
    mutating func loadApplication() {
        let folder = directory.path
        let id = SceneIdentifier.application
        let names: [String]
        do {
            names = try directory.namesIfPresent(folder).filter {
                StateDirectory.window(fileName: $0) == id
            }
        } catch {
            unlisted(folder, error)
            names = [directory.window(id)].map { ($0 as NSString).lastPathComponent }
        }
        let isByName = session.unlistedFolders.contains(folder)
        readings = StateFileReadings.read(names.map { folder + "/" + $0 }, in: directory)
        guard var found = names.isEmpty ? nil : window(id, names, in: folder) else {
            return endApplication(nil)
        }
        found.leftovers = names.map { folder + "/" + $0 }.filter { [path = found.path] in
            $0 != path && $0.hasSuffix(".new")
        }
        setAsideOvertaken(found)
        if isByName { found.setApartFromUnseen() }
        // It is never long, and always written anew.
        found.base = nil
        let numbers = names.compactMap(StateDirectory.replacementNumber)
        let number = found.state.nextSequence
        found.state.nextSequence = max(number, (numbers.max() ?? -2) + 2)
        endApplication(found)
    }

    /// Keeps what is not the application's out of the lists of windows.
    private mutating func endApplication(_ found: LoadedSession.Window?) {
        for files in misnamed.values { files.forEach { setAsideCopy($0) } }
        misnamed = [:]
        session.isApplicationLeftAlone = session.leftAlone.contains(.application)
        session.leftAlone.removeAll { $0 == .application }
        session.application = found
    }
}
