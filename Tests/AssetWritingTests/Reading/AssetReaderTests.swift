import ScriptedMedia
import AssetWriting
import Foundation
import Dispatch
import Media
import Packaging
import Testing

/// The rules of the reader, without codecs.
@Suite struct AssetReaderTests {
    private let video = Script.video(frames: 90, rate: (30, 1), syncEvery: 10)
    private let audio = Script.audio(packets: 141, rate: 48_000, priming: 1024)

    @Test func writtenMovieIsReadBack() throws {
        let movie = try ScriptedMovie([video, audio])
        let asset = try movie.asset()
        let reader = AssetReader(asset: asset)
        let outputs = asset.tracks.map { AssetReaderTrackOutput(track: $0, outputSettings: nil) }
        for output in outputs { #expect(reader.add(output)) }
        #expect(reader.startReading() && reader.status == .reading)
        for (output, script) in zip(outputs, [video, audio]) {
            for sample in script.samples {
                let read = try #require(output.nextSample())
                #expect(read.presentationTime == sample.presentationTime && read.decodeTime == sample.decodeTime)
                #expect(read.bytes == sample.bytes && read.isSync == sample.isSync)
            }
            #expect(output.nextSample() == nil)
        }
        #expect(reader.status == .completed && reader.error == nil)
    }

    /// Passthrough to a QuickTime movie needs no source format hint: the reader's buffers contain their format.
    @Test func sampleBuffersCarryTheirFormat() async throws {
        let asset = try ScriptedMovie([video, audio]).asset()
        let path = FileManager.default.temporaryDirectory.appending(path: "copy-\(UUID().uuidString).mov").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let reader = AssetReader(asset: asset)
        let writer = AssetWriter(url: FileURL(fileURLWithPath: path), fileType: .mov)
        let outputs = asset.tracks.map { AssetReaderTrackOutput(track: $0, outputSettings: nil) }
        let inputs = asset.tracks.map { AssetWriterInput(mediaType: $0.mediaType, outputSettings: nil) }
        for output in outputs { #expect(reader.add(output)) }
        for input in inputs { #expect(writer.add(input)) }
        try #require(reader.startReading() && writer.begin())
        try await withThrowingTaskGroup { group in
            for (output, input) in zip(outputs, inputs) {
                group.addTask {
                    for await _ in input.mediaDataRequests {
                        while input.isReadyForMoreMediaData {
                            guard let buffer = await output.nextSampleBuffer() else { return input.markAsFinished() }
                            #expect(buffer.formatDescription == output.track.format)
                            guard input.append(buffer.shifted(by: .zero)) else { throw try #require(writer.error) }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        await writer.finishWriting()
        #expect(writer.status == .completed)
        let copy = try Asset(url: FileURL(fileURLWithPath: path))
        #expect(copy.tracks.map(\.formatCode) == asset.tracks.map(\.formatCode))
        #expect(copy.tracks.map(\.sampleCount) == [90, 141])
    }

    @Test func samplesAsASequenceEndWithTheReadersError() async throws {
        let movie = try ScriptedMovie([video])
        try movie.cut(to: 0.7)
        let asset = try movie.asset()
        let (reader, output) = try reading(asset)
        var count = 0
        await #expect(throws: AssetReaderError.self) {
            for try await _ in output.samples { count += 1 }
        }
        #expect((30..<90).contains(count))
        #expect(reader.status == .failed && reader.error?.code == .truncatedFile)
    }

    @Test func aFileThatBecomesShorterFailsTheReaderInsteadOfTheProcess() throws {
        let movie = try ScriptedMovie([Script.video(frames: 3000, rate: (30, 1), syncEvery: 10)])
        let (reader, output) = try reading(movie.asset())
        #expect(output.nextSample() != nil)
        try movie.truncate(to: 50_000)
        var count = 0
        while output.nextSample() != nil { count += 1 }
        #expect(count < 300)
        #expect(reader.status == .failed && reader.error?.code == .truncatedFile)
    }

    @Test func audioSampleDependenciesAreReported() throws {
        var usac = audio
        // xHE-AAC: object type 42 at 48 kHz in stereo.
        let format = CodedAudioFormat(
            configuration: .aac(AudioSpecificConfig(bytes: [0xf9, 0x46, 0x40, 0x00])), sampleRate: 48_000,
            channelCount: 2, framesPerPacket: 1024, hasSampleDependencies: true)
        usac.track.format = .codedAudio(format)
        #expect(try ScriptedMovie([usac]).asset().tracks[0].hasAudioSampleDependencies)
        #expect(try !ScriptedMovie([audio]).asset().tracks[0].hasAudioSampleDependencies)
        #expect(try !ScriptedMovie([video]).asset().tracks[0].hasAudioSampleDependencies)
    }

    @Test func outputsAreAddedBeforeReadingAndOnce() throws {
        let movie = try ScriptedMovie([video, audio])
        let asset = try movie.asset()
        let reader = AssetReader(asset: asset)
        #expect(!reader.startReading() && reader.error?.code == .invalidState)
        let output = AssetReaderTrackOutput(track: asset.tracks[0], outputSettings: nil)
        #expect(output.nextSample() == nil)
        #expect(reader.canAdd(output) && reader.add(output))
        #expect(!reader.add(output) && reader.error?.code == .invalidState)
        #expect(reader.startReading() && reader.error == nil)
        #expect(!reader.add(AssetReaderTrackOutput(track: asset.tracks[1], outputSettings: nil)))
        #expect(!reader.startReading() && reader.status == .reading)
        reader.timeRange = MediaTimeRange(start: .seconds(1), duration: .seconds(1))
        #expect(reader.error?.message.contains("before startReading") == true && reader.timeRange.start == .zero)
    }

    @Test func invalidOutputIsRejectedWithReason() throws {
        let movie = try ScriptedMovie([video, audio])
        let (asset, other) = (try movie.asset(), try movie.asset())
        let reader = AssetReader(asset: asset)
        for (track, settings) in [
            (other.tracks[0], nil), (asset.tracks[0], .audio), (asset.tracks[1], .video),
            (asset.tracks[0], .video(VideoFrameSettings(width: 100))),
            (asset.tracks[0], .video(VideoFrameSettings(pixelFormat: PixelFormat(rawValue: "a ! b")))),
            (asset.tracks[1], .audio(AudioFrameSettings(sampleRate: 0))),
        ] as [(AssetTrack, ReaderOutputSettings?)] {
            let output = AssetReaderTrackOutput(track: track, outputSettings: settings)
            #expect(!reader.canAdd(output) && !reader.add(output))
            #expect(reader.error?.code == .invalidSettings)
        }
        reader.timeRange = MediaTimeRange(start: .seconds(-1), duration: .seconds(1))
        #expect(reader.error?.code == .invalidSettings && reader.timeRange.start == .zero)
    }

    @Test func decoderReceivesOnlyRequiredSamples() async throws {
        let movie = try ScriptedMovie([video])
        let decoders = ScriptedDecoders(delay: 3)
        let (reader, output) = try reading(movie.asset(), decoders)
        #expect(decoders.counts.samples == 0)
        let first = try #require(await output.nextFrame())
        #expect(first.presentationTime == .zero)
        #expect(decoders.counts.samples <= 12)
        var rest: [Frame] = []
        for try await frame in output.frames { rest.append(frame) }
        #expect(rest.map(\.presentationTime) == video.samples.dropFirst().map(\.presentationTime))
        #expect(reader.status == .completed)
    }

    @Test func framesCanBeReadFromManyThreads() async throws {
        let movie = try ScriptedMovie([Script.video(frames: 900, rate: (30, 1), syncEvery: 10)])
        let (reader, output) = try reading(movie.asset(), ScriptedDecoders(delay: 5))
        let counts = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var count = 0
                    while await output.nextFrame() != nil { count += 1 }
                    return count
                }
            }
            return await group.reduce(0, +)
        }
        #expect(counts == 900 && reader.status == .completed)
    }

    @Test func aDecoderThatFailsFailsTheReaderAfterItsFrames() async throws {
        let movie = try ScriptedMovie([video])
        let (reader, output) = try reading(movie.asset(), ScriptedDecoders(failsAfter: 20))
        var count = 0
        await #expect(throws: AssetReaderError(.decoding, "scripted failure")) {
            for try await _ in output.frames { count += 1 }
        }
        #expect(count == 20 && reader.status == .failed)
    }

    @Test func aDecoderThatIsNotThereFailsTheStart() throws {
        let asset = try ScriptedMovie([video]).asset()
        let reader = AssetReader(asset: asset)
        reader.decoderProvider = ScriptedDecoders(refusal: AssetReaderError(.decoding, "there is none"))
        reader.add(AssetReaderTrackOutput(track: asset.tracks[0], outputSettings: .video))
        #expect(!reader.startReading())
        #expect(reader.status == .failed && reader.error?.message == "there is none")
    }

    @Test func cancellationResumesWaitingReads() async throws {
        let asset = try ScriptedMovie([video]).asset()
        // The decoder holds back all frames and accepts no samples, so the end is never reached.
        let (reader, output) = try reading(asset, StallingDecoders())
        async let waiting = output.nextFrame()
        reader.cancelReading()
        let frame = await waiting
        #expect(frame == nil && reader.status == .cancelled)
    }

    /// A decoder that hangs from the start, after some frames, or after the end of the samples.
    @Test(arguments: [0, 5, 90]) func aDecoderThatHangsFailsTheReaderInBoundedTime(samples: Int) async throws {
        let asset = try ScriptedMovie([video]).asset()
        let decoders = StallingDecoders(samples: samples)
        let (reader, output) = try reading(asset, decoders, decoderTimeLimit: .milliseconds(200))
        var count = 0
        await #expect(
            performing: {
                for try await _ in output.frames { count += 1 }
            }, throws: { ($0 as? AssetReaderError)?.message.hasPrefix("the decoder has stalled") == true })
        #expect(count == samples)
        #expect(reader.status == .failed && reader.error?.code == .decoding)
        #expect(await decoders.isCancelled())
    }

    @Test(arguments: [(false, true), (true, false)])
    func stallDetectionIgnoresIdleDecoderAndBusyThreadPool(isOwing: Bool, tasksRun: Bool) {
        var silence = DecoderStallDetector()
        let looks = (0..<100).map { _ in silence.update(progressCount: 7, owesOutput: isOwing, tasksRun: tasksRun) }
        #expect(!looks.contains(true))
    }

    @Test func onlySilenceInARowCounts() {
        var silence = DecoderStallDetector()
        let moves = [1, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4]
        let looks = moves.map { silence.update(progressCount: $0, owesOutput: true, tasksRun: true) }
        #expect(looks.firstIndex(of: true) == 10)
        var starved = DecoderStallDetector()
        let runs = [true, true, true, true, false, true, true, true, true, true]
        let others = runs.map { starved.update(progressCount: 1, owesOutput: true, tasksRun: $0) }
        #expect(others.firstIndex(of: true) == 8)
    }

    private func reading(
        _ asset: Asset, _ decoders: (any DecoderProvider)? = nil, decoderTimeLimit: Duration = .seconds(60)
    ) throws -> (AssetReader, AssetReaderTrackOutput) {
        let reader = AssetReader(asset: asset, decoderTimeLimit: decoderTimeLimit)
        reader.decoderProvider = decoders
        let output = AssetReaderTrackOutput(
            track: asset.tracks[0], outputSettings: decoders == nil ? nil : .video)
        guard reader.add(output), reader.startReading() else { throw reader.error! }
        return (reader, output)
    }

    @Test(arguments: [(65, "64"), (10_000, "4096")])
    func movieWithTooManyTracksIsRejectedWithLimit(count: UInt32, limit: String) throws {
        let format = Script.video(frames: 1, rate: (30, 1), syncEvery: 1).track.format
        var assembler = MovieAssembler(settings: MovieSettings(fileType: .mp4))
        for number in 1...count {
            try assembler.add(Track(id: Track.ID(rawValue: number), format: format, timescale: 30))
        }
        let bytes = ByteSlice(copying: [1])
        for number in 1...count {
            let id = Track.ID(rawValue: number)
            try assembler.append(Sample(track: id, timescale: 30, decodeTicks: 0, duration: 1, bytes: bytes))
        }
        try assembler.finish()
        var image = MovieImage()
        image.perform(assembler.dequeueOperations())
        try withFile("many.mp4", image.bytes) { file in
            do throws(AssetReaderError) {
                _ = try Asset(url: FileURL(fileURLWithPath: file.path))
                Issue.record("the movie is read")
            } catch {
                #expect(error.message.contains("at most \(limit)"), "\(error.message)")
            }
        }
    }
}
