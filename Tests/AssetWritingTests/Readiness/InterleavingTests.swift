import ScriptedMedia
import AssetWriting
import Dispatch
import Media
import Synchronization
import Testing

/// Readiness according to the interleaving of inputs.
@Suite struct InterleavingTests {
    private let video = Script.video(frames: 3000, rate: (30, 1), syncEvery: 30)
    private let audio = Script.audio(packets: 4700, rate: 48000, priming: 0)

    /// A multiplexing writer: two passthrough inputs, segments flushed by the test; its window is 30 seconds.
    private func muxer() throws -> (AssetWriter, [AssetWriterInput], SegmentCollector) {
        let (writer, inputs, collector) = Script.writer(for: [video, audio], interval: .indefinite)
        try #require(writer.begin())
        return (writer, inputs, collector)
    }

    @Test func leadingInputIsNotReadyUntilOtherCatchesUp() throws {
        let (writer, inputs, _) = try muxer()
        let taken = video.samples.prefix { inputs[0].isReadyForMoreMediaData && inputs[0].append($0) }
        // Thirty seconds and the frame that reaches them.
        #expect((900...901).contains(taken.count))
        #expect(!inputs[0].isReadyForMoreMediaData && !inputs[0].readyForMoreMediaData)
        #expect(!inputs[0].append(video.samples[taken.count]))
        #expect(writer.error?.code == .notReady)
        #expect(writer.status == .writing)
        #expect(inputs[1].isReadyForMoreMediaData)
        for packet in audio.samples[..<100] { inputs[1].append(packet) }
        #expect(inputs[0].isReadyForMoreMediaData)
        #expect(inputs[0].append(video.samples[taken.count]))
    }

    @Test func finishedInputDoesNotBlockOthers() throws {
        let (writer, inputs, _) = try muxer()
        for sample in video.samples { guard inputs[0].append(sample) else { break } }
        #expect(!inputs[0].isReadyForMoreMediaData)
        inputs[1].append(audio.samples[0])
        inputs[1].markAsFinished()
        #expect(writer.status == .writing)
        #expect(inputs[0].isReadyForMoreMediaData)
    }

    @Test func tasksWaitForTheirTurnAndEndWithTheInput() async throws {
        let (writer, inputs, collector) = try muxer()
        async let pictures: Void = {
            var next = video.samples[...]
            for await _ in inputs[0].mediaDataRequests {
                while inputs[0].isReadyForMoreMediaData, let sample = next.popFirst() { inputs[0].append(sample) }
                if next.isEmpty { inputs[0].markAsFinished() }
            }
        }()
        for packet in audio.samples { try await inputs[1].appendWhenReady(packet) }
        inputs[1].markAsFinished()
        await pictures
        await writer.finishWriting()
        #expect(writer.status == .completed)
        let reports = collector.media.flatMap { $0.report?.trackReports ?? [] }
        #expect(reports.first { $0.mediaType == .video }?.duration == .seconds(100))
        #expect(reports.first { $0.mediaType == .audio }?.duration == MediaTime(value: 4700 * 1024, timescale: 48000))
    }

    @Test func threadsOfDifferentSpeedStayWithinWindow() async throws {
        let (writer, inputs, _) = try muxer()
        /// The position of each input, and the maximum observed distance between them.
        let progress = Mutex<(ends: [MediaTime], lead: MediaTime)>(([.zero, .zero], .zero))
        let done = DispatchGroup()
        for (index, script) in [video, audio].enumerated() {
            let queue = DispatchQueue(label: "input \(index)")
            let rest = Mutex(script.samples[...])
            let input = inputs[index]
            done.enter()
            input.requestMediaDataWhenReady(on: queue) {
                while input.isReadyForMoreMediaData {
                    guard let sample = rest.withLock({ $0.popFirst() }) else {
                        input.markAsFinished()
                        progress.withLock { $0.ends[index] = .indefinite }
                        return done.leave()
                    }
                    guard input.append(sample) else { return }
                    progress.withLock { state in
                        state.ends[index] = sample.decodeTime
                        let lead = sample.decodeTime - state.ends[1 - index]
                        if !lead.isIndefinite { state.lead = max(state.lead, lead) }
                    }
                    // Slows down the video.
                    if index == 0 { for _ in 0..<200 { _ = writer.status } }
                }
            }
        }
        await withCheckedContinuation { continuation in
            done.notify(queue: .global()) { continuation.resume() }
        }
        await writer.finishWriting()
        #expect(writer.status == .completed)
        #expect(progress.withLock { $0.lead } <= .seconds(31))
    }

