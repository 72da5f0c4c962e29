import AssetWriting
import Dispatch
import Media
import Synchronization
import Testing

/// Request blocks and inputs after a failure or a cancellation.
@Suite(.timeLimit(.minutes(1))) struct RequestEndTests {
    enum Ending: CaseIterable {
        case badSample, failingEncoder, cancellation
    }

    /// Counts runs of a block and calls of `leave`.
    private final class RunCounter: Sendable {
        private let counts = Mutex((leaves: 0, late: 0))
        var leaves: Int { counts.withLock { $0.leaves } }
        /// The number of runs that started after the writer had failed or was cancelled.
        var lateRuns: Int { counts.withLock { $0.late } }
        func leave() { counts.withLock { $0.leaves += 1 } }
        func runs(late: Bool) { if late { counts.withLock { $0.late += 1 } } }
    }

    private static func isBroken(_ writer: AssetWriter) -> Bool {
        writer.status == .failed || writer.status == .cancelled
    }

    /// A writer with two inputs, whose encoders fail if the ending requires it.
    private func writer(_ ending: Ending) throws -> (AssetWriter, [AssetWriterInput]) {
        let writer = AssetWriter(contentType: .mp4)
        writer.outputFileTypeProfile = .mpeg4AppleHLS
        writer.preferredOutputSegmentInterval = .seconds(1)
        writer.encoderProvider = ScriptedEncoders(failsAfter: ending == .failingEncoder ? 300 : .max)
        SegmentCollector().collect(from: writer)
        let inputs = [
            AssetWriterInput(mediaType: .video, outputSettings: ScriptedEncoders.videoSettings),
            AssetWriterInput(mediaType: .audio, outputSettings: ScriptedEncoders.audioSettings),
        ]
        for input in inputs { try #require(writer.add(input)) }
        try #require(writer.begin())
        return (writer, inputs)
    }

    private func frames(_ input: AssetWriterInput, _ ending: Ending) -> [Frame] {
        var frames = ScriptedEncoders.frames(900, rate: input.mediaType == .video ? 30 : 48)
        if ending == .badSample { frames[400].duration = -1 }
        return frames
    }

    /// The loop in AVFoundation's documentation: append while the input is ready, otherwise finish it and leave the
    /// group.
    @Test(arguments: Ending.allCases)
    func theReferenceLoopLeavesItsGroupOnceForEachInput(ending: Ending) async throws {
        for _ in 0..<10 {
            let (writer, inputs) = try writer(ending)
            let group = DispatchGroup()
            let tallies = inputs.map { _ in RunCounter() }
            for (input, tally) in zip(inputs, tallies) {
                let media = Mutex(frames(input, ending)[...])
                group.enter()
                input.requestMediaDataWhenReady(on: DispatchQueue(label: input.mediaType.rawValue)) {
                    tally.runs(late: Self.isBroken(writer))
                    while input.isReadyForMoreMediaData {
                        if let frame = media.withLock({ $0.popFirst() }) {
                            input.append(frame)
                            if ending == .cancellation, frame.presentationTicks == 200 { writer.cancelWriting() }
                        } else {
                            input.markAsFinished()
                            tally.leave()
                            if tally.leaves == 1 { group.leave() }
                        }
                    }
                }
            }
            await withCheckedContinuation { continuation in
                group.notify(queue: .global()) { continuation.resume() }
            }
            await writer.finishWriting()
            #expect(tallies.map(\.leaves) == [1, 1])
            #expect(tallies.allSatisfy { $0.lateRuns <= 1 })
            #expect(Self.isBroken(writer) && !inputs.contains { $0.isReadyForMoreMediaData })
        }
    }

    /// Blocks that append one sample per run and never finish their input.
    @Test(arguments: Ending.allCases)
    func aBlockRunsAtMostOnceMoreAfterTheEnd(ending: Ending) async throws {
        let (writer, inputs) = try writer(ending)
        let queues = inputs.map { DispatchQueue(label: $0.mediaType.rawValue) }
        let tallies = inputs.map { _ in RunCounter() }
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let state = SingleResume(continuation)
            for (index, input) in inputs.enumerated() {
                let media = Mutex(frames(input, ending)[...])
                let tally = tallies[index]
                input.requestMediaDataWhenReady(on: queues[index]) {
                    tally.runs(late: Self.isBroken(writer))
                    guard let frame = media.withLock({ $0.popFirst() }) else { return }
                    input.append(frame)
                    if ending == .cancellation, frame.presentationTicks == 200 { writer.cancelWriting() }
                    if Self.isBroken(writer) { state.end() }
                }
            }
        }
        // Calls that evaluate readiness again, and wait for any blocks they enqueue.
        for _ in 0..<10 {
            await writer.finishWriting()
            for queue in queues { queue.sync {} }
        }
        // A run that starts just before the end may also observe it.
        #expect(tallies.allSatisfy { $0.lateRuns <= 2 })
        for input in inputs {
            #expect(input.isReadyForMoreMediaData)
            input.markAsFinished()
            #expect(!input.isReadyForMoreMediaData)
        }
    }

    /// Resumes a continuation on the first call only.
    private final class SingleResume: Sendable {
        private let continuation: Mutex<CheckedContinuation<Void, Never>?>
        init(_ continuation: CheckedContinuation<Void, Never>) { self.continuation = Mutex(continuation) }
        func end() { continuation.withLock { $0.take() }?.resume() }
    }
}
