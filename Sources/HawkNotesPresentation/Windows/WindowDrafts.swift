import Foundation
import HawkNotesModel
import StateRestoration

extension LoadedSeries {
    /// The drafts of a window in lines: first the words of the page that its title names, then those of
    /// other pages, each under the name of its own page.
    package func drafts(in summary: SceneSummary) -> [String] {
        let own = summary.beginningOfText
        let others = summary.beginningsOfTexts.compactMap { text -> String? in
            guard StoredPath(text.path).isDraft, text.beginning != own,
                let page = pageName(ofDraftAt: text.path), page != readable(title: summary.title)
            else { return nil }
            return WindowText.line(page, text.beginning)
        }
        return (own.isEmpty ? [] : [WindowText.quoted(own)]) + others
    }

    /// The name of the page that a draft belongs to, as far as it may be told; nil when the page is not
    /// there.
    package func pageName(ofDraftAt path: String) -> String? {
        switch StoredPath(path).noteSubject {
        case .book(let id): book(id)?.title
        case .character(let id):
            isVeiled(character: id) ? VeilText.name : character(id)?.name
        case nil: nil
        }
    }
}
