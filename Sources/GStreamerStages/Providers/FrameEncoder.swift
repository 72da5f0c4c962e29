import AssetWriting
import Media
import StageKit

/// An encoder for a writer's input, which uses the sessions of `video.encode` and `audio.encode`.
final class FrameEncoder: MediaEncoder {
    /// A request of the writer. Commands are processed in order.
    enum Command: Sendable {
        case encode(Frame)
        case endPass
        case finish
    }

    /// The number of queued frames at which the writer is notified to wait.
    private static let maximumQueueLength = 8

    private let events: CodecEventQueue<EncodingEvent>
    private let commands: AsyncStream<Command>.Continuation
    private let work: Task<Void, Never>

    init(_ plan: EncodingPlan, events deliver: @escaping @Sendable (EncodingEvent) -> Void) {
        let events = CodecEventQueue<EncodingEvent>(
            limit: Self.maximumQueueLength, wants: { .wantsFrames($0) }, deliver: deliver)
        self.events = events
        let (stream, commands) = AsyncStream.makeStream(of: Command.self)
        self.commands = commands
        work = Task.detached {
            var run = EncodingRun(plan: plan, events: events)
            do {
                for await command in stream { try await run.process(command) }
                if Task.isCancelled { throw CancellationError() }
            } catch {
                await run.abandon(error)
                events.end(error is CancellationError ? nil : .failed(AssetWriterError(.encoding, "\(error)")))
            }
        }
    }

    func encode(_ frame: Frame) {
        events.workQueued()
        commands.yield(.encode(frame))
    }

    func endPass() { commands.yield(.endPass) }

    func finish() {
        commands.yield(.finish)
        commands.finish()
    }

    func cancel() {
        events.end(nil)
        // Before the end of the commands, which would otherwise be taken for their regular end.
        work.cancel()
        commands.finish()
    }
}

/// The passes of one encoder, run in its task.
private struct EncodingRun {
    let plan: EncodingPlan
    let events: CodecEventQueue<EncodingEvent>
    private var session: SingleTrackEncoder?
    private var passIndex = 0
    private var record: PassStatistics?
    private var content = FrameContentWrapper()

    init(plan: EncodingPlan, events: CodecEventQueue<EncodingEvent>) {
        self.plan = plan
        self.events = events
    }

    mutating func process(_ command: FrameEncoder.Command) async throws {
        switch command {
        case .encode(let frame):
            events.workStarted()
            try await encode(frame)
        case .endPass: try await endPass()
        case .finish:
            try await endSession()
            record = nil
            events.end(.ended)
        }
    }

    func abandon(_ error: any Error) async { await session?.abandon(error) }

    private mutating func encode(_ frame: Frame) async throws {
        let frame = try content.converted(frame, fallback: plan.request.sourceFormat)
        if session == nil { session = try await begin(with: frame) }
        guard let session else { return }
        let forces = plan.isVideo && session.boundaries.mustForce(frame)
        do {
            try await session.feed.push(frame, forcingSync: forces)
        } catch is OutputClosed {
            throw StageError(.elementFailed, "the encoder ended before its last frame")
        }
    }

    private mutating func begin(with frame: Frame) async throws -> SingleTrackEncoder {
        let outlet = CodecOutlet<Sample>(
            announce: { [events] in events.send(.track($0)) }, emit: { [events] in events.send(.sample($0)) })
        return try await plan.start(with: frame, pass: try pass(), outlet: outlet) { [events, plan] problem in
            // A live frame that was not coded as a sync sample makes a segment longer, but does not require the
            // recording to fail.
            guard problem.severity == .error, !plan.request.isRealTime else { return }
            events.end(.failed(AssetWriterError(.encoding, problem.message)))
        }
    }

    private mutating func pass() throws -> EncodingPass {
        guard plan.passCount > 1 else { return .only }
        let record = try record ?? PassStatistics(in: plan.request.temporaryFolder?.path)
        self.record = record
        return passIndex == 0 ? .first(record: record.path) : .last(record: record.path)
    }

    private mutating func endPass() async throws {
        let hasFrames = session != nil
        try await endSession()
        passIndex += 1
        let isMore = hasFrames && passIndex < plan.passCount
        let everything = MediaTimeRange(start: .zero, duration: .indefinite)
        events.send(.passEnded(next: isMore ? [everything] : nil))
    }

    private mutating func endSession() async throws {
        try await session?.finish()
        session = nil
    }
}
