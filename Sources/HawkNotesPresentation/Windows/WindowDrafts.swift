import Foundation
import HawkNotesModel
import StateRestoration

extension LoadedSeries {
    /// The drafts of a window in lines: first that of the page in the title, then those of other
    /// pages, each under the title of its page.
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

    /// The title of a draft's page, without spoilers; nil when the page does not exist.
    package func pageName(ofDraftAt path: String) -> String? {
        switch StoredPath(path).noteSubject {
        case .book(let id): book(id)?.title
        case .character(let id):
            isVeiled(character: id) ? VeilText.name : character(id)?.name
        case nil: nil
        }
    }
}
