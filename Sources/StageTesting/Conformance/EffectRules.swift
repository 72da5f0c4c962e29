import Media
import StageKit

/// Checks that a transform requests its effects in states that permit them, with values that have an effect.
struct EffectRules<Output: Payload> {
    typealias Violation = StageConformance.Violation

    private var order = OutputOrder<Output>()
    private var other: Violation?

    /// The first violation.
    var violation: Violation? { order.violation ?? other }
    /// The tracks that were announced and have not ended.
    var openTracks: [Track.ID] { order.openTracks }

    /// Validates the effects of one call in a state. The stage may pass on the request that the call handles, in every
    /// state.
    mutating func validate(_ effects: Effects<Output>, _ state: TransformState, passing request: UpstreamRequest? = nil)
    {
        for message in effects.messages { validate(message, state) }
        for effect in effects.requestsAndReports where violation == nil {
            switch effect {
            case .emit: break
            case .request(let sent): if sent != request { other = RequestRules.violation(sent, state) }
            case .report(let problem): other = Self.violation(problem)
            case .measure(let name, let value): other = Self.violation(name, value)
            case .wake(let wake): other = Self.violation(wake, state)
            }
        }
    }

    /// Validates and removes the effects of one call.
    mutating func validate(
        _ effects: inout Effects<Output>, _ state: TransformState, passing request: UpstreamRequest? = nil
    ) {
        validate(effects, state, passing: request)
        other = other ?? FigureRules.violation(effects.figures)
        effects.removeAll()
    }

    private mutating func validate(_ message: Message<Output>, _ state: TransformState) {
        if state < .finished { return order.validate(message) }
        other = other ?? Violation("output-after-finish", "the stage emits \(Self.name(message)) after finish")
    }

    private static func violation(_ problem: Problem) -> Violation? {
        if !problem.code.isHyphenatedWords {
            return Violation("report", "the code '\(problem.code)' is not lower case with hyphens")
        }
        if problem.message.isEmpty || problem.message.hasSuffix(".") {
            return Violation("report", "the message of '\(problem.code)' is empty or ends with a full stop")
        }
        return nil
    }

    private static func violation(_ name: String, _ value: Double) -> Violation? {
        if !name.isHyphenatedWords { return Violation("measurement", "'\(name)' is not lower case with hyphens") }
        return value.isFinite ? nil : Violation("measurement", "the value of '\(name)' is \(value)")
    }

    private static func violation(_ wake: Effects<Output>.Wake, _ state: TransformState) -> Violation? {
        if state >= .finishing {
            return Violation("wake-at-end", "the stage schedules a wake-up in finish, and none happens after it")
        }
        let time =
            switch wake {
            case .at(let time): time
            case .after(let delay): delay
            }
        return time.isIndefinite ? Violation("wake-time", "the stage schedules a wake-up at no definite time") : nil
    }

    private static func name(_ message: Message<Output>) -> String {
        switch message {
        case .track: "an announcement"
        case .payload: "a \(Output.payloadName)"
        case .gap: "a gap"
        case .end: "an end"
        }
    }
}
