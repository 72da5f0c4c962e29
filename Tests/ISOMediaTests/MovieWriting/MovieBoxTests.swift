import ISOMedia
import Media
import Testing

@Suite struct MovieBoxTests {
    private func bytes(
        _ track: TrackDescription, _ flavour: MovieBox.Flavour = .isoBaseMedia,
        _ adjust: (inout MovieBox) -> Void = { _ in }
    ) throws -> [UInt8] {
        var movie = MovieBox(flavour: flavour, timescale: 600, entries: [MovieBox.Entry(track)])
        adjust(&movie)
        return try movie.bytes()
    }

    @Test func trackHeaderContainsEnabledFlagVolumeAndGroup() throws {
        var track = InitializationSegmentTests.audio
        (track.isEnabled, track.volume, track.alternateGroup, track.layer) = (false, 0.5, 3, -1)
        track.presentationDuration = 0x1_0000_0000
        let header = try #require(BoxPath.content(["moov", "trak", "tkhd"], in: bytes(track)))
        #expect(header.count == 96 && Array(header.prefix(4)) == [1, 0, 0, 6])
        #expect(Array(header[28..<36]) == [0, 0, 0, 1, 0, 0, 0, 0])
        #expect(Array(header[44..<50]) == [0xff, 0xff, 0, 3, 0, 0x80])
    }

