extension Banner.Message.Topic {
    /// Drafts cannot be kept on disk.
    static let storage = Self("storage")
}
