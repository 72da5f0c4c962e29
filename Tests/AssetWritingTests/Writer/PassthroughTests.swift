import ScriptedMedia
import AssetWriting
import Media
import Testing

/// The rules of the talk for passthrough.
@Suite struct PassthroughTests {
    @Test func aSegmentEndsJustBeforeTheNextSyncSampleAfterTheInterval() async throws {
        let video = Script.video(
            frames: 900, rate: (30, 1), isSync: { frame, _ in [0, 210, 360, 720].contains(frame) })
        let (writer, inputs, collector) = Script.writer(for: [video])
        try #require(writer.begin())
        for sample in video.samples { #expect(inputs[0].append(sample)) }
        inputs[0].markAsFinished()
        await writer.finishWriting()
        #expect(writer.status == .completed)
        #expect(writer.error == nil)
        #expect(collector.pieces.map(\.type) == [.initialization, .separable, .separable, .separable, .separable])
        let starts = collector.media.map { $0.report?.trackReports[0].earliestPresentationTimeStamp }
        #expect(starts == [0, 7, 12, 24].map { .seconds($0) })
        #expect(
            collector.media.allSatisfy { $0.report?.trackReports[0].firstVideoSampleInformation?.isSyncSample == true })
    }

    @Test func thirtySecondMovieHasFiveSegments() async throws {
        let video = Script.video(frames: 900, rate: (30, 1), syncEvery: 180)
        let (writer, inputs, collector) = Script.writer(for: [video])
        try #require(writer.begin())
        for sample in video.samples { inputs[0].append(sample) }
        await writer.finishWriting()
        #expect(collector.media.count == 5)
        #expect(collector.media.allSatisfy { $0.report?.trackReports[0].duration == .seconds(6) })
    }

    @Test func intervalPassthroughAllowsOneInput() {
        let scripts = [
            Script.video(frames: 1, rate: (30, 1), syncEvery: 1), Script.audio(packets: 1, rate: 48000, priming: 0),
        ]
        let (writer, inputs, _) = Script.writer(for: scripts)
        #expect(inputs.count == 2)
        #expect(!writer.startWriting())
        #expect(writer.status == .failed)
        #expect(writer.error?.message.contains("allows one input") == true)

        let second = AssetWriter(contentType: .mp4)
        second.preferredOutputSegmentInterval = .seconds(6)
        let input = AssetWriterInput(passingThrough: scripts[0].track)
        #expect(second.canAdd(input) && second.add(input))
        #expect(!second.canAdd(AssetWriterInput(passingThrough: scripts[1].track)))
        #expect(!second.canAdd(input))
    }

    @Test func dependentAudioIsCutAtItsSyncSamples() async throws {
        var audio = Script.audio(packets: 1000, rate: 48000, priming: 0).syncs { $0 % 100 == 0 }
        if case .codedAudio(var format) = audio.track.format {
            format.hasSampleDependencies = true
            audio.track.format = .codedAudio(format)
        }
        let (writer, inputs, collector) = Script.writer(for: [audio], interval: .seconds(2))
        try #require(writer.begin())
        for sample in audio.samples { inputs[0].append(sample) }
        await writer.finishWriting()
        let starts = collector.media.compactMap { $0.report?.trackReports[0].earliestPresentationTimeStamp }
        // A sync packet every 100 packets of 1024 samples, or 2.13 s: each is the first one after another two seconds.
        let packets = starts.map { $0.ticks(at: 48000) / 1024 }
        #expect(packets == [0, 100, 200, 300, 400, 500, 600, 700, 800, 900])
    }

    @Test func theSampleBytesArriveUnchanged() async throws {
        let video = Script.video(frames: 60, rate: (30, 1), syncEvery: 30)
        let (writer, inputs, collector) = Script.writer(for: [video], interval: .seconds(1))
        try #require(writer.begin())
        for sample in video.samples { inputs[0].append(sample) }
        await writer.finishWriting()
        let media: [UInt8] = video.samples.flatMap { $0.bytes.bytes }
        let written: [UInt8] = collector.media.flatMap { $0.data.suffix(30 * 16) }
        #expect(written == media)
        let first = try #require(collector.media[1].report?.trackReports[0].firstVideoSampleInformation)
        let bytes = collector.media[1].data[first.offset..<first.offset + first.length]
        #expect(Array(bytes) == video.samples[30].bytes.bytes)
    }

    /// The profile is set before the second input is added, or after it.
    @Test(arguments: [false, true]) func cmafAllowsOneInput(isLate: Bool) throws {
        let script = Script.audio(packets: 10, rate: 48000, priming: 0)
        let writer = AssetWriter(contentType: .mp4)
        let collector = SegmentCollector()
        writer.delegate = collector
        writer.preferredOutputSegmentInterval = .indefinite
        if !isLate { writer.outputFileTypeProfile = .mpeg4CMAFCompliant }
        #expect(writer.add(AssetWriterInput(passingThrough: script.track)))
        let second = AssetWriterInput(passingThrough: script.track)
        #expect(writer.canAdd(second) == isLate && writer.add(second) == isLate)
        if isLate {
            writer.outputFileTypeProfile = .mpeg4CMAFCompliant
            #expect(!writer.startWriting() && writer.status == .failed)
        }
        #expect(writer.error?.code == .invalidSettings)
        #expect(writer.error?.message.contains("mpeg4CMAFCompliant allows one input") == true)
    }

