import AVFoundationCompatibility
import Testing

/// Calls for which AVFoundation raises an exception, and failures of the output.
@Suite struct WriterMisuseTests {
    private func code(_ writer: AVAssetWriter) -> AVError.Code? { (writer.error as? AVError)?.code }

    private func segmentWriter() -> (AVAssetWriter, AVAssetWriterInput) {
        let writer = AVAssetWriter(contentType: .mpeg4Movie)
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: TestMedia.videoSettings)
        writer.add(input)
        writer.outputFileTypeProfile = .mpeg4AppleHLS
        writer.preferredOutputSegmentInterval = CMTime(value: 1, timescale: 1)
        return (writer, input)
    }

    @Test func callsInTheWrongOrderAreRejected() async throws {
        let folder = try WritingFolder()
        let writer = try AVAssetWriter(url: folder.url("movie.mp4"), fileType: .mp4)
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: TestMedia.videoSettings)
        #expect(!input.append(try TestMedia.frame(0)) && !input.isReadyForMoreMediaData)
        writer.startSession(atSourceTime: .zero)
        #expect(code(writer) == .operationNotAllowed && writer.status == .unknown)
        writer.add(input)
        #expect(writer.error == nil && writer.inputs == [input])
        #expect(!input.append(try TestMedia.frame(0)) && code(writer) == .operationNotAllowed)
        #expect(writer.startWriting() && writer.status == .writing)
        #expect(!writer.startWriting() && code(writer) == .operationNotAllowed)
        #expect(!input.append(try TestMedia.frame(0)) && code(writer) == .operationNotAllowed)
        writer.startSession(atSourceTime: .invalid)
        #expect(code(writer) == .operationNotAllowed)
        writer.startSession(atSourceTime: .zero)
        #expect(writer.error == nil)
        writer.movieTimeScale = 600
        #expect(code(writer) == .operationNotAllowed && writer.movieTimeScale == 0)
        #expect(input.append(try TestMedia.frame(0)))
        input.markAsFinished()
        input.markAsFinished()
        #expect(!input.append(try TestMedia.frame(1)) && !input.isReadyForMoreMediaData)
        await writer.finishWriting()
        await writer.finishWriting()
        #expect(writer.status == .completed && writer.error == nil)
        writer.cancelWriting()
        #expect(writer.status == .completed)
    }

    @Test func missingPropertiesFailTheStart() {
        let complete: [(String, (AVAssetWriter) -> Void)] = [
            ("outputFileTypeProfile", { $0.preferredOutputSegmentInterval = CMTime(value: 1, timescale: 1) }),
            ("preferredOutputSegmentInterval", { $0.outputFileTypeProfile = .mpeg4AppleHLS }),
        ]
        for (missing, configure) in complete {
            let writer = AVAssetWriter(contentType: .mpeg4Movie)
            writer.add(AVAssetWriterInput(mediaType: .video, outputSettings: TestMedia.videoSettings))
            configure(writer)
            #expect(!writer.startWriting() && writer.status == .failed && code(writer) == .incorrectlyConfigured)
            #expect(writer.error?.localizedDescription.contains(missing) == true)
        }
    }

    @Test func contentTypeOtherThanMPEG4FailsTheStart() {
        let writer = AVAssetWriter(contentType: .quickTimeMovie)
        writer.add(AVAssetWriterInput(mediaType: .video, outputSettings: TestMedia.videoSettings))
        #expect(!writer.startWriting() && code(writer) == .incorrectlyConfigured)
    }

    @Test func writingSegmentsRequiresADelegate() {
        let (writer, _) = segmentWriter()
        #expect(!writer.startWriting() && code(writer) == .incorrectlyConfigured)
        #expect(writer.error?.localizedDescription.contains("delegate") == true)
    }

    @Test func delegateThatIsReleasedFailsTheWriter() async throws {
        let (writer, input) = segmentWriter()
        var presentation: PresentationFolder? = try PresentationFolder(WritingFolder())
        writer.delegate = presentation
        #expect(writer.delegate === presentation && writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        presentation = nil
        #expect(writer.delegate == nil)
        let group = DispatchGroup()
        SampleSupply(input).supply({ $0 < 100 ? try? TestMedia.frame($0) : nil }, to: group)
        await group.finished()
        await writer.finishWriting()
        #expect(writer.status == .failed && code(writer) == .incorrectlyConfigured)
        #expect(writer.error?.localizedDescription.contains("delegate") == true)
    }

    @Test func delegateWithoutMethodsFailsTheWriter() async throws {
        final class Nothing: NSObject, AVAssetWriterDelegate {}
        let (writer, input) = segmentWriter()
        let delegate = Nothing()
        writer.delegate = delegate
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        let group = DispatchGroup()
        SampleSupply(input).supply({ $0 < 100 ? try? TestMedia.frame($0) : nil }, to: group)
        await group.finished()
        await writer.finishWriting()
        #expect(writer.status == .failed && code(writer) == .incorrectlyConfigured)
        #expect(writer.error?.localizedDescription.contains("didOutputSegmentData") == true)
        withExtendedLifetime(delegate) {}
    }

    @Test func inputThatIsRejectedFailsTheStart() throws {
        let folder = try WritingFolder()
        let writer = try AVAssetWriter(url: folder.url("sound.m4a"), fileType: .m4a)
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: TestMedia.videoSettings)
        #expect(writer.availableMediaTypes == [.audio] && !writer.canAdd(input))
        writer.add(input)
        #expect(writer.inputs.isEmpty && code(writer) == .incorrectlyConfigured)
        writer.add(AVAssetWriterInput(mediaType: .audio, outputSettings: TestMedia.audioSettings))
        #expect(!writer.startWriting() && writer.status == .failed)
        #expect(!FileManager.default.fileExists(atPath: folder.path("sound.m4a")))
    }

    @Test func existingFileIsNotReplaced() throws {
        let folder = try WritingFolder()
        try Data([1]).write(to: folder.url("movie.mp4"))
        let writer = try AVAssetWriter(url: folder.url("movie.mp4"), fileType: .mp4)
        writer.add(AVAssetWriterInput(mediaType: .video, outputSettings: TestMedia.videoSettings))
        #expect(!writer.startWriting() && writer.status == .failed && code(writer) == .fileAlreadyExists)
        #expect(try Data(contentsOf: folder.url("movie.mp4")) == Data([1]))
    }

    @Test func urlOfAServerIsRejected() {
        #expect {
            try AVAssetWriter(url: URL(string: "https://example.com/movie.mp4")!, fileType: .mp4)
        } throws: { ($0 as? AVError)?.code == .incorrectlyConfigured }
    }

    @Test func bufferWithoutTimeFailsTheWriter() throws {
        let folder = try WritingFolder()
        let writer = try AVAssetWriter(url: folder.url("movie.mp4"), fileType: .mp4)
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: TestMedia.videoSettings)
        writer.add(input)
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        let pixels = try TestMedia.pixels(0)
        let buffer = try CMSampleBuffer(
            imageBuffer: pixels, formatDescription: CMFormatDescription(imageBuffer: pixels), sampleTiming: .invalid)
        #expect(!input.append(buffer) && writer.status == .failed && code(writer) == .invalidSourceMedia)
        #expect(!input.append(try TestMedia.frame(0)))
    }

    @Test func requestBeforeTheInputHasAWriterIsServed() async throws {
        let folder = try WritingFolder()
        let writer = try AVAssetWriter(url: folder.url("movie.mp4"), fileType: .mp4)
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: TestMedia.videoSettings)
        let group = DispatchGroup()
        // The request may be served as soon as writing starts, but samples require a session.
        let session = DispatchSemaphore(value: 0)
        let supply: @Sendable (Int) -> CMSampleBuffer? = { index in
            if index == 0 { session.wait() }
            return index < 10 ? try? TestMedia.frame(index) : nil
        }
        SampleSupply(input).supply(supply, to: group)
        writer.add(input)
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        session.signal()
        await group.finished()
        await writer.finishWriting()
        #expect(writer.status == .completed)
    }

    /// The completion handler retains the writer, as AVFoundation does.
    @Test func writingCompletesAfterTheProgramReleasesTheWriter() async throws {
        let folder = try WritingFolder()
        var writer: AVAssetWriter? = try AVAssetWriter(url: folder.url("movie.mp4"), fileType: .mp4)
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: TestMedia.videoSettings)
        writer?.add(input)
        writer?.startWriting()
        writer?.startSession(atSourceTime: .zero)
        for index in 0..<2 { #expect(input.append(try TestMedia.frame(index))) }
        await withCheckedContinuation { continuation in
            writer?.finishWriting { continuation.resume() }
            writer = nil
        }
        #expect(try folder.probe("movie.mp4", "-show_entries", "stream=codec_name") == ["h264"])
    }
}
