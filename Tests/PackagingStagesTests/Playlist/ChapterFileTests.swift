import Media
import PackagingStages
import StageKit
import Testing

/// The file of chapters that players read.
@Suite struct ChapterFileTests {
    private func read(_ text: String) throws(StageError) -> ChapterList {
        try ChapterFile(reading: Array(text.utf8)).list
    }

    @Test func writtenFilesAreRead() throws {
        var list = ChapterList()
        list.add(.init(start: 0, end: 2500, titles: [.init("One", language: "en"), .init("Eins", language: "de")]))
        list.add(.init(start: 2500, end: nil, titles: []))
        var read = try ChapterFile(reading: ChapterFile(list).json).list
        #expect(read.startsWithMedia)
        read.startsWithMedia = false
        #expect(read == list)
    }

    /// As in Apple's documentation, with members that are not read.
    @Test func otherMembersAreIgnored() throws {
        let list = try read(
            """
            [{"chapter": 1, "start-time": 0, "duration": 500.1, "titles": [{"language": "en", "title": "birth"}],
              "images": [{"image-category": "birth", "pixel-width": 200, "pixel-height": 200, "url": "birth.jpeg"}],
              "metadata": [{"key": "x", "value": "y", "language": "en"}]},
             {"start-time": 500.1, "titles": [{"title": "a\\nb"}, {"language": "fr"}]}]
            """)
        #expect(list.chapters.map(\.start) == [0, 500_100] && list.chapters.map(\.end) == [500_100, nil])
        #expect(list.chapters[1].titles == [.init("a b", language: nil)])
    }

    @Test(
        arguments: [
            "", "{}", "[1]", #"[{"titles":[]}]"#, #"[{"start-time":-1}]"#, #"[{"start-time":1e300}]"#,
            #"[{"start-time":"0"}]"#, String(repeating: "[", count: 100_000), "\u{0}",
        ])
    func otherContentIsRejected(text: String) {
        let error = #expect(throws: StageError.self) { try read(text) }
        #expect(error?.code == .damagedInput)
    }

    @Test func chaptersAreLimited() throws {
        let entries = (0..<3000).map { #"{"start-time":\#($0)}"# }
        #expect(try read("[\(entries.joined(separator: ","))]").count == ChapterList.limit)
    }

    @Test func endsBeforeStartsAreNotRead() throws {
        let list = try read(#"[{"start-time":5,"duration":-2},{"start-time":9,"duration":1e300}]"#)
        #expect(list.chapters.map(\.end) == [5000, nil])
    }
}
