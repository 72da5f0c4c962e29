import MPEGTransport
import Media
import Testing

struct ProgramTablesTests {
    /// PAT and PMT written by ffmpeg: H.264 and AAC.
    private static let association: [UInt8] = [
        0x47, 0x40, 0x00, 0x10, 0x00, 0x00, 0xb0, 0x0d, 0x00, 0x01, 0xc1, 0x00, 0x00, 0x00, 0x01, 0xf0, 0x00, 0x2a,
        0xb1, 0x04, 0xb2,
    ]
    private static let map: [UInt8] = [
        0x47, 0x50, 0x00, 0x10, 0x00, 0x02, 0xb0, 0x17, 0x00, 0x01, 0xc1, 0x00, 0x00, 0xe1, 0x00, 0xf0, 0x00, 0x1b,
        0xe1, 0x00, 0xf0, 0x00, 0x0f, 0xe1, 0x01, 0xf0, 0x00, 0x2f, 0x44, 0xb9, 0x9b,
    ]

    private func packet(_ bytes: [UInt8]) -> [UInt8] { bytes + [UInt8](repeating: 0xff, count: 188 - bytes.count) }

    private func tables(_ packets: [[UInt8]]) -> ProgramTables {
        ProgramTables(reading: ByteSlice(copying: packets.flatMap(packet)))
    }

    @Test func tablesListTheStreams() throws {
        let tables = tables([Self.association, Self.map])
        #expect(tables.hasAssociation)
        #expect(tables.mapPIDs == [1: 0x1000])
        let entries = try #require(tables.entries)
        #expect(entries.map(\.pid) == [256, 257])
        #expect(entries.map(\.coding) == [.avc, .adts])
    }

    @Test func mapIsIgnoredBeforeItsAssociation() { #expect(tables([Self.map, Self.association]).entries == nil) }

    @Test func tableWithWrongChecksumIsIgnored() {
        var broken = Self.association
        broken[14] ^= 1
        let tables = tables([broken, Self.map])
        #expect(!tables.hasAssociation)
        #expect(tables.damagedSections == 1)
    }

    @Test func tableThatIsNotYetCurrentIsIgnored() {
        var next = Array(Self.association[5..<17])
        next[5] = 0xc0
        let sum = ProgramTables.checksum(next)
        let section = next + (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * UInt32($0))) }
        #expect(!tables([Array(Self.association[..<5]) + section]).hasAssociation)
    }

    @Test func checksumOfCompleteSectionIsZero() {
        #expect(ProgramTables.checksum(Self.association[5...]) == 0)
        #expect(ProgramTables.checksum(Self.map[5...]) == 0)
    }
}
