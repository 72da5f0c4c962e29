import MPEGTransport
import Media
import Testing

/// Maps that are missing, change or use private types.
struct ProgramMapTests {
    private static func audio(_ builder: inout StreamBuilder, _ pid: Int, _ numbers: Range<Int>) {
        for number in numbers {
            builder.pes(
                pid, id: 0xc0, presentation: Int64(number) * 1920, isBounded: true, Units.adts(UInt8(number)))
        }
    }

    private func numbers(_ found: Demultiplexed, _ track: Int = 0) -> [UInt8] {
        found.samples[track].compactMap(\.bytes.bytes.first)
    }

    @Test func programMapIsFoundWithoutAssociationTable() throws {
        var builder = StreamBuilder()
        builder.tables([(3, 4096, [StreamBuilder.Stream(pid: 257, type: 0x0f)])])
        Self.audio(&builder, 257, 0..<5)
        let found = try #require(Demultiplexed(Array(builder.bytes.dropFirst(188))))
        #expect(found.report.program == 3)
        #expect(numbers(found) == [0, 1, 2, 3, 4])
    }

    @Test func streamContinuesOnAnotherPID() throws {
        var builder = StreamBuilder()
        builder.tables([(1, 4096, [StreamBuilder.Stream(pid: 257, type: 0x0f)])])
        Self.audio(&builder, 257, 0..<5)
        builder.tables([(1, 4096, [StreamBuilder.Stream(pid: 300, type: 0x0f)])])
        Self.audio(&builder, 300, 5..<10)
        let found = try #require(Demultiplexed(builder.bytes, step: 188))
        #expect(found.tracks.count == 1)
        #expect(numbers(found) == Array(0..<10))
    }

    @Test func codingChangeOnPIDIsDiscardedAndCounted() throws {
        var builder = StreamBuilder()
        builder.tables([(1, 4096, [StreamBuilder.Stream(pid: 257, type: 0x0f)])])
        Self.audio(&builder, 257, 0..<5)
        builder.tables([(1, 4096, [StreamBuilder.Stream(pid: 257, type: 0x81)])])
        Self.audio(&builder, 257, 5..<8)
        let found = try #require(Demultiplexed(builder.bytes, step: 188))
        #expect(numbers(found) == [0, 1, 2, 3, 4])
        #expect(found.report.uncarried.map(\.packetCount) == [3])
        #expect(found.report.uncarried.map(\.reason) == [.late])
    }

    @Test func bluRayStreamTypesAreRecognized() throws {
        var builder = StreamBuilder()
        builder.tables(
            [(1, 4096, [.init(pid: 257, type: 0x0f), .init(pid: 258, type: 0x86), .init(pid: 259, type: 0x80)])],
            programDescriptors: [5, 4] + Array("HDMV".utf8))
        Self.audio(&builder, 257, 0..<5)
        builder.pes(258, id: 0xfd, presentation: 0, [1])
        builder.pes(259, id: 0xbd, presentation: 0, [1])
        let found = try #require(Demultiplexed(builder.bytes))
        #expect(found.report.uncarried.map(\.name) == ["DTS-HD audio", "LPCM audio"])
    }

    @Test(
        arguments: [
            (0xdb, "H.264 video"), (0xcf, "AAC audio"), (0xc1, "AC-3 audio"), (0xc2, "E-AC-3 audio"),
        ] as [(UInt8, String)])
    func streamsWithEncryptedSamplesAreNamedAndNotRead(type: UInt8, name: String) throws {
        var builder = StreamBuilder()
        builder.tables([(1, 4096, [.init(pid: 256, type: type), .init(pid: 257, type: 0x0f)])])
        Self.audio(&builder, 256, 0..<2)
        Self.audio(&builder, 257, 0..<5)
        let found = try #require(Demultiplexed(builder.bytes))
        #expect(found.tracks.map(\.pid) == [257])
        #expect(found.report.uncarried.map(\.reason) == [.sampleEncrypted])
        #expect(found.report.uncarried.map(\.name) == [name])
        #expect(found.report.uncarried.map(\.packetCount) == [2])
    }

    @Test func streamWithoutFormatIsReported() throws {
        var builder = StreamBuilder()
        builder.tables([(1, 4096, [.init(pid: 256, type: 0x1b), .init(pid: 257, type: 0x0f)])])
        Self.audio(&builder, 257, 0..<5)
        for number in 0..<3 {
            builder.pes(256, id: 0xe0, presentation: Int64(number) * 3600, Units.avc(UInt8(number), isRefresh: false))
        }
        let found = try #require(Demultiplexed(builder.bytes))
        #expect(found.tracks.map(\.pid) == [257])
        #expect(found.report.uncarried.map(\.reason) == [.unknownFormat])
        #expect(found.report.uncarried.map(\.packetCount) == [3])
    }
}
