public import Media
public import StageKit

/// Runs a transform by hand and keeps what it wants done, as values.
///
/// ```swift
/// var harness = try TransformHarness(KeyframeForce.self)
/// try harness.push(.script(track, frames))
/// try harness.finish()
/// #expect(harness.payloads.count == 150)
/// ```
public struct TransformHarness<Stage: Transform> {
    /// The transform as it is now.
    public private(set) var transform: Stage
    /// The effects of all calls so far.
    public private(set) var effects = Effects<Stage.Output>()
    /// What the run's clock shows.
    public private(set) var now = MediaTime.zero
    /// When the transform wants to be called; nil when it does not.
    public private(set) var alarm: MediaTime?

    /// Runs this transform.
    public init(_ transform: Stage) { self.transform = transform }

    /// Makes a transform from options and runs it.
    public init(_ type: Stage.Type = Stage.self, options: Stage.Options = Stage.Options()) throws {
        transform = try Stage(options: options)
    }

    /// Gives it a message.
    public mutating func push(_ message: Message<Stage.Input>) throws {
        try call { try $0.receive(message, &$1) }
    }
    /// Gives it messages, one after the other.
    public mutating func push(_ messages: [Message<Stage.Input>]) throws {
        try call { try $0.receive(all: messages, &$1) }
    }
    /// Gives it a payload.
    public mutating func push(_ payload: Stage.Input) throws { try push(.payload(payload)) }
    /// Announces a track to it.
    public mutating func push(_ track: Track) throws { try push(.track(track)) }
    /// Asks something of it, as a stage below would.
    public mutating func request(_ request: UpstreamRequest) { call { $0.receive(request, &$1) } }
    /// Tells it that the run ends well.
    public mutating func finish() throws { try call { try $0.finish(&$1) } }
    /// Forgets the effects so far.
    public mutating func clear() { effects.removeAll() }

    /// Lets time pass on the run's clock, and calls the transform each time that it asked for meanwhile.
    public mutating func advance(by time: MediaTime) throws {
        let end = now + time
        while let due = alarm, due <= end {
            (now, alarm) = (max(now, due), nil)
            let now = now
            try call { try $0.wake(at: now, &$1) }
        }
        now = end
    }

    private mutating func call<Failure: Error>(
        _ body: (inout Stage, inout Effects<Stage.Output>) throws(Failure) -> Void
    ) throws(Failure) {
        let before = effects.requestsAndReports.count
        try body(&transform, &effects)
        for case .wake(let wake) in effects.requestsAndReports.dropFirst(before) {
            switch wake {
            case .at(let time): alarm = max(time, now + .milliseconds(1))
            case .after(let delay): alarm = now + max(delay, .milliseconds(1))
            }
        }
    }

    /// The messages that it gave on.
    public var messages: [Message<Stage.Output>] { effects.messages }
    /// The payloads that it gave on.
    public var payloads: [Stage.Output] { messages.compactMap(\.payload) }
    /// What it asked of the stages above.
    public var requests: [UpstreamRequest] {
        effects.all.compactMap { if case .request(let request) = $0 { request } else { nil } }
    }
    /// What it told the user.
    public var problems: [Problem] {
        effects.all.compactMap { if case .report(let problem) = $0 { problem } else { nil } }
    }
    /// The figures that it noted, each with its last value.
    public var figures: [String: Double] {
        effects.all.reduce(into: [:]) { if case .measure(let name, let value) = $1 { $0[name] = value } }
    }
}
