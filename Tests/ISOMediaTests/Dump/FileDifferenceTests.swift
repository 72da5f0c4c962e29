import ISOMedia
import Media
import Testing

@Suite struct FileDifferenceTests {
    private func difference(_ first: [UInt8], _ second: [UInt8]) throws -> [FileDifference.Entry] {
        let bytes = [first, second].map { ByteSlice(copying: $0) }
        var difference = FileDifference(BoxTree(bytes[0]), BoxTree(bytes[1]))
        if let one = try? SampleListing(of: bytes[0]), let two = try? SampleListing(of: bytes[1]) {
            difference.addSamples(one, of: bytes[0], two, of: bytes[1])
        }
        return difference.entries
    }

    @Test func equalFilesHaveNoDifferences() throws {
        let bytes = try SampleListingTests.fragment()
        #expect(try difference(bytes, bytes).isEmpty)
    }

    @Test func differentFieldsAndSamplesAreListed() throws {
        let found = try difference(SampleListingTests.fragment(), SampleListingTests.fragment(at: 96_000, last: 8))
        #expect(found.contains(.init(place: "moof/traf/tfdt time", first: "90000", second: "96000")))
        #expect(found.contains(.init(place: "track 1 sample 1 dts", first: "90000", second: "96000")))
        #expect(found.contains(.init(place: "track 1 sample 2 byte 5", first: "0x7", second: "0x8")))
    }

    @Test func boxesInOnlyOneFileAreListed() throws {
        let header = try SampleListingTests.header()
        var writer = ByteWriter()
        writer.write(contentsOf: header)
        writer.box("free") { $0.writeZeros(4) }
        let entry = FileDifference.Entry(place: "free", first: nil, second: "12 bytes at \(header.count)")
        #expect(try difference(header, writer.bytes) == [entry])
    }

    @Test func differencesAreLimited() throws {
        var (first, second) = (ByteWriter(), ByteWriter())
        for _ in 0..<2000 {
            first.box("free") { _ in }
            second.box("skip") { _ in }
        }
        let trees = [first, second].map { BoxTree(ByteSlice(copying: $0.bytes), limits: .everything) }
        let difference = FileDifference(trees[0], trees[1])
        #expect(difference.entries.count == FileDifference.listedEntries && difference.omitted == 3000)
    }
}