    @Test func quickTimeHandlersHavePascalStringsAndADataHandler() throws {
        var track = InitializationSegmentTests.audio
        track.handlerName = "Ton"
        let handler = ["moov", "trak", "mdia", "hdlr"]
        let quickTime = try bytes(track, .quickTime)
        #expect(
            BoxPath.content(handler, in: quickTime)
                == [0, 0, 0, 0] + Array("mhlrsoun".utf8) + [UInt8](repeating: 0, count: 12) + [3] + Array("Ton".utf8))
        #expect(BoxPath.content(["moov", "trak", "mdia", "minf", "hdlr"], in: quickTime) != nil)
        let plain = try bytes(track)
        #expect(
            BoxPath.content(handler, in: plain)
                == [UInt8](repeating: 0, count: 8) + Array("soun".utf8) + [UInt8](repeating: 0, count: 12)
                + Array("Ton\0".utf8))
        #expect(BoxPath.content(["moov", "trak", "mdia", "minf", "hdlr"], in: plain) == nil)
    }

    @Test func quickTimeAudioConfigurationIsInsideWave() throws {
        let movie = try bytes(InitializationSegmentTests.audio, .quickTime)
        let entry = try #require(
            BoxPath.content(["moov", "trak", "mdia", "minf", "stbl", "stsd", "mp4a"], in: movie))
        #expect(Array(entry[8..<10]) == [0, 1] && Array(entry[20..<22]) == [0xff, 0xfe])
        #expect(Array(entry[28..<32]) == [0, 0, 4, 0])
        let wave = try #require(BoxPath.content(["wave"], in: Array(entry[44...])))
        #expect(BoxPath.content(["frma"], in: wave) == Array("mp4a".utf8))
        #expect(BoxPath.content(["esds"], in: wave) != nil)
        #expect(wave.suffix(8) == [0, 0, 0, 8, 0, 0, 0, 0])
    }

    @Test func referencesOfOneKindShareABox() throws {
        var track = InitializationSegmentTests.video
        track.references = [
            TrackReference(kind: "chap", trackIDs: [2, 3]), TrackReference(kind: "tmcd", trackIDs: [4]),
            TrackReference(kind: "forc", trackIDs: []),
        ]
        let references = try #require(BoxPath.content(["moov", "trak", "tref"], in: bytes(track)))
        #expect(BoxPath.content(["chap"], in: references) == [0, 0, 0, 2, 0, 0, 0, 3])
        #expect(BoxPath.content(["tmcd"], in: references) == [0, 0, 0, 4])
        #expect(BoxPath.content(["forc"], in: references) == nil)
    }

    @Test func emptyAndMultipleEditsAreWritten() throws {
        var track = InitializationSegmentTests.video
        track.edits = [.empty(300), TrackEdit(duration: 600, mediaTime: 90_000)]
        let list = try #require(BoxPath.content(["moov", "trak", "edts", "elst"], in: bytes(track, .quickTime)))
        #expect(
            list == [0, 0, 0, 0, 0, 0, 0, 2] + [0, 0, 1, 0x2c, 255, 255, 255, 255, 0, 1, 0, 0]
                + [0, 0, 2, 0x58, 0, 1, 0x5f, 0x90, 0, 1, 0, 0])
        track.edits[0].duration = 1 << 40
        #expect(try BoxPath.content(["moov", "trak", "edts", "elst"], in: bytes(track, .quickTime))?.first == 1)
    }

    @Test func extendedLanguageIsWrittenWithPackedLanguage() throws {
        var track = InitializationSegmentTests.audio
        track.language = "de"
        track.extendedLanguage = "de-CH"
        let movie = try bytes(track)
        #expect(
            BoxPath.content(["moov", "trak", "mdia", "elng"], in: movie) == [0, 0, 0, 0] + Array("de-CH\0".utf8))
        // d, e, u as five bits each.
        #expect(BoxPath.content(["moov", "trak", "mdia", "mdhd"], in: movie)?[20..<22] == [0x10, 0xb5])
    }

    @Test func rollGroupContainsAllSamples() throws {
        var track = InitializationSegmentTests.audio
        track.rollDistance = -1
        var samples = SampleTableBox()
        let entry = MovieFragment.SampleEntry(duration: 1024, size: 5, flags: SampleFlags.sync.rawValue)
        samples.append(chunkAt: 0, Array(repeating: entry, count: 300))
        let movie = try MovieBox(timescale: 1, entries: [MovieBox.Entry(track, samples: samples)]).bytes()
        let path = ["moov", "trak", "mdia", "minf", "stbl"]
        #expect(
            BoxPath.content(path + ["sbgp"], in: movie)
                == [0, 0, 0, 0] + Array("roll".utf8) + [0, 0, 0, 1, 0, 0, 1, 44, 0, 0, 0, 1])
        #expect(BoxPath.content(path + ["sgpd"], in: movie) != nil)
    }

    @Test func mp4MetadataAreAnITunesListAndQuickTimeMetadataAreNamed() throws {
        let items = [MetadataItem(.title, "A"), MetadataItem(.creator, "B")]
        let mp4 = try bytes(InitializationSegmentTests.video) { $0.metadata = items }
        let userData = try #require(BoxPath.content(["moov", "udta", "meta"], in: mp4))
        let list = try #require(BoxPath.content(["ilst"], in: Array(userData[4...])))
        #expect(BoxPath.content(["\u{a9}nam", "data"], in: list) == [0, 0, 0, 1, 0, 0, 0, 0, 0x41])
        let named = try #require(BoxPath.content(["moov", "meta"], in: mp4))
        #expect(BoxPath.content(["keys"], in: Array(named[4...])) != nil)

        let movie = try bytes(InitializationSegmentTests.video, .quickTime) { $0.metadata = items }
        let meta = try #require(BoxPath.content(["moov", "meta"], in: movie))
        let keys = try #require(BoxPath.content(["keys"], in: meta))
        #expect(Array(keys[4..<8]) == [0, 0, 0, 2])
        #expect(BoxPath.content(["mdta"], in: Array(keys[8...])) == Array("com.apple.quicktime.title".utf8))
        #expect(
            BoxPath.content(["ilst", "\u{0}\u{0}\u{0}\u{2}", "data"], in: meta) == [0, 0, 0, 1, 0, 0, 0, 0, 0x42])
    }

    @Test func allEightOrientationsKeepPositiveCoordinates() {
        let size = PixelSize(width: 640, height: 360)
        for turns in 0..<4 {
            for isMirrored in [false, true] {
                let matrix = DisplayMatrix(clockwiseQuarterTurns: turns, isMirrored: isMirrored, size: size)
                let values = matrix.values.map { Double($0) / 65536 }
                let corners = [(0.0, 0.0), (640, 0), (0, 360), (640, 360)].map { x, y in
                    (x * values[0] + y * values[3] + values[6], x * values[1] + y * values[4] + values[7])
                }
                #expect(corners.map(\.0).min() == 0 && corners.map(\.1).min() == 0)
                #expect(corners.map(\.0).max() == (turns % 2 == 0 ? 640 : 360))
                #expect(values[0] * values[4] - values[1] * values[3] == (isMirrored ? -1 : 1))
            }
        }
        #expect(DisplayMatrix(clockwiseQuarterTurns: 0, size: size) == .identity)
        // The top left corner moves to the top right.
        #expect(
            DisplayMatrix(clockwiseQuarterTurns: 1, size: size).values
                == [0, 0x1_0000, 0, -0x1_0000, 0, 0, 360 << 16, 0, 1 << 30])
    }
}
