import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// Makes the fields of an editor, each with its place in the window's state.
@MainActor
struct FieldMaker {
    let subject: EditorSubject
    private let context: AppContext
    private let scope: RestorationScope
    /// What to begin with; nil when the editor is open again.
    private let initial: FormTexts?
    private let ignoredWords: IgnoredWords?

    init(
        _ subject: EditorSubject,
        over window: MainWindow,
        _ scope: RestorationScope,
        initial: FormTexts?
    ) {
        context = window.context
        ignoredWords = window.ignoredWords
        self.subject = subject
        self.scope = scope
        self.initial = initial
    }

    /// The series as it is now.
    var series: Series? { context.series.whole(subject.seriesID) }

    func line(
        _ field: FormField,
        example: String = "",
        check: @escaping FieldChecks.Check = { _ in nil }
    ) -> LineField {
        LineField(
            field,
            field.label,
            example: example,
            in: scope,
            initial: initial.map { $0[field] },
            check: check
        )
    }

    func paragraphs(
        _ field: FormField,
        remark: String? = nil
    ) -> ParagraphField {
        ParagraphField(
            field,
            field.label,
            remark: remark,
            in: scope,
            initial: initial.map { $0[field] },
            spelling: field == .aliases ? nil : spelling
        )
    }

    private var spelling: FieldSpelling {
        let (context, subject) = (context, subject)
        return FieldSpelling(
            context.spelling,
            known: context.knownWords,
            in: { subject.seriesID },
            ignored: ignoredWords
        ) {
            switch subject.kind {
            case .series: nil
            case .book: context.series.language(of: .book(subject.id))
            case .character: context.series.language(of: .character(subject.id))
            }
        }
    }

    func choice(
        _ field: FormField,
        typed: (@MainActor (String) -> Choice?)? = nil,
        none: String = "",
        from choices: @escaping @MainActor (Series?) -> [Choice]
    ) -> ChoiceField {
        let (context, id) = (context, subject.seriesID)
        return ChoiceField(
            field,
            field.label,
            in: scope,
            initial: initial.map { $0[field] },
            typed: typed,
            none: none
        ) { choices(context.series[id]) }
    }

    func picture(_ field: FormField) -> PicturePlace {
        let shown =
            field == .cover
            ? series?.book(subject.id).map { ShownPicture($0) }
            : series?.character(subject.id).map { ShownPicture($0) }
        return PicturePlace(
            field,
            field.label,
            of: shown ?? ShownPicture(field == .cover ? .cover : .avatar, of: subject.id, name: ""),
            in: scope,
            initial: initial.map { $0[field] },
            context: context
        )
    }

    func books() -> BooksField {
        let (context, id) = (context, subject.seriesID)
        return BooksField(in: scope, initial: initial.map { $0[.books] }) {
            context.series[id]?.books ?? []
        }
    }

    func relations() -> RelationsField {
        let (context, subject) = (context, subject)
        return RelationsField(
            in: scope,
            initial: initial.map { $0[.relations] },
            veiled: context.series.relationsWithVeil(of: subject.id),
            neighbors: { context.series[subject.seriesID]?.neighbors ?? [] }
        ) {
            (context.series[subject.seriesID]?.allCharacters ?? []).filter {
                $0.id != subject.id && !context.series.isVeiled(character: $0.id)
            }
        }
    }

    /// The title of the lone book that a new one is added beside.
    private var companion: String? {
        guard subject.isNew, let series, series.isLoneBook else { return nil }
        return series.shownTitle
    }

    /// The series that a book is in, and the name of one that is made for it.
    func seriesOfBook() -> (series: ChoiceField, title: LineField) {
        let known = SeriesChoices(context, beside: companion)
        let series = choice(.series, none: BookForm.noSeries) { _ in
            known.choices
        }
        // An editor of an earlier version has no such field.
        if series.text.isEmpty { series.replaceText(with: BookForm.series(of: self.series)) }
        let title = line(.newSeries) { [weak series] text in
            series?.text == BookForm.newSeries ? FieldChecks.title(text) : nil
        }
        let showTitle: @MainActor () -> Void = { [weak series, weak title] in
            title?.root.visible(series?.text == BookForm.newSeries)
        }
        series.onChange = { [weak title] in
            showTitle()
            if title?.root.isVisible == true { title?.entry.grabFocus() }
        }
        known.onChange = { [weak series] in series?.showChoice() }
        showTitle()
        return (series, title)
    }

    func stars(_ field: FormField) -> StarsField {
        StarsField(field, field.label, in: scope, initial: initial.map { $0[field] })
    }

