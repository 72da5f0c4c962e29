import Testing

@testable import ISOMedia

@Suite struct IndexLocatorTests {
    private func box(_ type: String, _ size: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) } + Array(type.utf8)
            + Array(repeating: 0, count: size - 8)
    }

    private func locate(_ file: [UInt8], limit: Int = 1000) -> (step: IndexLocator.Step, read: Int) {
        var locator = IndexLocator(size: file.count, limit: limit)
        var read = 0
        while case .header(let range) = locator.step {
            read += range.count
            locator.receive(Array(file[range]))
        }
        return (locator.step, read)
    }

    @Test func mediaDataAreSkipped() {
        let file = box("ftyp", 20) + box("mdat", 500) + box("moov", 100)
        let (step, read) = locate(file)
        #expect(step == .index([0..<20, 20..<36, 520..<620]))
        #expect(read == 48)
    }

    @Test func otherFilesHaveNoIndex() {
        let fragmented = box("ftyp", 20) + box("moov", 100) + box("moof", 100) + box("mdat", 100)
        for file in [
            fragmented, box("ftyp", 20) + box("mdat", 100), Array("WEBVTT\n\n00:00.000 --> 00:01.000\n".utf8),
            box("ftyp", 20) + box("moov", 2000), Array((box("ftyp", 20) + box("moov", 100)).dropLast()), [],
            box("ftyp", 20) + [0, 0, 0, 4] + Array("moov".utf8),
        ] {
            #expect(locate(file).step == .none)
        }
    }
}
