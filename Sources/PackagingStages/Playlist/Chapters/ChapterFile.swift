import Foundation
package import HLS
package import Media
package import StageKit

/// The file with the chapters of a presentation, which `EXT-X-SESSION-DATA` refers to.
package struct ChapterFile {
    /// The name of the file.
    package static let name = "chapters.json"
    package static let contentType = "application/json"

    /// The chapters, in the times of the presentation.
    package let list: ChapterList

    package init(_ list: ChapterList) { self.list = list }

    /// An entry of the file. Fields that the project does not write, such as images, are ignored.
    private struct Entry: Codable {
        struct Title: Codable {
            var language: String?
            var title: String?
        }
        var chapter: Int?
        var start: Double
        var duration: Double?
        var titles: [Title]?
        enum CodingKeys: String, CodingKey {
            case chapter, duration, titles
            case start = "start-time"
        }
    }

    /// Reads a file. Throws `damaged-input` for other content; further chapters than the limit are omitted.
    package init(reading bytes: [UInt8]) throws(StageError) {
        let entries: [Entry]
        do { entries = try JSONDecoder().decode([Entry].self, from: Data(bytes)) } catch {
            throw StageError(.damagedInput, "it is no array of chapters in JSON, each with a start-time")
        }
        var list = ChapterList()
        list.startsWithMedia = true
        for entry in entries {
            guard let start = Self.milliseconds(entry.start) else {
                throw StageError(.damagedInput, "a chapter has the start-time \(entry.start)")
            }
            let end = entry.duration.flatMap { Self.milliseconds(entry.start + $0) }
            let titles = (entry.titles ?? []).compactMap { title in
                title.title.flatMap(ChapterList.title).map { ChapterList.Title($0, language: title.language) }
            }
            list.add(.init(start: start, end: end.map { max($0, start) }, titles: titles))
        }
        self.list = list
    }

    /// Returns a time in milliseconds; nil if it is negative or longer than any presentation.
    private static func milliseconds(_ seconds: Double) -> Int64? {
        guard seconds >= 0, seconds < 1e9 else { return nil }
        return Int64((seconds * 1000).rounded())
    }

    /// The declaration in the multivariant playlist.
    package var sessionData: SessionData { SessionData(id: SessionData.chapters, content: .json(uri: Self.name)) }

    /// The file as a resource of its presentation.
    package var resource: Resource {
        Resource(
            path: Self.name, role: .metadata, contentType: Self.contentType, action: .store(ByteRope(json)))
    }

    /// The chapters in JSON.
    package var json: [UInt8] {
        let entries = list.chapters.enumerated().map { index, chapter in
            Entry(
                chapter: index + 1, start: Double(chapter.start) / 1000,
                duration: chapter.end.map { Double($0 - chapter.start) / 1000 },
                titles: chapter.titles.map { Entry.Title(language: $0.language, title: $0.title) })
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(entries)).map { Array($0) } ?? []
    }
}
