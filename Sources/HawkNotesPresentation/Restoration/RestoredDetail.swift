/// How much of what a window showed is brought back.
///
/// Less than everything is for a start after several that failed. What is left out stays stored, and comes
/// back with the next start, unless the user went on from where the window opened instead.
package enum RestoredDetail {
    case everything
    /// Tabs and drafts, each tab on its first page: no web page, nothing deep down a path.
    case textAndTabs
}
