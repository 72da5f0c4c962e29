package import Media

/// The chapters of an audio file (ID3v2 Chapter Frame Addendum 1.0).
package struct ID3Chapters {
    private static let tagLimit = 16
    /// The maximum size of a tag that is read. Tags with images of all chapters are large.
    private static let sizeLimit = 64 << 20

    package private(set) var list = ChapterList()

    private struct Chapter {
        var id: [UInt8]
        var start: UInt32
        var end: UInt32
        var title: String?
    }

    private struct Contents {
        var id: [UInt8]
        var isTopLevel: Bool
        var children: [[UInt8]]
    }

    /// Reads the tags at the start of a file. The list is empty if it has none.
    package init(_ content: ByteSlice) {
        var offset = 0
        for _ in 0..<Self.tagLimit {
            let head = content.slice(offset..<min(content.count, offset + 10)).bytes
            guard head.count == 10, head.starts(with: Array("ID3".utf8)), (3...4).contains(head[3]) else { return }
            let size = ID3Frames.number(head[6..<10], bits: 7)
            guard size <= min(Self.sizeLimit, content.count - offset - 10) else { return }
            read(content.slice(offset + 10..<offset + 10 + size).bytes, version: head[3], flags: head[5])
            offset += 10 + size + (head[5] & 0x10 != 0 ? 10 : 0)
        }
    }

    private mutating func read(_ bytes: [UInt8], version: UInt8, flags: UInt8) {
        let isFourth = version == 4
        // In version 2.4, each frame states whether it is unsynchronised.
        var bytes = flags & 0x80 != 0 && !isFourth ? ID3Frames.synchronized(bytes) : bytes
        if flags & 0x40 != 0 {
            guard bytes.count >= 4 else { return }
            let size = ID3Frames.number(bytes[0..<4], bits: isFourth ? 7 : 8) + (isFourth ? 0 : 4)
            bytes.removeFirst(min(size, bytes.count))
        }
        var chapters: [Chapter] = []
        var contents: [Contents] = []
        for frame in ID3Frames(bytes, isFourth: isFourth, ["CHAP", "CTOC"]) {
            if frame.id == "CHAP", let chapter = Self.chapter(frame.content, isFourth) { chapters.append(chapter) }
            if frame.id == "CTOC", let table = Self.contents(frame.content) { contents.append(table) }
            guard chapters.count + contents.count <= 2 * ChapterList.limit else { break }
        }
        for chapter in Self.selected(chapters, contents) { add(chapter) }
    }

    private mutating func add(_ chapter: Chapter) {
        // Chapters with a position in bytes alone.
        guard chapter.start != .max else { return }
        let start = Int64(chapter.start), end = chapter.end != .max ? Int64(chapter.end) : nil
        list.add(
            ChapterList.Chapter(
                start: start, end: end.flatMap { $0 > start ? $0 : nil },
                titles: chapter.title.map { [ChapterList.Title($0, language: nil)] } ?? []))
    }

    /// The chapters that the table of contents of the highest level lists; all of them without one.
    private static func selected(_ chapters: [Chapter], _ contents: [Contents]) -> [Chapter] {
        guard let top = contents.first(where: \.isTopLevel) else { return chapters }
        var (pending, seen) = ([top.id], Set<[UInt8]>())
        while let id = pending.popLast() {
            guard seen.insert(id).inserted else { continue }
            for table in contents where table.id == id { pending += table.children }
        }
        let listed = chapters.filter { seen.contains($0.id) }
        return listed.isEmpty ? chapters : listed
    }

    private static func chapter(_ content: [UInt8], _ isFourth: Bool) -> Chapter? {
        guard let end = content.firstIndex(of: 0), content.count >= end + 17 else { return nil }
        func time(_ at: Int) -> UInt32 { UInt32(ID3Frames.number(content[end + at..<end + at + 4], bits: 8)) }
        var titles = ID3Frames(Array(content[(end + 17)...]), isFourth: isFourth, ["TIT2"])
        return Chapter(
            id: Array(content[..<end]), start: time(1), end: time(5),
            title: titles.next().flatMap { ChapterList.title(text($0.content)) })
    }

    private static func contents(_ content: [UInt8]) -> Contents? {
        guard let end = content.firstIndex(of: 0), content.count >= end + 3 else { return nil }
        let children = content[(end + 3)...].split(
            separator: 0, maxSplits: Int(content[end + 2]), omittingEmptySubsequences: false
        ).prefix(Int(content[end + 2]))
        return Contents(
            id: Array(content[..<end]), isTopLevel: content[end + 1] & 2 != 0, children: children.map { Array($0) })
    }

    /// Returns the text of a frame after its encoding (ID3v2.4.0 4), up to the first zero.
    private static func text(_ content: [UInt8]) -> String {
        guard let encoding = content.first else { return "" }
        let bytes = content.dropFirst()
        guard encoding == 1 || encoding == 2 else {
            let text = bytes.prefix { $0 != 0 }
            return encoding == 0
                ? String(String.UnicodeScalarView(text.map { Unicode.Scalar($0) }))
                : String(decoding: text, as: UTF8.self)
        }
        let isLittleEndian = bytes.starts(with: [0xff, 0xfe])
        let hasMark = isLittleEndian || bytes.starts(with: [0xfe, 0xff])
        let text = String(utf16: bytes.dropFirst(hasMark ? 2 : 0), isBigEndian: !isLittleEndian)
        return String(text.unicodeScalars.prefix { $0 != "\0" })
    }
}
