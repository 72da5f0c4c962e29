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

    /// Runs this transform.
    public init(_ transform: Stage) { self.transform = transform }

    /// Makes a transform from options and runs it.
    public init(_ type: Stage.Type = Stage.self, options: Stage.Options = Stage.Options()) throws {
        transform = try Stage(options: options)
    }

    /// Gives it a message.
    public mutating func push(_ message: Message<Stage.Input>) throws { try transform.receive(message, &effects) }
    /// Gives it messages, one after the other.
    public mutating func push(_ messages: [Message<Stage.Input>]) throws {
        try transform.receive(all: messages, &effects)
    }
    /// Gives it a payload.
    public mutating func push(_ payload: Stage.Input) throws { try push(.payload(payload)) }
    /// Announces a track to it.
    public mutating func push(_ track: Track) throws { try push(.track(track)) }
    /// Asks something of it, as a stage below would.
    public mutating func request(_ request: UpstreamRequest) { transform.receive(request, &effects) }
    /// Tells it that the run ends well.
    public mutating func finish() throws { try transform.finish(&effects) }
    /// Forgets the effects so far.
    public mutating func clear() { effects.removeAll() }

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
}
