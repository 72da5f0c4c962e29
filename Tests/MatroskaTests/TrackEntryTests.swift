import Media
import Testing

@testable import Matroska

@Suite struct TrackEntryTests {
    private func element(_ content: [UInt8]) throws -> EBMLElement {
        let bytes = EBMLWriter.element(0xae, content)
        return try #require(EBMLElement(EBMLBytes(ByteSlice(copying: bytes)), at: 0, end: bytes.count))
    }

    @Test func fieldsAreReadByTheirDescriptions() throws {
        let video =
            EBMLWriter.number(0xb0, 1440) + EBMLWriter.number(0xba, 1088) + EBMLWriter.number(0x54aa, 8)
            + EBMLWriter.number(0x54b0, 1920) + EBMLWriter.number(0x54ba, 1080) + EBMLWriter.number(0x53b8, 1)
            + EBMLWriter.element(
                0x55b0, EBMLWriter.number(0x55bb, 9) + EBMLWriter.number(0x55ba, 16) + EBMLWriter.number(0x55b1, 9))
            + EBMLWriter.element(0x7670, EBMLWriter.number(0x7671, 1) + EBMLWriter.float(0x7673, 90))
        let entry = TrackEntry(
            reading: try element(
                FileBuilder.track(5, "V_VP9", type: 1, EBMLWriter.element(0xe0, video)) + EBMLWriter.number(0x55aa, 1)
                    + EBMLWriter.number(0x88, 0) + EBMLWriter.text(0x22_b59c, "ger")
                    + EBMLWriter.number(0x23_e383, 33_366_667) + EBMLWriter.number(0x56aa, 6_500_000)))
        #expect(entry.number == 5 && entry.codec == "V_VP9" && entry.isForced && !entry.isDefault && entry.isEnabled)
        #expect(entry.defaultDuration == 33_366_667 && entry.codecDelay == 6_500_000)
        let settings = try #require(entry.video)
        #expect(settings.pixelAspect == Ratio(4, 3) && settings.stereoMode == 1)
        #expect(settings.projection?.type == 1 && settings.projection?.yaw == 90)
        #expect(settings.colour?.description == ColourDescription(primaries: 9, transfer: 16, matrix: 9))
        #expect(settings.cleanAperture?.bytes.prefix(8) == [0, 0, 5, 0xa0, 0, 0, 0, 1])
    }

    @Test(
        arguments: [
            (["language": "ger"], "de"), (["language": "ger", "tag": "de-AT"], "de-at"), ([:], "en"),
            (["language": "und"], nil), (["tag": "../x"], nil),
        ] as [([String: String], String?)])
    func languagesAreTags(_ fields: [String: String], _ expected: String?) throws {
        var content = FileBuilder.audio()
        if let language = fields["language"] { content += EBMLWriter.text(0x22_b59c, language) }
        if let tag = fields["tag"] { content += EBMLWriter.text(0x22_b59d, tag) }
        #expect(MatroskaTrack(TrackEntry(reading: try element(content))).language == expected)
    }

    @Test(
        arguments: [
            (33_366_667, Ratio(30_000, 1001)), (33_366_666, Ratio(30_000, 1001)), (41_708_333, Ratio(24_000, 1001)),
            (40_000_000, Ratio(25)), (33_333_333, Ratio(30)), (16_683_333, Ratio(60_000, 1001)),
            (80_000_000, Ratio(25, 2)), (0, nil), (1, nil),
        ] as [(UInt64, Ratio?)])
    func durationsOfFramesAreRates(_ duration: UInt64, _ rate: Ratio?) {
        #expect(TrackFrameRate.rate(duration: duration) == rate)
    }

    @Test func tracksThatAreNotCarriedAreNamed() throws {
        let encryption = EBMLWriter.number(0x5033, 1) + EBMLWriter.element(0x5035, EBMLWriter.number(0x47e1, 5))
        let zlib = EBMLWriter.element(0x5034, EBMLWriter.number(0x4254, 0))
        func encoded(_ content: [UInt8]) -> [UInt8] {
            EBMLWriter.element(0x6d80, EBMLWriter.element(0x6240, content))
        }
        var builder = FileBuilder()
        builder.tracks = [
            FileBuilder.track(1, "S_HDMV/PGS", type: 17), FileBuilder.audio(2, encoded(encryption)),
            FileBuilder.audio(3, encoded(zlib)), FileBuilder.track(4, "V_MPEG4/ISO/AVC", type: 1),
        ]
        builder.clusters = FileBuilder.cluster(0, FileBuilder.simpleBlock(FileBuilder.frame(0)))
        let tracks = try Reading(builder.bytes).demultiplexer.tracks
        #expect(tracks.allSatisfy { $0.track == nil })
        let reasons = tracks.map { $0.obstacle ?? "" }
        #expect(reasons[0].contains("images") && reasons[1].contains("ContentEncryption"))
        #expect(reasons[2].contains("zlib") && reasons[3].contains("size"), "\(reasons)")
    }
}
