import ScriptedMedia
import AssetWriting
import Media
import Testing

/// The input properties that are set before writing starts.
@Suite struct InputPropertyTests {
    private let video = Script.video(frames: 60, rate: (30, 1), syncEvery: 30)

    /// Returns the initialization segment for an input with these properties.
    private func initialization(_ adjust: (AssetWriterInput) -> Void) async throws -> [UInt8] {
        let (writer, inputs, collector) = Script.writer(for: [video])
        adjust(inputs[0])
        try #require(writer.begin())
        for sample in video.samples { inputs[0].append(sample) }
        await writer.finishWriting()
        try #require(writer.status == .completed)
        return collector.pieces[0].data
    }

    @Test(arguments: 0..<4) func transformRotatesVideo(turns: Int) async throws {
        let data = try await initialization { $0.transform = DisplayTransform(quarterTurns: turns) }
        let expected: [[Int32]] = [[1, 0, 0, 1], [0, 1, -1, 0], [-1, 0, 0, -1], [0, -1, 1, 0]]
        // tkhd version 0: the matrix is 40 bytes after version and flags.
        let matrix = [0, 4, 12, 16].map { Int32(bitPattern: data.field32(after: "tkhd", at: 40 + $0) ?? 0) >> 16 }
        #expect(matrix == expected[turns])
    }

    @Test func transformsFlipAndJoin() async throws {
        let flip = DisplayTransform(scaleX: -1, y: 1).concatenating(DisplayTransform(translationX: 640, y: 0))
        let data = try await initialization { $0.transform = flip }
        #expect(data.field32(after: "tkhd", at: 40) == 0xffff_0000)
        #expect(data.field32(after: "tkhd", at: 40 + 24) == 640 << 16)
    }

    @Test func mediaTimeScaleIsTheTracksAndTimesAreConverted() async throws {
        let data = try await initialization { $0.mediaTimeScale = 90_000 }
        #expect(data.field32(after: "mdhd", at: 12) == 90_000)
        let (writer, inputs, collector) = Script.writer(for: [video], interval: .seconds(1))
        inputs[0].mediaTimeScale = 600
        try #require(writer.begin())
        for sample in video.samples { inputs[0].append(sample) }
        await writer.finishWriting()
        #expect(collector.media[1].data.field64(after: "tfdt", at: 4) == 600)
        #expect(collector.media[1].report?.trackReports[0].duration == .seconds(1))
    }

    @Test func mediaTimeScaleIsRefusedForAudio() {
        let input = AssetWriterInput(passingThrough: Script.audio(packets: 1, rate: 48000, priming: 0).track)
        input.mediaTimeScale = 0
        #expect(input.configurationError == nil)
        input.mediaTimeScale = 600
        #expect(input.mediaTimeScale == 0)
        #expect(input.configurationError?.message.contains("mediaTimeScale of an audio input") == true)
        let writer = AssetWriter(contentType: .mp4)
        #expect(!writer.canAdd(input))
    }

    @Test func languagesAreWritten() async throws {
        let data = try await initialization { $0.languageCode = "deu" }
        // Three letters of five bits.
        #expect(data.field32(after: "mdhd", at: 20).map { $0 >> 16 } == 0x10b5)
        let tagged = try await initialization {
            $0.languageCode = "zho"
            $0.extendedLanguageTag = "zh-Hant-TW"
        }
        #expect(tagged.firstRange(of: Array("zh-Hant-TW".utf8)) != nil)
    }

    @Test func invalidValuesAreRejectedByName() {
        let input = AssetWriterInput(passingThrough: video.track)
        input.languageCode = "German"
        #expect(input.languageCode == nil)
        #expect(input.configurationError?.message.contains("languageCode") == true)
        input.languageCode = "deu"
        #expect(input.configurationError == nil)
        input.extendedLanguageTag = "not a tag"
        #expect(input.configurationError?.message.contains("extendedLanguageTag") == true)
        input.extendedLanguageTag = nil
        input.preferredMediaChunkAlignment = -1
        #expect(input.configurationError?.message.contains("preferredMediaChunkAlignment") == true)
        input.preferredMediaChunkAlignment = 4096
        input.preferredMediaChunkDuration = .indefinite
        #expect(input.configurationError?.message.contains("preferredMediaChunkDuration") == true)
        input.preferredMediaChunkDuration = .seconds(1)
        input.preferredVolume = .nan
        #expect(input.configurationError?.message.contains("preferredVolume") == true)
        input.preferredVolume = 0.5
        input.transform = DisplayTransform(a: .infinity, b: 0, c: 0, d: 1)
        #expect(input.configurationError?.message.contains("transform") == true)
        input.transform = .identity
        input.naturalSize = PixelSize(width: -1, height: 5)
        #expect(input.configurationError?.message.contains("naturalSize") == true)
        input.naturalSize = PixelSize(width: 320, height: 180)
        #expect(input.configurationError == nil)
    }

    @Test func defaultsMatchAVFoundation() {
        let input = AssetWriterInput(mediaType: .video, outputSettings: nil)
        #expect(input.mediaType == .video && input.outputSettings == nil && input.sourceFormatHint == nil)
        #expect(!input.expectsMediaDataInRealTime && !input.performsMultiPassEncodingIfSupported)
        #expect(input.transform == .identity && input.naturalSize == PixelSize(width: 0, height: 0))
        #expect(input.mediaTimeScale == 0 && input.preferredVolume == 1 && input.marksOutputTrackAsEnabled)
        #expect(input.preferredMediaChunkAlignment == 0 && input.preferredMediaChunkDuration == nil)
        #expect(input.languageCode == nil && input.extendedLanguageTag == nil && input.metadata.isEmpty)
        #expect(input.sampleReferenceBaseURL == nil && input.currentPassDescription == nil)
    }

