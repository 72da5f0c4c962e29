import Foundation
package import HLS
package import Media
package import StageKit

/// The file with the chapters of a presentation, which `EXT-X-SESSION-DATA` refers to.
package struct ChapterFile {
    /// The data ID with which players find chapters.
    package static let dataID = "com.apple.hls.chapters"
    /// The name of the file.
    package static let name = "chapters.json"
    package static let contentType = "application/json"

    private let list: ChapterList

    package init(_ list: ChapterList) { self.list = list }

    /// The declaration in the multivariant playlist.
    package var sessionData: SessionData { SessionData(id: Self.dataID, content: .json(uri: Self.name)) }

    /// The file as a resource of its presentation.
    package var resource: Resource {
        Resource(
            path: Self.name, role: .metadata, contentType: Self.contentType, action: .store(ByteRope(json)))
    }

    /// The chapters in the form of the data ID ``dataID``.
    package var json: [UInt8] {
        struct Entry: Encodable {
            var chapter: Int
            var start: Double
            var duration: Double?
            var titles: [ChapterList.Title]
            enum CodingKeys: String, CodingKey {
                case chapter, duration, titles
                case start = "start-time"
            }
        }
        let entries = list.chapters.enumerated().map { index, chapter in
            Entry(
                chapter: index + 1, start: Double(chapter.start) / 1000,
                duration: chapter.end.map { Double($0 - chapter.start) / 1000 }, titles: chapter.titles)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(entries)).map { Array($0) } ?? []
    }
}