    func readings() -> ReadingsField {
        ReadingsField(in: scope, initial: initial.map { $0[.readings] })
    }
}

/// Fields that belong together.
@MainActor
struct FieldGroup {
    /// What stands above them; nil for those that an editor begins with.
    var title: String?
    var fields: [any EditorField]

    init(title: String? = nil, _ fields: [any EditorField]) {
        self.title = title
        self.fields = fields
    }

    /// The fields below one another.
    var root: Widget {
        let column = Box(.vertical, spacing: 18)
        if let title { column.append(PageParts.heading(title)) }
        return column.append(fields.map(\.root))
    }
}

/// The editor of a series.
@MainActor
enum SeriesEditor {
    static func groups(_ make: FieldMaker) -> [FieldGroup] {
        [
            FieldGroup([
                make.line(.title, check: FieldChecks.title),
                make.line(.author),
                make.books(),
            ])
        ]
    }
}

/// The editor of a book.
@MainActor
enum BookEditor {
    static func groups(_ make: FieldMaker) -> [FieldGroup] {
        [FieldGroup(book(make)), FieldGroup(title: localized("Your Reading"), reading(make))]
    }

    private static func book(_ make: FieldMaker) -> [any EditorField] {
        let title = make.line(.title, check: FieldChecks.title)
        let cover = make.picture(.cover)
        cover.follow(title)
        let (series, newSeries) = make.seriesOfBook()
        return [
            cover, title,
            make.line(.author, example: make.series?.author ?? ""),
            series, newSeries,
            make.line(.number),
            make.line(.year, check: FieldChecks.year),
            make.line(.tagline),
            make.paragraphs(.overview),
            make.line(.isbn, check: FieldChecks.isbn),
            make.choice(.language, typed: LanguageText.choice) {
                LanguageText.choices(including: $0?.book(make.subject.id)?.language)
            },
            make.line(
                .link,
                example: "https://",
                check: FieldChecks.link
            ),
            make.line(.linkName),
            make.paragraphs(
                .chapters,
                remark: localized("One per line, in order")
            ),
        ]
    }

    private static func reading(_ make: FieldMaker) -> [any EditorField] {
        [
            make.choice(.status) { _ in
                ReadingStatus.allCases.map {
                    Choice(id: $0.rawValue, title: ReadingText.name(of: $0))
                }
            },
            make.stars(.rating),
            make.readings(),
            make.paragraphs(
                .shelves,
                remark: localized("One per line")
            ),
        ]
    }
}

/// The editor of a character.
@MainActor
enum CharacterEditor {
    static func groups(_ make: FieldMaker) -> [FieldGroup] { [FieldGroup(fields(make))] }

    private static func fields(_ make: FieldMaker) -> [any EditorField] {
        let book = make.choice(.book) { series in
            (series?.books ?? []).map { Choice(id: $0.id.canonicalString, title: $0.title) }
        }
        let chapter = make.choice(.chapter) { [weak book] series in
            guard let id = book.flatMap({ UUID(uuidString: $0.text) }) else { return [] }
            return (series?.chapters(of: id) ?? []).map {
                Choice(id: $0.id.canonicalString, title: $0.name)
            }
        }
        let name = make.line(.name, check: FieldChecks.name)
        let avatar = make.picture(.avatar)
        avatar.follow(name)
        book.onChange = { [weak chapter] in chapter?.showChoice() }
        return [
            avatar, name,
            make.paragraphs(
                .aliases,
                remark: localized("One per line")
            ),
            make.line(.summary),
            make.paragraphs(.synopsis),
            book, chapter,
            make.relations(),
        ]
    }
}

/// What editors say.
@MainActor
enum EditorText {
    static func title(_ subject: EditorSubject) -> String {
        switch (subject.kind, subject.isNew) {
        case (.series, true): localized("New Series")
        case (.series, false): localized("Edit Series")
        case (.book, true): localized("New Book")
        case (.book, false): localized("Edit Book")
        case (.character, true): localized("New Character")
        case (.character, false): localized("Edit Character")
        }
    }

    /// What the thing is called in the form.
    static func name(_ subject: EditorSubject, _ texts: FormTexts) -> String? {
        texts.trimmed(subject.kind == .character ? .name : .title)
    }

    static func givenUp(_ subject: EditorSubject, _ texts: FormTexts) -> String {
        guard let name = name(subject, texts) else {
            return localized("What was typed was not saved")
        }
        return localized("“%1” was not saved", name)
    }

    static func saved(_ subject: EditorSubject, _ texts: FormTexts) -> String {
        let name = name(subject, texts) ?? ""
        return subject.isNew ? localized("“%1” added", name) : localized("“%1” saved", name)
    }
}
