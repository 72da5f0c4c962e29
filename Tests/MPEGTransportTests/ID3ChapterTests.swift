import MPEGTransport
import Media
import Testing

/// Chapters in ID3 tags of versions 2.3 and 2.4.
@Suite struct ID3ChapterTests {
    private func number(_ value: Int, bits: Int = 8) -> [UInt8] {
        (0..<4).map { UInt8(value >> ((3 - $0) * bits) & (1 << bits - 1)) }
    }

    private func frame(_ id: String, _ content: [UInt8], version: UInt8 = 4, flags: UInt8 = 0) -> [UInt8] {
        Array(id.utf8) + number(content.count, bits: version == 4 ? 7 : 8) + [0, flags] + content
    }

    private func chapter(
        _ id: String, _ start: Int, _ end: Int, title: [UInt8]? = nil, version: UInt8 = 4, flags: UInt8 = 0
    ) -> [UInt8] {
        let times = number(start) + number(end) + number(0xffff_ffff) + number(0xffff_ffff)
        let inner = title.map { frame("TIT2", $0, version: version) } ?? []
        return frame("CHAP", Array(id.utf8) + [0] + times + inner, version: version, flags: flags)
    }

    private func tag(_ frames: [UInt8], version: UInt8 = 4, flags: UInt8 = 0) -> [UInt8] {
        Array("ID3".utf8) + [version, 0, flags] + number(frames.count, bits: 7) + frames
    }

    private func texts(_ bytes: [UInt8]) -> [String] {
        ID3Chapters(ByteSlice(copying: bytes)).list.chapters.map {
            "\($0.start)-\($0.end.map(String.init) ?? "") \($0.titles.map(\.title).joined())"
        }
    }

    @Test(arguments: [3, 4] as [UInt8]) func titlesOfAllEncodingsAreRead(version: UInt8) {
        let frames =
            chapter("a", 0, 1000, title: [0, 0xfc, 0x62], version: version)
            + chapter("b", 1000, 2000, title: [1, 0xff, 0xfe, 0xe9, 0, 0x62, 0, 0, 0], version: version)
            + chapter("c", 2000, 3000, title: [2, 0x4e, 0x2d], version: version)
            + chapter("d", 3000, 4000, title: [3] + Array("Ende\u{0}".utf8), version: version)
            + chapter("e", 4000, 0xffff_ffff, version: version) + chapter("f", 0xffff_ffff, 0, version: version)
        let image = frame("APIC", [UInt8](repeating: 7, count: 300), version: version)
        #expect(
            texts(tag(image + frames, version: version)) == [
                "0-1000 üb", "1000-2000 éb", "2000-3000 中", "3000-4000 Ende", "4000- ",
            ])
    }

    @Test func contentsSelectAndOrderChapters() {
        let contents = frame("CTOC", Array("top".utf8) + [0, 3, 2] + Array("b\u{0}part\u{0}".utf8))
        let part = frame("CTOC", Array("part".utf8) + [0, 1, 2] + Array("a\u{0}part\u{0}".utf8))
        let chapters = chapter("b", 5, 9) + chapter("x", 7, 8) + chapter("a", 1, 4)
        #expect(texts(tag(contents + part + chapters)) == ["1-4 ", "5-9 "])
        #expect(texts(tag(chapters)).count == 3)
    }

    @Test func additionalFieldsAreSkipped() {
        // Each frame has a data length, and 0xff 0x00 0xe0 stands for 0xff 0xe0.
        let content = Array("a\u{0}".utf8) + number(0) + [0, 0, 0xff, 0x00, 0xe0] + number(-1) + number(-1)
        let frame = frame("CHAP", [0, 0, 0, 18] + content, flags: 0x03)
        #expect(texts(tag(frame)) == ["0-65504 "])
        let extended: [UInt8] = number(6, bits: 7) + [1, 0]
        #expect(texts(tag(extended + chapter("a", 1, 2), flags: 0x40)) == ["1-2 "])
        #expect(
            texts(tag(number(6) + [0, 0, 0, 0, 0, 0] + chapter("a", 1, 2, version: 3), version: 3, flags: 0x40))
                == ["1-2 "])
        #expect(texts(tag(chapter("a", 1, 2, flags: 0x08))).isEmpty)
    }

    @Test func arbitraryBytesAreReadWithoutTraps() {
        let whole = tag(chapter("a", 0, 1, title: [1, 0xff, 0xfe, 1, 2]) + frame("CTOC", [97, 0, 3, 9, 97, 0]))
        for count in whole.indices { _ = texts(Array(whole[..<count])) }
        for index in 6..<whole.count {
            for value in [0, 1, 0x7f, 0xff] as [UInt8] {
                var bytes = whole
                bytes[index] = value
                _ = texts(bytes)
            }
        }
    }
}
