/// How much of a window's content is restored.
///
/// Less than everything is for a start after several failed ones. The rest stays stored, and is
/// restored by the next start, unless the user has continued from where the window opened instead.
package enum RestoredDetail {
    case everything
    /// Tabs and drafts, each tab on its first page: no web page, nothing deeper in a path.
    case textAndTabs
}
