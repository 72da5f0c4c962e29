package import Media

/// The chapters of a movie as Nero and most free writers store them, in user data.
package struct NeroChapterListBox: Box {
    package static let type: FourCC = "chpl"

    /// A chapter.
    package struct Chapter: Sendable, Equatable {
        /// In units of 100 ns.
        package var start: UInt64
        package var title: [UInt8]
    }

    package var header = FullBoxHeader(version: 1)
    /// Present in version 1.
    package var reserved: UInt32 = 0
    package var count: UInt8 = 0
    /// The chapters, which have different sizes.
    package var content: [UInt8] = []

    package init() {}

    /// Chapters with their first title, which is truncated to 255 bytes; nil for none. Chapters beyond 255 are omitted.
    init?(_ list: ChapterList) {
        guard !list.isEmpty else { return nil }
        var writer = ByteWriter()
        for chapter in list.chapters.prefix(Int(UInt8.max)) {
            let title = (chapter.titles.first?.title ?? "").unicodeScalars.reduce(into: [UInt8]()) { bytes, scalar in
                let next = Array(String(scalar).utf8)
                if bytes.count + next.count <= Int(UInt8.max) { bytes += next }
            }
            writer.write(min(UInt64(clamping: chapter.start), .max / 10_000) * 10_000)
            writer.write(UInt8(title.count))
            writer.write(contentsOf: title)
        }
        count = UInt8(clamping: list.count)
        content = writer.bytes
    }

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        if header.version > 0 { visitor.field(&reserved) }
        visitor.field(&count)
        visitor.bytes(&content, count: nil)
    }

    /// The chapters up to the first incomplete one.
    package var chapters: [Chapter] {
        content.withUnsafeBytes { buffer in
            var reader = ByteReader(buffer)
            var chapters: [Chapter] = []
            while chapters.count < Int(count), let start = try? reader.read(UInt64.self),
                let length = try? reader.read(UInt8.self), let title = try? reader.readBytes(Int(length))
            {
                chapters.append(Chapter(start: start, title: title))
            }
            return chapters
        }
    }

    package var fields: [BoxTree.Field] {
        let titles = chapters.map { "\($0.start / 10_000) ms \(String(decoding: $0.title, as: UTF8.self))" }
        return [.init("chapters", count), .init("titles", DumpedText.printable(titles.joined(separator: ", ")))]
    }
}
