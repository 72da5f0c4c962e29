import ISOMedia
import Media
import Testing

/// Formats are equal after writing and reading a sample entry.
@Suite struct SampleEntryFormatTests {
    private static let display = MasteringDisplay(bytes: (0..<24).map { UInt8($0) })
    private static let light = ContentLightLevel(bytes: [3, 0xe8, 1, 0x90])

    private static func video(_ configuration: CodecConfiguration) -> CodedVideoFormat {
        CodedVideoFormat(
            configuration: configuration, size: PixelSize(width: 320, height: 180),
            colour: ColourDescription(primaries: 9, transfer: 16, matrix: 9))
    }

    private static func audio(
        _ configuration: CodecConfiguration, rate: Int = 48_000, channels: Int = 2, frames: Int
    ) -> MediaFormat {
        .codedAudio(
            CodedAudioFormat(
                configuration: configuration, sampleRate: rate, channelCount: channels, framesPerPacket: frames))
    }

    /// Returns the format read from a movie with one track of this format and two samples.
    private func readBack(_ format: MediaFormat, timescale: UInt32, duration: UInt32) throws -> MediaFormat? {
        var movie = MovieBytes(tracks: [
            MovieBytes.Track(
                TrackDescription(id: 1, timescale: timescale, format: format),
                [.init(size: 64, duration: duration), .init(size: 64, duration: duration)])
        ])
        return try MovieFile(reading: ByteSlice(copying: movie.bytes())).tracks.first?.format
    }

    @Test func highDynamicRangeApertureAndDolbyVisionAreReadBack() throws {
        var format = Self.video(.boxed("av01", "av1C", [0x81, 0, 0x4c, 0]))
        format.masteringDisplay = Self.display
        format.contentLight = Self.light
        format.cleanAperture = CleanAperture(bytes: (0..<32).map { UInt8($0) })
        format.dolbyVision = DolbyVisionConfiguration(bytes: [1, 0, 20, 5, 0x10] + [UInt8](repeating: 0, count: 19))
        format.nominalFrameRate = Ratio(30)
        #expect(try readBack(.codedVideo(format), timescale: 30_000, duration: 1000) == .codedVideo(format))
        #expect(format.supplementalCodec == "dav1.10.00/db1p")
    }

    @Test func vp9IsReadBack() throws {
        var format = Self.video(.boxed("vp09", "vpcC", [1, 0, 0, 0, 2, 10, 0xa0, 9, 16, 9, 0, 0]))
        format.nominalFrameRate = Ratio(30)
        #expect(try readBack(.codedVideo(format), timescale: 30_000, duration: 1000) == .codedVideo(format))
    }

    static let sounds: [(MediaFormat, duration: UInt32)] = [
        (audio(.boxed("Opus", "dOps", [0, 2, 1, 0x38, 0, 0, 0xbb, 0x80, 0, 0, 0]), frames: 960), 960),
        (audio(.boxed("ac-3", "dac3", [0x10, 0x3c, 0xc0]), channels: 6, frames: 1536), 1536),
        (audio(.boxed("ec-3", "dec3", [0x0e, 0, 0x20, 0x0f, 0]), channels: 6, frames: 1536), 1536),
        (
            audio(
                .boxed("ec-3", "dec3", [0x0e, 0, 0x20, 0x0f, 0, 1, 16]), channels: 6, frames: 1536), 1536
        ),
        (
            audio(
                .boxed(
                    "alac", "alac",
                    [
                        0, 0, 0, 0, 0, 0, 0x10, 0, 0, 24, 40, 10, 14, 2, 0, 0, 0, 0, 0x20, 4, 0, 0xb, 0xb8, 0, 0, 1,
                        0x77, 0,
                    ]),
                rate: 96_000, frames: 4096), 4096
        ),
    ]

    @Test(arguments: sounds.indices) func audioFormatsAreReadBack(index: Int) throws {
        let (format, duration) = Self.sounds[index]
        guard case .codedAudio(let audio) = format else { return }
        #expect(try readBack(format, timescale: UInt32(audio.sampleRate), duration: duration) == format)
    }

    @Test func interlacingIsReadFromItsBox() throws {
        var format = Self.video(.boxed("av01", "av1C", [0x81, 0, 0x4c, 0]))
        format.nominalFrameRate = Ratio(30)
        let read = try readBack(.codedVideo(format), timescale: 30_000, duration: 1000)
        guard case .codedVideo(let video)? = read else {
            Issue.record("no video")
            return
        }
        #expect(!video.isInterlaced)
    }

    @Test func damagedConfigurationsAreRejected() throws {
        for configuration in [
            CodecConfiguration.boxed("Opus", "dOps", [0, 0]), .boxed("fLaC", "dfLa", [1, 2]),
            .boxed("alac", "alac", []),
            .boxed("ac-3", "dac3", []), .boxed("ec-3", "dec3", [0]),
        ] {
            #expect(try readBack(Self.audio(configuration, frames: 960), timescale: 48_000, duration: 960) == nil)
        }
    }
}
