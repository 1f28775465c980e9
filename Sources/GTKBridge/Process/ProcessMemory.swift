import CProcess

/// The memory that the process holds.
public enum ProcessMemory {
    /// Gives freed memory back to the system, on another thread.
    ///
    /// A start needs some megabytes for a moment. Afterwards the allocator keeps them for later use,
    /// as memory that is still in use lies behind them.
    public static func releaseUnused() {
        Task.detached(priority: .background) { cprocess_release_unused_memory() }
    }
}
