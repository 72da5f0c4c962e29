public import Media
public import StageKit

/// Runs a transform step by step and records its effects.
///
/// ```swift
/// var harness = try TransformHarness(KeyframeForce.self)
/// try harness.push(.script(track, frames))
/// try harness.finish()
/// #expect(harness.payloads.count == 150)
/// ```
public struct TransformHarness<Stage: Transform> {
    /// The transform in its current state.
    public private(set) var transform: Stage
    /// The effects of all calls so far.
    public private(set) var effects: Effects<Stage.Output>
    /// The clock of the run, which ``advance(by:)`` advances.
    public let clock: VirtualClock
    /// The media time of the run's clock.
    public var now: MediaTime { clock.mediaTime }
    /// The scheduled time of the next wake-up; nil if there is none.
    public private(set) var nextWakeUp: MediaTime?

    /// Creates a harness for a transform.
    public init(_ transform: Stage, clock: VirtualClock = VirtualClock()) {
        self.transform = transform
        self.clock = clock
        effects = Effects(clock: clock)
    }

    /// Creates a transform from options and a harness for it.
    public init(_ type: Stage.Type = Stage.self, options: Stage.Options = Stage.Options()) throws {
        self.init(try Stage(options: options))
    }

    /// Sends a message to the transform.
    public mutating func push(_ message: Message<Stage.Input>) throws {
        try call { try $0.receive(message, &$1) }
    }
    /// Sends a batch of messages to the transform.
    public mutating func push(_ messages: [Message<Stage.Input>]) throws {
        try call { try $0.receive(all: messages, &$1) }
    }
    /// Sends a payload to the transform.
    public mutating func push(_ payload: Stage.Input) throws { try push(.payload(payload)) }
    /// Announces a track to the transform.
    public mutating func push(_ track: Track) throws { try push(.track(track)) }
    /// Sends an upstream request to the transform, like a stage below it.
    public mutating func request(_ request: UpstreamRequest) { call { $0.receive(request, &$1) } }
    /// Finishes the transform, as at the end of a successful run.
    public mutating func finish() throws { try call { try $0.finish(&$1) } }
    /// Discards the recorded effects.
    public mutating func clear() { effects.removeAll() }

    /// Advances the run's clock and wakes the transform at each scheduled time in between.
    public mutating func advance(by time: MediaTime) throws {
        let end = now + time
        while let due = nextWakeUp, due <= end {
            nextWakeUp = nil
            let now = advance(to: due)
            try call { try $0.wake(at: now, &$1) }
        }
        _ = advance(to: end)
    }

    /// Advances the clock to a time and returns the time that it has reached.
    private func advance(to time: MediaTime) -> MediaTime {
        if time > now { clock.advance(by: (time - now).duration) }
        return now
    }

    private mutating func call<Failure: Error>(
        _ body: (inout Stage, inout Effects<Stage.Output>) throws(Failure) -> Void
    ) throws(Failure) {
        let before = effects.requestsAndReports.count
        try body(&transform, &effects)
        for case .wake(let wake) in effects.requestsAndReports.dropFirst(before) {
            switch wake {
            case .at(let time): nextWakeUp = max(time, now + .milliseconds(1))
            case .after(let delay): nextWakeUp = now + max(delay, .milliseconds(1))
            }
        }
    }

    /// The emitted messages.
    public var messages: [Message<Stage.Output>] { effects.messages }
    /// The emitted payloads.
    public var payloads: [Stage.Output] { messages.compactMap(\.payload) }
    /// The requests to the stages above.
    public var requests: [UpstreamRequest] {
        effects.all.compactMap { if case .request(let request) = $0 { request } else { nil } }
    }
    /// The problems reported to the user.
    public var problems: [Problem] {
        effects.all.compactMap { if case .report(let problem) = $0 { problem } else { nil } }
    }
    /// The last value of each measurement, by name.
    public var figures: [String: Double] {
        effects.all.reduce(into: [:]) { if case .measure(let name, let value) = $1 { $0[name] = value } }
    }
}
