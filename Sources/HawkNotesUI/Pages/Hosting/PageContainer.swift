/// Follows what changes about the pages in it.
@MainActor
protocol PageContainer: AnyObject {
    /// The page is called something else now.
    func titleDidChange(of page: Page)
}