    /// The delivered segments refer to the appended memory.
    @Test func thePayloadIsNotCopied() async throws {
        let video = Script.video(frames: 60, rate: (30, 1), syncEvery: 30)
        let (writer, inputs, _) = Script.writer(for: [video], interval: .seconds(1))
        writer.delegate = nil
        let segments = writer.segments
        try #require(writer.begin())
        let reading = Task {
            var storages: Set<ObjectIdentifier> = []
            for try await segment in segments {
                for slice in segment.data.slices { storages.insert(ObjectIdentifier(slice.storage)) }
            }
            return storages
        }
        for sample in video.samples { try await inputs[0].appendWhenReady(sample) }
        await writer.finishWriting()
        let delivered = try await reading.value
        #expect(video.samples.allSatisfy { delivered.contains(ObjectIdentifier($0.bytes.storage)) })
    }

    @Test func theFirstFormOfTheDelegateGetsTheSameSegments() async throws {
        let video = Script.video(frames: 60, rate: (30, 1), syncEvery: 30)
        let (writer, inputs, _) = Script.writer(for: [video], interval: .seconds(1))
        let collector = ReportlessCollector()
        writer.delegate = collector
        try #require(writer.begin())
        for sample in video.samples { inputs[0].append(sample) }
        await writer.finishWriting()
        #expect(collector.types == [.initialization, .separable, .separable])
        #expect(AssetSegmentType.initialization.rawValue == 1 && AssetSegmentType.separable.rawValue == 2)
    }

    @Test func segmentsAreDeliveredAsSequence() async throws {
        let video = Script.video(frames: 300, rate: (30, 1), syncEvery: 30)
        let (writer, inputs, _) = Script.writer(for: [video], interval: .seconds(1))
        writer.delegate = nil
        let segments = writer.segments
        try #require(writer.begin())
        let reading = Task {
            var types: [AssetSegmentType] = []
            for try await segment in segments { types.append(segment.type) }
            return types
        }
        for sample in video.samples { try await inputs[0].appendWhenReady(sample) }
        await writer.finishWriting()
        #expect(try await reading.value == [.initialization] + Array(repeating: .separable, count: 10))
    }

    @Test func aFailureEndsTheSequence() async throws {
        let video = Script.video(frames: 30, rate: (30, 1), syncEvery: 30)
        let (writer, inputs, _) = Script.writer(for: [video], interval: .seconds(1))
        try #require(writer.begin())
        let segments = writer.segments
        inputs[0].append(video.samples[1])
        await #expect(throws: AssetWriterError.self) { for try await _ in segments {} }
    }

    @Test func sequenceNumbersStartAtInitialNumber() async throws {
        let video = Script.video(frames: 60, rate: (30, 1), syncEvery: 30)
        let (writer, inputs, collector) = Script.writer(for: [video], interval: .seconds(1))
        writer.initialMovieFragmentSequenceNumber = 77
        writer.movieTimeScale = 600
        try #require(writer.begin())
        for sample in video.samples { inputs[0].append(sample) }
        await writer.finishWriting()
        #expect(collector.media.map { $0.data.field32(after: "mfhd", at: 4) } == [77, 78])
        #expect(collector.pieces[0].data.field32(after: "mvhd", at: 12) == 600)
    }

    @Test func combinableWritersShareInitializationSegment() async throws {
        var audio = Script.audio(packets: 200, rate: 48000, priming: 1024)
        audio.track.priming = 1024
        var initializations: [[UInt8]] = []
        for part in [audio.samples[..<100], audio.samples[100...]] {
            let writer = AssetWriter(contentType: .mp4)
            let input = AssetWriterInput(passingThrough: audio.track)
            writer.add(input)
            writer.outputFileTypeProfile = .mpeg4CMAFCompliant
            writer.preferredOutputSegmentInterval = .seconds(6)
            writer.producesCombinableFragments = true
            let collector = SegmentCollector()
            writer.delegate = collector
            try #require(writer.begin())
            for sample in part { input.append(sample) }
            await writer.finishWriting()
            try #require(writer.status == .completed)
            initializations.append(collector.pieces[0].data)
        }
        #expect(initializations[0] == initializations[1])
        #expect(initializations[0].firstRange(of: Array("elst".utf8)) != nil)
    }
}

extension [UInt8] {
    /// Returns a 32-bit field, `offset` bytes after the first box name of this type.
    func field32(after type: String, at offset: Int) -> UInt32? {
        guard let end = firstRange(of: Array(type.utf8))?.upperBound, end + offset + 4 <= count else { return nil }
        return self[(end + offset)..<(end + offset + 4)].reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Returns a 64-bit field, `offset` bytes after the first box name of this type.
    func field64(after type: String, at offset: Int) -> UInt64? {
        guard let high = field32(after: type, at: offset), let low = field32(after: type, at: offset + 4) else {
            return nil
        }
        return UInt64(high) << 32 | UInt64(low)
    }
}
