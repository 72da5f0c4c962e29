import Media
import StageKit

/// A transform whose errors do not end the run.
struct RecoveringTransform<Wrapped: Transform>: Transform, RecoveringStage, HeldMediaObserving {
    typealias Input = Wrapped.Input
    typealias Output = Wrapped.Output

    static var mediaTypes: Set<MediaType> { Wrapped.mediaTypes }
    static var interleavesInputs: Bool { Wrapped.interleavesInputs }

    private var stage: Wrapped
    private let make: @Sendable () throws -> Wrapped
    private let policy: ErrorPolicy
    private var isBypassed = false
    private var limiter = RestartLimiter()
    private var input = OpenTracks()
    private var output = OpenTracks()

    init(_ stage: RestartableStage<Wrapped>) { (self.stage, policy, make) = (stage.stage, stage.policy, stage.make) }

    mutating func receive(_ message: Message<Input>, _ effects: inout Effects<Output>) throws {
        input.record(message)
        if isBypassed { return passThrough([message], &effects) }
        try call(&effects) { try $0.receive(message, &$1) }
    }

    mutating func finish(_ effects: inout Effects<Output>) throws {
        guard !isBypassed else { return }
        do {
            try stage.finish(&effects)
        } catch {
            guard policy == .restart || policy == .bypass else { throw error }
            effects.reportWarning("stage-failed", "\(error); the data buffered in the stage at the end is lost")
        }
    }

    mutating func wake(at now: MediaTime, _ effects: inout Effects<Output>) throws {
        if !isBypassed { try call(&effects) { try $0.wake(at: now, &$1) } }
    }

    mutating func receive(_ request: UpstreamRequest, _ effects: inout Effects<Output>) {
        if isBypassed { return effects.request(request) }
        stage.receive(request, &effects)
    }

    func requests(holdingVideoUntil time: MediaTime, after earlier: MediaTime?) -> [UpstreamRequest] {
        guard !isBypassed, let observing = stage as? any HeldMediaObserving else { return [] }
        return observing.requests(holdingVideoUntil: time, after: earlier)
    }

    private mutating func call(
        _ effects: inout Effects<Output>, _ body: (inout Wrapped, inout Effects<Output>) throws -> Void
    ) throws {
        let before = effects.messages.count
        do {
            try body(&stage, &effects)
        } catch {
            recordOutput(effects, from: before)
            return try recover(from: error, &effects)
        }
        recordOutput(effects, from: before)
    }

    private mutating func recover(from error: any Error, _ effects: inout Effects<Output>) throws {
        switch policy {
        case .automatic, .stop, .retry: throw error
        case .restart:
            guard limiter.consumeRestart(at: effects.clock.now) else { throw error }
            let now = effects.clock.mediaTime
            effects.losses.record(
                "a stage failed and was replaced", from: MediaInstant(now - .seconds(2)),
                until: MediaInstant(now + .seconds(2)))
            effects.reportWarning(
                ProblemCode.stageRestarted, "\(error); restarted the stage, its buffered data is lost")
            stage = try make()
            for track in input.tracks { try stage.receive(.track(track), &effects) }
        case .bypass:
            effects.reportWarning("stage-bypassed", "\(error); the stage is bypassed from now on")
            isBypassed = true
            for message: Message<Output> in output.transition(to: input) { effects.emit(message: message) }
        }
    }

    private mutating func recordOutput(_ effects: Effects<Output>, from index: Int) {
        for message in effects.messages[index...] { output.record(message) }
    }

    /// Passes messages through unchanged. The plan allows bypassing only if the input and output types are the same.
    private func passThrough(_ messages: [Message<Input>], _ effects: inout Effects<Output>) {
        guard let passed = messages as? [Message<Output>] else { return }
        for message in passed { effects.emit(message: message) }
    }
}
