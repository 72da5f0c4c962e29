package import Media

extension Chapters {
    /// The maximum depth of chapters inside of others.
    private static let depthLimit = 8

    /// The chapters of the edition to play: the default one, otherwise the first visible one.
    ///
    /// Chapters inside of others are listed after them. A chapter that starts with its parent is combined with it, because
    /// players list chapters one after the other. Hidden and disabled chapters, and those of other files, are omitted;
    /// whether a chapter is hidden does not depend on its parent (RFC 9559 20).
    package var list: ChapterList {
        var list = ChapterList()
        guard
            let edition = editions.first(where: { $0.isDefault && !$0.isHidden })
                ?? editions.first(where: { !$0.isHidden })
        else { return list }
        for chapter in Self.flattened(edition.chapters, depth: 0) {
            guard list.add(chapter) else { break }
        }
        return list
    }

    private static func flattened(_ elements: [EBMLElement], depth: Int) -> [ChapterList.Chapter] {
        var result: [ChapterList.Chapter] = []
        for element in elements where result.count < ChapterList.limit {
            let chapter = Chapter(reading: element)
            guard chapter.isEnabled, chapter.segment == nil else { continue }
            var inner = depth < depthLimit ? flattened(chapter.chapters, depth: depth + 1) : []
            if !chapter.isHidden {
                var outer = listed(chapter)
                if let next = inner.map(\.start).min(), next < outer.end ?? .max { outer.end = next }
                if let first = inner.firstIndex(where: { $0.start == outer.start }) {
                    inner[first].titles = combined(outer.titles, inner[first].titles)
                } else {
                    result.append(outer)
                }
            }
            result += inner
        }
        return result
    }

    private static func listed(_ chapter: Chapter) -> ChapterList.Chapter {
        func milliseconds(_ time: UInt64) -> Int64 { Int64((time / 500_000 + 1) / 2) }
        let end = chapter.end.map(milliseconds)
        let titles = chapter.titles.flatMap { title -> [ChapterList.Title] in
            guard let text = ChapterList.title(title.text) else { return [] }
            // Titles without a language are English (RFC 9559 5.1.7).
            let languages = title.languages.isEmpty ? ["eng"] : title.languages
            return (title.languageTags.isEmpty ? languages : title.languageTags).map {
                ChapterList.Title(text, language: MatroskaLanguage.tag($0))
            }
        }
        let start = milliseconds(chapter.start)
        return ChapterList.Chapter(start: start, end: end.flatMap { $0 > start ? $0 : nil }, titles: titles)
    }

    /// The titles of a chapter and of the one inside that starts with it, such as `Part 1: Arrival`.
    private static func combined(_ outer: [ChapterList.Title], _ inner: [ChapterList.Title]) -> [ChapterList.Title] {
        let both = inner.map { title in
            guard let prefix = outer.first(where: { $0.language == title.language }) else { return title }
            return ChapterList.Title("\(prefix.title): \(title.title)", language: title.language)
        }
        return both + outer.filter { title in !inner.contains { $0.language == title.language } }
    }
}
