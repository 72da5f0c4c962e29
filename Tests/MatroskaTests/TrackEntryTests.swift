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

    @Test(
        arguments: [
            // Positive angles are counterclockwise; a track header turns (a, b, c, d) clockwise by (0, 1, -1, 0).
            (-90, 0, [0, 1, -1, 0]), (90, 0, [0, -1, 1, 0]), (180, 0, [-1, 0, 0, -1]), (-180, 0, [-1, 0, 0, -1]),
            (270, 0, [0, 1, -1, 0]), (0, 180, [-1, 0, 0, 1]), (0, 0, nil), (12, 0, nil), (1e300, 0, nil),
        ] as [(Double, Double, [Int32]?)])
    func rollOfAProjectionIsAMatrix(_ roll: Double, _ yaw: Double, _ expected: [Int32]?) throws {
        var projection = ProjectionSettings()
        (projection.roll, projection.yaw) = (roll, yaw)
        let matrix = projection.displayMatrix(of: PixelSize(width: 320, height: 180))
        #expect(matrix.map { [$0[0], $0[1], $0[3], $0[4]].map { $0 >> 16 } } == expected)
        if expected == [0, 1, -1, 0] { #expect(matrix?[6] == 180 << 16 && matrix?[7] == 0) }
        #expect((projection.uncarried != nil) == (expected == nil && roll != 0))
    }

    @Test func propertiesThatAreNotCarriedAreNamed() {
        var settings = VideoSettings()
        #expect(settings.uncarried.isEmpty)
        (settings.stereoMode, settings.alphaMode) = (3, 1)
        settings.projection = ProjectionSettings()
        settings.projection?.type = 1
        #expect(
            settings.uncarried == [
                "two views in a frame (top and bottom)", "an alpha channel", "an equirectangular projection",
            ])
    }

    private static func attributes(
        isForced: Bool = false, isAutoselect: Bool? = nil, _ characteristics: [String] = []
    ) -> TrackAttributes {
        var attributes = TrackAttributes()
        (attributes.isForced, attributes.isAutoselect) = (isForced, isAutoselect)
        attributes.characteristics = characteristics
        return attributes
    }

    @Test(
        arguments: [
            ("FlagForced", 0x55aa, 17, attributes(isForced: true)),
            ("FlagHearingImpaired", 0x55ab, 17, attributes(RenditionCharacteristic.transcriptions)),
            ("FlagVisualImpaired", 0x55ac, 2, attributes([RenditionCharacteristic.describesVideo])),
            (
                "FlagCommentary", 0x55af, 2,
                attributes(isAutoselect: false, [RenditionCharacteristic.auxiliaryContent])
            ), ("FlagOriginal", 0x55ae, 2, attributes([RenditionCharacteristic.originalContent])),
        ] as [(String, UInt32, UInt64, TrackAttributes)])
    func flagsAreAttributes(_ name: String, _ id: UInt32, _ type: UInt64, _ expected: TrackAttributes) throws {
        for value in [0, 1] as [UInt64] {
            let flag = EBMLWriter.number(id, value)
            var builder = FileBuilder()
            builder.tracks = [
                type == 2 ? FileBuilder.audio(1, flag) : FileBuilder.track(1, "S_TEXT/UTF8", type: 17, flag)
            ]
            builder.clusters = FileBuilder.cluster(0, FileBuilder.simpleBlock(FileBuilder.frame(0)))
            let found = try Reading(builder.bytes).demultiplexer.tracks[0].track?.attributes
            #expect(found == (value == 1 ? expected : TrackAttributes()), "\(name)")
        }
    }

    /// Frames of ProRes in Matroska lack their size and identifier.
    @Test func framesOfProResAreCompleted() throws {
        let size = EBMLWriter.element(0xe0, EBMLWriter.number(0xb0, 64) + EBMLWriter.number(0xba, 48))
        var builder = FileBuilder()
        builder.tracks = [
            FileBuilder.track(1, "V_PRORES", type: 1, size + EBMLWriter.text(0x63a2, "apch"))
        ]
        let header: [UInt8] = [0, 148, 0, 0] + Array("fmpg".utf8) + [0, 64, 0, 48] + [UInt8](repeating: 0, count: 40)
        builder.clusters = FileBuilder.cluster(
            0, FileBuilder.simpleBlock(header) + FileBuilder.simpleBlock(time: 40, header))
        let reading = try Reading(builder.bytes)
        #expect(reading.demultiplexer.tracks[0].obstacle == nil)
        #expect(!reading.demultiplexer.tracks[0].isStoredInPlace)
        #expect(
            reading.samples.map { Array($0.bytes.bytes.prefix(8)) }
                == Array(repeating: [0, 0, 0, UInt8(header.count + 8)] + Array("icpf".utf8), count: 2))
    }

    @Test func eventsOfSubStationAlphaAreCues() throws {
        var builder = FileBuilder()
        builder.tracks = [FileBuilder.track(1, "S_TEXT/ASS", type: 17), FileBuilder.track(2, "S_SSA", type: 17)]
        func group(_ track: UInt8, _ text: String) -> [UInt8] {
            EBMLWriter.element(
                0xa0,
                EBMLWriter.element(0xa1, FileBuilder.block(track: track, Array(text.utf8)))
                    + EBMLWriter.number(0x9b, 900))
        }
        builder.clusters = FileBuilder.cluster(
            2000,
            group(1, "0,0,Default,,0,0,0,,{\\i1}A{\\i0}, b\\Nc") + group(2, "0,Marked=0,S,,0,0,0,,d") + group(1, "x"))
        let reading = try Reading(builder.bytes)
        let cues = reading.samples.compactMap { WebVTTCue(box: $0.bytes, start: $0.decodeTicks, end: 9999) }
        #expect(cues.map(\.payload) == ["<i>A</i>, b\nc", "d"] && reading.counts(1)?.invalidCueCount == 1)
    }
}
