extension Banner.Message.Topic {
    /// Drafts cannot be kept on disk.
    static let storage = Self("storage")
    /// Another program has replaced the library's files.
    static let replacedLibrary = Self("replaced library")
    /// That another machine has the library, or the windows' state.
    static let otherMachine = Self("other machine")
    /// Another program has replaced files with drafts.
    static let replacedFiles = Self("replaced files")
}