    @Test func passthroughNeedsAFormatHintOutsideQuickTimeMovies() {
        let writer = AssetWriter(contentType: .mp4)
        let input = AssetWriterInput(mediaType: .video, outputSettings: nil)
        #expect(!writer.canAdd(input) && !writer.add(input))
        #expect(writer.error?.code == .missingFormat)
        let wrong = AssetWriterInput(
            mediaType: .video, outputSettings: nil,
            sourceFormatHint: Script.audio(packets: 1, rate: 48000, priming: 0).track.format)
        #expect(wrong.configurationError?.code == .invalidSettings)
    }

    @Test func associationsJoinMediaTypesThatFit() {
        let picture = AssetWriterInput(passingThrough: video.track)
        let sound = AssetWriterInput(mediaType: .audio, outputSettings: nil)
        let fallback = AssetWriterInput(mediaType: .audio, outputSettings: nil)
        let titles = AssetWriterInput(mediaType: .text, outputSettings: nil)
        #expect(picture.canAddTrackAssociation(withTrackOf: titles, type: .chapterList))
        #expect(!picture.canAddTrackAssociation(withTrackOf: sound, type: .chapterList))
        #expect(!picture.canAddTrackAssociation(withTrackOf: picture, type: .chapterList))
        #expect(sound.canAddTrackAssociation(withTrackOf: fallback, type: .audioFallback))
        #expect(!picture.canAddTrackAssociation(withTrackOf: sound, type: .timecode))
        #expect(!titles.canAddTrackAssociation(withTrackOf: picture, type: .forcedSubtitlesOnly))
        picture.addTrackAssociation(withTrackOf: sound, type: .chapterList)
        #expect(picture.configurationError?.message.contains("chap") == true)
    }

    private func sounds(in writer: AssetWriter) -> (AssetWriterInput, AssetWriterInput) {
        let track = Script.audio(packets: 1, rate: 48000, priming: 0).track
        let pair = (AssetWriterInput(passingThrough: track), AssetWriterInput(passingThrough: track))
        #expect(writer.add(pair.0) && writer.add(pair.1))
        return pair
    }

    @Test(arguments: [(FileType.mov, true), (.mp4, true), (.m4v, true), (.m4a, false)])
    func associationsAreForFileTypesThatCarryThem(type: FileType, isPossible: Bool) {
        let writer = AssetWriter(url: "unwritten", fileType: type)
        let (one, two) = sounds(in: writer)
        #expect(one.canAddTrackAssociation(withTrackOf: two, type: .audioFallback) == isPossible)
        let free = AssetWriterInput(mediaType: .audio, outputSettings: nil)
        #expect(free.canAddTrackAssociation(withTrackOf: two, type: .audioFallback) == isPossible)
        #expect(one.canAddTrackAssociation(withTrackOf: free, type: .audioFallback) == isPossible)
    }

    @Test func segmentsCarryAssociationsUnderAppleHLSAlone() {
        let writer = AssetWriter(contentType: .mp4)
        writer.preferredOutputSegmentInterval = .indefinite
        let (one, two) = sounds(in: writer)
        #expect(one.canAddTrackAssociation(withTrackOf: two, type: .audioFallback))
        writer.outputFileTypeProfile = .mpeg4CMAFCompliant
        #expect(!one.canAddTrackAssociation(withTrackOf: two, type: .audioFallback))
        let other = AssetWriter(url: "unwritten", fileType: .mov)
        #expect(!one.canAddTrackAssociation(withTrackOf: sounds(in: other).0, type: .audioFallback))
    }

    @Test func anAssociationThatTheFileTypeDoesNotCarryFailsTheStart() {
        let writer = AssetWriter(url: "unwritten.m4a", fileType: .m4a)
        let (one, two) = sounds(in: writer)
        one.addTrackAssociation(withTrackOf: two, type: .audioFallback)
        #expect(!writer.startWriting())
        #expect(writer.error?.message.contains("do not support track associations") == true)
    }

    @Test func sampleReferencesAreForQuickTimeMoviesWithoutFragments() {
        let input = AssetWriterInput(passingThrough: video.track)
        input.sampleReferenceBaseURL = "/media/"
        let movie = AssetWriter(url: "unwritten.mov", fileType: .mov)
        #expect(movie.canAdd(input))
        movie.movieFragmentInterval = .seconds(2)
        for writer in [movie, AssetWriter(url: "unwritten.mp4", fileType: .mp4), AssetWriter(contentType: .mp4)] {
            #expect(!writer.canAdd(input) && !writer.add(input))
            #expect(writer.error?.message.contains("sampleReferenceBaseURL") == true)
        }
        let settings = VideoOutputSettings(codec: .h264, width: 64, height: 48)
        let encoded = AssetWriterInput(mediaType: .video, outputSettings: .video(settings))
        encoded.sampleReferenceBaseURL = "/media/"
        #expect(!AssetWriter(url: "unwritten.mov", fileType: .mov).canAdd(encoded))
    }

    @Test func anAssociationWithAnInputThatIsNotThereFailsTheStart() {
        let (writer, inputs, _) = Script.writer(for: [video])
        let titles = AssetWriterInput(mediaType: .text, outputSettings: nil)
        inputs[0].addTrackAssociation(withTrackOf: titles, type: .chapterList)
        #expect(!writer.startWriting())
        #expect(writer.error?.message.contains("was not added") == true)
    }
}
