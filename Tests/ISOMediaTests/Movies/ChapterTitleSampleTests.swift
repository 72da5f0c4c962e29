import Testing

@testable import ISOMedia

/// Titles in the samples of chapter tracks.
@Suite struct ChapterTitleSampleTests {
    private func text(_ content: [UInt8], after: [UInt8] = []) -> String {
        ChapterTitleSample([UInt8(content.count >> 8), UInt8(content.count & 255)] + content + after).text
    }

    @Test func encodingsAreDetected() {
        #expect(text(Array("Ü".utf8), after: [0, 0, 0, 12] + Array("encd".utf8) + [0, 0, 1, 0]) == "Ü")
        #expect(text([0xfe, 0xff, 0x4e, 0x2d]) == "中")
        #expect(text([0xff, 0xfe, 0x2d, 0x4e]) == "中")
        #expect(text([0x86, 0x62, 0xa7]) == "Übß")
        #expect(text((0x80...0xff).map { UInt8($0) }).unicodeScalars.count == 128)
    }

    @Test func truncatedSamplesHaveNoText() {
        #expect(ChapterTitleSample([]).text.isEmpty && ChapterTitleSample([0]).text.isEmpty)
        #expect(ChapterTitleSample([0, 0]).text.isEmpty && ChapterTitleSample([0, 9, 65]).text.isEmpty)
        #expect(text([0xfe, 0xff]).isEmpty && text([0xfe, 0xff, 1]).isEmpty)
    }
}
