/// What a session keeps besides the open windows, and can be told to forget.
public struct ForgetOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: Int

    /// Makes options of bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The closed windows that can be reopened; not those that a workspace brings back.
    public static let recentlyClosed = ForgetOptions(rawValue: 1)
    /// What was there at the last launch.
    public static let previousSession = ForgetOptions(rawValue: 2)
    /// The earlier states of the windows.
    public static let history = ForgetOptions(rawValue: 4)
    /// The workspaces, with the windows that are put away in them. Their open windows stay open.
    public static let workspaces = ForgetOptions(rawValue: 8)
    /// What was thrown away in the last launches.
    public static let trash = ForgetOptions(rawValue: 16)
    /// What was set aside because it is damaged.
    public static let quarantine = ForgetOptions(rawValue: 32)
    /// All of it.
    public static let everything: ForgetOptions = [
        .recentlyClosed, .previousSession, .history, .workspaces, .trash, .quarantine,
    ]
}
