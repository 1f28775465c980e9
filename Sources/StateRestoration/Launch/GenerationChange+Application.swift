import Foundation

extension GenerationChange {
    /// What becomes of the file of the application itself: what an interrupted run has left of it gets
    /// its name, and is brought to the disk.
    func applicationJobs(_ directory: StateDirectory) -> [Job] {
        guard let application else { return [] }
        let (path, leftovers) = (application.path, application.leftovers)
        let isUnsettled = path.hasSuffix(".new")
        guard isUnsettled || mayBeUnsynced || !leftovers.isEmpty else { return [] }
        return [
            Job(
                topics: [.window(.application)],
                steps: [
                    .slow { directory in
                        guard isUnsettled else { return try launchFileSync.sync(path, directory) }
                        do {
                            try settle(path, as: directory.window(.application), directory)
                        } catch let error as POSIXError where error.code == .ENOENT {
                            // An earlier attempt got as far as this.
                        }
                    },
                    .quick { directory in
                        for path in leftovers { try directory.removeIfPresent(path) }
                    },
                    .syncDirectory(directory.path),
                ]
            )
        ]
    }
}
