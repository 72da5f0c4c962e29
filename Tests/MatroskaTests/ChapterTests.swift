import Media
import Testing

@testable import Matroska

/// Chapters of Matroska files (RFC 9559 5.1.7).
@Suite struct ChapterTests {
    private func title(_ text: String, _ languages: [String] = [], tag: String? = nil) -> [UInt8] {
        EBMLWriter.element(
            0x80,
            EBMLWriter.text(0x85, text) + languages.flatMap { EBMLWriter.text(0x437c, $0) }
                + (tag.map { EBMLWriter.text(0x437d, $0) } ?? []))
    }

    /// A chapter at a time in seconds.
    private func chapter(_ start: UInt64, to end: UInt64? = nil, _ fields: [UInt8]) -> [UInt8] {
        let times =
            EBMLWriter.number(0x91, start * 1_000_000_000)
            + (end.map { EBMLWriter.number(0x92, $0 * 1_000_000_000) } ?? [])
        return EBMLWriter.element(0xb6, times + fields)
    }

    private func list(_ editions: [UInt8]...) throws -> ChapterList {
        var builder = FileBuilder()
        builder.tracks = [FileBuilder.audio()]
        builder.clusters =
            EBMLWriter.element(0x1043_a770, editions.flatMap { EBMLWriter.element(0x45b9, $0) })
            + FileBuilder.cluster(0, FileBuilder.simpleBlock(FileBuilder.frame(1)))
        let file = try MatroskaFile(reading: ByteSlice(copying: builder.bytes))
        return file.chapters?.list ?? ChapterList()
    }

    /// The chapters as text: start, end and titles.
    private func texts(_ list: ChapterList) -> [String] {
        list.chapters.map { chapter in
            let titles = chapter.titles.map { "\($0.language) \($0.title)" }.joined(separator: ", ")
            return "\(chapter.start)-\(chapter.end.map(String.init) ?? "") \(titles)"
        }
    }

    @Test func titlesHaveTheirLanguages() throws {
        let titles = title("Start") + title("Anfang", ["ger"]) + title("Début", ["eng"], tag: "fr-CA")
        let found = try list(chapter(0, to: 5, titles) + chapter(5, title("Same", ["eng", "ger", "und"])))
        #expect(texts(found) == ["0-5000 en Start, de Anfang, fr-ca Début", "5000- en Same, de Same, und Same"])
    }

    @Test func chaptersInsideOfOthersFollowThem() throws {
        let scenes = chapter(0, to: 2, title("Scene 1")) + chapter(2, to: 4, title("Scene 2"))
        let acts =
            chapter(0, to: 4, title("Act 1") + scenes) + chapter(4, to: 9, title("Act 2") + chapter(6, title("3")))
        #expect(
            texts(try list(acts)) == [
                "0-2000 en Act 1: Scene 1", "2000-4000 en Scene 2", "4000-6000 en Act 2", "6000- en 3",
            ])
    }

    @Test func hiddenAndDisabledChaptersAreOmitted() throws {
        let (hidden, disabled) = (EBMLWriter.number(0x98, 1), EBMLWriter.number(0x4598, 0))
        let chapters =
            chapter(0, title("Hidden") + hidden + chapter(1, title("Inside of a hidden one")))
            + chapter(2, title("Disabled") + disabled + chapter(3, title("Inside of a disabled one")))
            + chapter(4, title("Other file") + EBMLWriter.element(0x6e67, [1, 2])) + chapter(5, title("Last"))
        #expect(texts(try list(chapters)) == ["1000- en Inside of a hidden one", "5000- en Last"])
    }

    @Test func defaultEditionIsRead() throws {
        let first = chapter(0, title("First")), second = chapter(0, title("Second"))
        #expect(texts(try list(first, second + EBMLWriter.number(0x45db, 1))) == ["0- en Second"])
        #expect(texts(try list(first + EBMLWriter.number(0x45bd, 1), second)) == ["0- en Second"])
        #expect(try list(first + EBMLWriter.number(0x45bd, 1)).isEmpty)
    }

    @Test func depthAndCountAreLimited() throws {
        var deep = chapter(9, title("Deep"))
        for _ in 0..<200 { deep = chapter(1, deep) }
        #expect(try list(deep).count == 1)
        let many = (0..<1500).map { chapter(UInt64($0), []) }
        let parts = chapter(0, Array(many[..<800].joined())) + chapter(2000, Array(many[800...].joined()))
        #expect(try list(parts).count <= ChapterList.limit)
    }
}
