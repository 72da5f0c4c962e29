import ISOMedia
import Media
import Testing

@Suite struct MovieTrackTests {
    private func movie(_ track: MovieBytes.Track, brand: FourCC? = "isom") throws -> MovieFile {
        var bytes = MovieBytes(tracks: [track])
        bytes.brand = brand
        return try MovieFile(reading: ByteSlice(copying: bytes.bytes()))
    }

    private func box(_ type: FourCC, _ content: (inout ByteWriter) -> Void) -> [UInt8] {
        var writer = ByteWriter()
        writer.box(type, content)
        return writer.bytes
    }

    @Test func videoTrackIsReadBack() throws {
        var description = InitializationSegmentTests.video
        description.language = "en-GB"
        description.handlerName = "Main camera"
        description.bitRate = TrackDescription.BitRate(average: 3_000_000, maximum: 4_000_000)
        var format = try #require(description.format.codedVideo)
        format.displayMatrix = [0, 0x1_0000, 0, -0x1_0000, 0, 0, 0, 0, 0x4000_0000]
        // The parameter sets are an encoder's: 1920x1080.
        format.configuration = .avc(AVCDecoderConfiguration(bytes: Self.avcRecord))
        format.pixelAspect = Ratio(4, 3)
        format.size = PixelSize(width: 1920, height: 1080)
        format.nominalFrameRate = Ratio(9000)
        description.format = .codedVideo(format)
        let track = try movie(MovieBytes.Track(description, [.init(size: 5), .init(size: 6)])).tracks[0]
        #expect(track.format == description.format)
        #expect(track.language == "en-GB" && track.name == "Main camera" && track.handler == "vide")
        #expect(track.timescale == 90_000 && track.nominalBitRate == 3_000_000 && track.isEnabled)
        #expect(track.displayMatrix == format.displayMatrix && track.sampleEntryCode == "avc1")
    }

    static let avcRecord: [UInt8] = [
        0x01, 0x42, 0xc0, 0x28, 0xff, 0xe1, 0x00, 0x1c, 0x67, 0x42, 0xc0, 0x28, 0xda, 0x01, 0xe0, 0x08, 0x9f, 0x97,
        0x0e, 0x6a, 0x02, 0x02, 0x02, 0x80, 0x00, 0x00, 0x03, 0x00, 0x80, 0x00, 0x00, 0x19, 0x07, 0x8c, 0x19, 0x50,
        0x01, 0x00, 0x04, 0x68, 0xce, 0x0f, 0xc8,
    ]

    @Test func audioTrackIsReadBack() throws {
        var description = InitializationSegmentTests.audio
        description.language = "de"
        description.rollDistance = -1
        let track = try movie(MovieBytes.Track(description, [.init(size: 5, duration: 1024)])).tracks[0]
        #expect(track.format == description.format && track.language == "de" && track.mediaType == .audio)
        #expect(track.displayMatrix == nil && track.edits == MovieEdits() && !track.isEncrypted)
    }

    @Test func emptyEditDelaysAndMediaEditSetsTheStart() throws {
        var track = MovieBytes.Track(InitializationSegmentTests.audio, [.init(size: 5, duration: 1024)])
        track.extra = box("edts") { writer in
            writer.fullBox("elst") { writer in
                for value in [2, 250, 0xffff_ffff, 0x1_0000, 4000, 1024, 0x1_0000] as [UInt32] { writer.write(value) }
            }
        }
        let edits = try movie(track).tracks[0].edits
        #expect(edits.initialDelay == .milliseconds(250) && edits.mediaStart == 1024)
        #expect(edits.duration == .seconds(4) && edits.realEditCount == 1 && !edits.isComplex)
    }

    @Test func editWithoutDurationPresentsAllMedia() throws {
        var description = InitializationSegmentTests.audio
        description.editMediaTime = 312
        let edits = try movie(MovieBytes.Track(description, [.init(size: 5, duration: 1024)])).tracks[0].edits
        #expect(edits.mediaStart == 312 && edits.duration == nil && edits.entryCount == 1)
    }

    @Test func multipleEditsAreComplex() throws {
        var track = MovieBytes.Track(InitializationSegmentTests.audio, [.init(size: 5, duration: 1024)])
        track.extra = box("edts") { writer in
            writer.fullBox("elst", version: 1) { writer in
                writer.write(UInt32(2))
                for (length, time) in [(1000, 0), (500, 9000)] as [(UInt64, Int64)] {
                    writer.write(length)
                    writer.write(time)
                    writer.write(UInt32(0x1_0000))
                }
            }
        }
        let edits = try movie(track).tracks[0].edits
        #expect(edits.isComplex && edits.realEditCount == 2 && edits.duration == MediaTime(value: 15, timescale: 10))
    }

