import Foundation
import Media
import PackagingStages
import StageKit

/// The chapters of a presentation.
struct ChapterList: Sendable, Equatable {
    /// A chapter, in milliseconds, with its title by language.
    struct Chapter: Sendable, Equatable {
        var start: Int64
        var end: Int64
        var titles: [(language: String, title: String)]

        static func == (left: Self, right: Self) -> Bool {
            (left.start, left.end) == (right.start, right.end)
                && left.titles.elementsEqual(right.titles) { $0.language == $1.language && $0.title == $1.title }
        }
    }

    /// The maximum number of chapters.
    static let limit = 2000
    /// The language of titles without a tag: undetermined (ISO 639-2).
    private static let undetermined = "und"

    /// In order of their start times.
    private(set) var chapters: [Chapter] = []
    var isEmpty: Bool { chapters.isEmpty }

    /// Adds the cues of a WebVTT or SubRip file. Chapters that start together are one, with titles in several languages.
    /// Throws `damaged-input` for a file that cannot be parsed, and `limit-reached` for too many chapters.
    mutating func add(_ bytes: [UInt8], named name: String, _ language: LanguageTag?) throws(StageError) {
        let file: TimedTextFile
        do { file = try TimedTextFile(bytes) } catch {
            throw StageError(.damagedInput, "'\(name)': \(error)")
        }
        for cue in file.cues {
            let title = (
                language: language?.text ?? Self.undetermined,
                title: WebVTTPayload.plain(cue.payload).split(separator: "\n").joined(separator: " ")
            )
            if let index = chapters.firstIndex(where: { $0.start == cue.start }) {
                chapters[index].titles.append(title)
            } else {
                chapters.append(Chapter(start: cue.start, end: cue.end, titles: [title]))
            }
            guard chapters.count <= Self.limit else {
                throw StageError(.limitReached, "'\(name)' has more than \(Self.limit) chapters, the limit")
            }
        }
        chapters.sort { $0.start < $1.start }
    }

    /// The chapters in a range of the presentation, whose times then start at zero.
    func clipped(from start: MediaTime, to end: MediaTime?) -> ChapterList {
        let first = start.ticks(at: 1000), last = end?.ticks(at: 1000) ?? .max
        var result = ChapterList()
        result.chapters = chapters.filter { $0.end > first && $0.start < last }.map { chapter in
            Chapter(
                start: max(chapter.start, first) - first, end: min(chapter.end, last) - first, titles: chapter.titles)
        }
        return result
    }

    /// The chapters in the form of the data ID ``dataID``.
    var json: [UInt8] {
        struct Title: Encodable {
            var language: String
            var title: String
        }
        struct Entry: Encodable {
            var chapter: Int
            var start: Double
            var duration: Double
            var titles: [Title]
            enum CodingKeys: String, CodingKey {
                case chapter, duration, titles
                case start = "start-time"
            }
        }
        let entries = chapters.enumerated().map { index, chapter in
            Entry(
                chapter: index + 1, start: Double(chapter.start) / 1000,
                duration: Double(chapter.end - chapter.start) / 1000,
                titles: chapter.titles.map { Title(language: $0.language, title: $0.title) })
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(entries)).map { Array($0) } ?? []
    }

    /// The data ID with which players find chapters.
    static let dataID = "com.apple.hls.chapters"
    /// The name of the file.
    static let fileName = "chapters.json"
}
