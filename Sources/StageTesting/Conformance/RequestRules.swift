import Media
import StageKit

/// Checks that a stage sends its own upstream requests in states that permit them, with values that have an effect.
enum RequestRules {
    typealias Violation = StageConformance.Violation

    /// Returns the violation by a request that a stage sends in a state; nil if the request is permitted.
    static func violation(_ request: UpstreamRequest, _ state: TransformState) -> Violation? {
        if state >= .finishing {
            return Violation(
                "request-at-end", "the stage sends the request \(name(request)) after its input has ended, to no effect"
            )
        }
        switch request {
        case .resume, .continueTimeline:
            if state == .beforePayloads { return nil }
            return Violation(
                "request-order", "the stage sends the request \(name(request)) after the first payload, too late")
        case .keyframe(let time):
            return time?.isIndefinite == true ? invalid(request, "has no definite time") : nil
        case .reportGaps(let interval):
            let isValid = !interval.isIndefinite && interval > .zero
            return isValid ? nil : invalid(request, "has no duration above zero")
        case .release(let count):
            return count > 0 ? nil : invalid(request, "has no number of bytes above zero")
        case .slowDown: return nil
        }
    }

    private static func invalid(_ request: UpstreamRequest, _ reason: String) -> Violation {
        Violation("request-value", "the request \(name(request)) \(reason)")
    }

    private static func name(_ request: UpstreamRequest) -> String {
        switch request {
        case .keyframe: "keyframe"
        case .slowDown: "slowDown"
        case .resume: "resume"
        case .continueTimeline: "continueTimeline"
        case .reportGaps: "reportGaps"
        case .release: "release"
        }
    }
}