    /// Returns a QuickTime `SoundDescription`: the fields of version 0, the fields of its version, then boxes.
    private func soundDescription(_ version: UInt16, _ code: FourCC, _ fields: [UInt8], _ boxes: [UInt8]) -> [UInt8] {
        box("stsd") { writer in
            writer.write(UInt32(0))
            writer.write(UInt32(1))
            writer.box(code) { writer in
                writer.writeZeros(6)
                writer.write(UInt16(1))
                writer.write(version)
                writer.writeZeros(6)
                writer.write(UInt16(version == 2 ? 3 : 2))
                writer.write(UInt16(16))
                writer.writeZeros(4)
                writer.write(UInt32(version == 2 ? 0x1_0000 : 44_100 << 16))
                writer.write(contentsOf: fields)
                writer.write(contentsOf: boxes)
            }
        }
    }

    private func descriptor(_ config: [UInt8], type: UInt8 = 0x40) -> [UInt8] {
        let content = ElementaryStreamDescriptor(
            objectTypeIndication: type, averageBitRate: 96_000, decoderSpecificInfo: config
        ).esdsContent
        return box("esds") { $0.write(contentsOf: content) }
    }

    @Test func quickTimeAudioOfVersion1IsRead() throws {
        var track = MovieBytes.Track(InitializationSegmentTests.audio, [.init(size: 5, duration: 1024)])
        let wave = box("wave") { writer in
            writer.box("frma") { $0.write("mp4a" as FourCC) }
            writer.write(contentsOf: descriptor([0x12, 0x10]))
            writer.write(UInt64(8))
        }
        track.sampleDescriptions = soundDescription(1, "mp4a", [UInt8](repeating: 0, count: 16), wave)
        let read = try movie(track, brand: "qt  ").tracks[0]
        let format = try #require(read.format?.codedAudio)
        #expect(format.configuration == .aac(AudioSpecificConfig(bytes: [0x12, 0x10])))
        #expect(format.sampleRate == 44_100 && format.channelCount == 2 && read.nominalBitRate == 96_000)
    }

    @Test func quickTimeAudioOfVersion2IsRead() throws {
        var track = MovieBytes.Track(InitializationSegmentTests.audio, [.init(size: 5, duration: 1152)])
        var fields = ByteWriter()
        fields.write(UInt32(72))
        fields.write((44_100.0).bitPattern)
        fields.write(UInt32(1))
        fields.writeZeros(20)
        track.sampleDescriptions = soundDescription(2, "mp4a", fields.bytes, descriptor([], type: 0x6b))
        let format = try #require(try movie(track, brand: nil).tracks[0].format?.codedAudio)
        #expect(format.configuration.codecString == "mp4a.6B")
        #expect(format.sampleRate == 44_100 && format.channelCount == 1 && format.framesPerPacket == 1152)
    }

    @Test func encryptedTracksHaveTheirOriginalFormat() throws {
        var track = MovieBytes.Track(InitializationSegmentTests.audio, [.init(size: 5, duration: 1024)])
        let scheme = box("sinf") { writer in writer.box("frma") { $0.write("mp4a" as FourCC) } }
        track.sampleDescriptions = soundDescription(0, "enca", [], descriptor([0x12, 0x10]) + scheme)
        let read = try movie(track).tracks[0]
        #expect(read.isEncrypted && read.sampleEntryCode == "mp4a" && read.format != nil)
    }

    @Test func formatsWithoutConfigurationHaveCodeAndSamples() throws {
        var track = MovieBytes.Track(InitializationSegmentTests.audio, [.init(size: 5, duration: 1)])
        track.sampleDescriptions = soundDescription(0, "ac-4", [], [])
        let movie = try movie(track)
        #expect(movie.tracks[0].format == nil && movie.tracks[0].sampleEntryCode == "ac-4")
        #expect(MovieSampleTests.read(movie).map(\.size) == [5])
        #expect(movie.tracks[0].obstacle.contains("no valid configuration box"))
    }
}

extension MediaFormat {
    var codedVideo: CodedVideoFormat? {
        if case .codedVideo(let format) = self { return format }
        return nil
    }
    var codedAudio: CodedAudioFormat? {
        if case .codedAudio(let format) = self { return format }
        return nil
    }
}