    @Test func requestBlockRunsAfterOtherInputFinishes() async throws {
        let (writer, inputs, _) = try muxer()
        let rest = Mutex(video.samples[...])
        let queue = DispatchQueue(label: "video")
        let input = inputs[0]
        await withCheckedContinuation { continuation in
            input.requestMediaDataWhenReady(on: queue) {
                while input.isReadyForMoreMediaData {
                    guard let sample = rest.withLock({ $0.popFirst() }) else {
                        input.markAsFinished()
                        return continuation.resume()
                    }
                    input.append(sample)
                }
                // The video has reached the window; the audio input finishes after its first packet.
                queue.async {
                    inputs[1].append(audio.samples[0])
                    inputs[1].markAsFinished()
                }
            }
        }
        await writer.finishWriting()
        #expect(writer.status == .completed)
        #expect(rest.withLock { $0.isEmpty })
    }

    @Test func waitingEndsWhenWritingFailsOrTheTaskIsCancelled() async throws {
        let (writer, inputs, _) = try muxer()
        for sample in video.samples { guard inputs[0].append(sample) else { break } }
        let waiting = Task { try await inputs[0].appendWhenReady(video.samples[1000]) }
        waiting.cancel()
        await #expect(throws: AssetWriterError.self) { try await waiting.value }
        let second = Task { try await inputs[0].appendWhenReady(video.samples[1000]) }
        writer.cancelWriting()
        await #expect(throws: AssetWriterError.self) { try await second.value }
    }

    @Test func aBlockIsCalledALastTimeWhenWritingFails() async throws {
        let (writer, inputs, _) = try muxer()
        let rest = Mutex(video.samples[...])
        let input = inputs[0]
        await withCheckedContinuation { continuation in
            input.requestMediaDataWhenReady(on: DispatchQueue(label: "video")) {
                while input.isReadyForMoreMediaData {
                    guard let sample = rest.withLock({ $0.popFirst() }), input.append(sample) else {
                        input.markAsFinished()
                        return continuation.resume()
                    }
                }
                // The video waits for audio that never arrives.
                writer.cancelWriting()
            }
        }
        #expect(writer.status == .cancelled)
        #expect(rest.withLock { $0.count } > 2000)
    }

    @Test func realTimeInputsDoNotWaitForOthers() throws {
        let muxing = AssetWriter(contentType: .mp4)
        muxing.outputFileTypeProfile = .mpeg4AppleHLS
        muxing.preferredOutputSegmentInterval = .seconds(1)
        muxing.encoderProvider = ScriptedEncoders()
        SegmentCollector().collect(from: muxing)
        let pictures = AssetWriterInput(mediaType: .video, outputSettings: ScriptedEncoders.videoSettings)
        let sound = AssetWriterInput(mediaType: .audio, outputSettings: ScriptedEncoders.audioSettings)
        for input in [pictures, sound] {
            input.expectsMediaDataInRealTime = true
            muxing.add(input)
        }
        try #require(muxing.begin())
        // Twenty times the window without audio: a camera does not wait for a microphone.
        for frame in ScriptedEncoders.frames(600, rate: 30) { #expect(pictures.append(frame)) }
        #expect(sound.isReadyForMoreMediaData)
    }
}
