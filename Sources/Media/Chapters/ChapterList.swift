/// The chapters of a movie or a presentation, in order of their start times.
package struct ChapterList: Sendable, Hashable, Codable {
    /// The title of a chapter in a language.
    package struct Title: Sendable, Hashable, Codable {
        /// A BCP 47 tag.
        package var language: String
        package var title: String

        package init(_ title: String, language: String?) {
            (self.language, self.title) = (language ?? ChapterList.undetermined, title)
        }
    }

    /// A chapter, in milliseconds.
    package struct Chapter: Sendable, Hashable, Codable {
        package var start: Int64
        /// nil for a chapter that lasts until the next one starts.
        package var end: Int64?
        /// The titles, of different languages.
        package var titles: [Title]

        package init(start: Int64, end: Int64?, titles: [Title]) {
            (self.start, self.end, self.titles) = (start, end, titles)
        }
    }

    /// The maximum number of chapters.
    package static let limit = 2000
    /// The maximum number of bytes of a title that a media file contains; the rest is omitted.
    private static let titleLimit = 1024
    /// The language of titles without a tag: undetermined (ISO 639-2).
    private static let undetermined = "und"

    package private(set) var chapters: [Chapter] = []
    /// Whether the times are relative to the first media, as those of presentations are, instead of media time zero.
    package var startsWithMedia = false
    package var isEmpty: Bool { chapters.isEmpty }
    package var count: Int { chapters.count }

    package init() {}

    /// Adds a chapter. Chapters that start together are one, with the titles of both. Returns false, without adding it, if
    /// the list has the maximum number of chapters.
    @discardableResult
    package mutating func add(_ chapter: Chapter) -> Bool {
        // Files contain chapters in order, so that the place is at the end.
        let place = (chapters.lastIndex { $0.start <= chapter.start } ?? -1) + 1
        if place > 0, chapters[place - 1].start == chapter.start {
            chapters[place - 1].titles += chapter.titles
            chapters[place - 1].end = chapters[place - 1].end ?? chapter.end
            return true
        }
        guard chapters.count < Self.limit else { return false }
        chapters.insert(chapter, at: place)
        return true
    }

    /// The chapters in a range of the media in milliseconds, whose times then start at zero. Chapters without an end end
    /// at the next one, or with the range.
    package func clipped(from first: Int64, to last: Int64?) -> ChapterList {
        if startsWithMedia {
            var list = self
            list.startsWithMedia = false
            return list.clipped(from: 0, to: last.map { $0 - first })
        }
        var result = ChapterList()
        for (index, var chapter) in chapters.enumerated() {
            let next = index + 1 < chapters.count ? chapters[index + 1].start : nil
            var end = chapter.end ?? next
            if let last { end = min(end ?? last, last) }
            guard (end ?? .max) > first, chapter.start < last ?? .max else { continue }
            chapter.start = max(chapter.start, first) - first
            chapter.end = end.map { $0 - first }
            result.chapters.append(chapter)
        }
        return result
    }

    /// The chapters at times that are later by a number of milliseconds.
    package func delayed(by shift: Int64) -> ChapterList {
        if startsWithMedia { return self }
        var result = self
        for index in chapters.indices {
            result.chapters[index].start += shift
            result.chapters[index].end = chapters[index].end.map { $0 + shift }
        }
        return result
    }

    /// Returns a title of a media file in one line, without control characters; nil if nothing remains.
    package static func title(_ text: String) -> String? {
        let words = text.unicodeScalars.split { $0.value <= 0x20 || (0x7f...0x9f).contains($0.value) }
        var line = words.map { String($0) }.joined(separator: " ")
        while line.utf8.count > titleLimit {
            line = String(line.prefix(max(0, min(line.count - 1, titleLimit))))
        }
        return line.isEmpty ? nil : line
    }
}
