import Testing
import HLSRules

/// A valid example and a copy with exactly one error, which only the tested rule must report.
struct RuleExample: Sendable, CustomTestStringConvertible {
    /// The rule identifier.
    var rule: String
    var scope: RuleScope
    /// A description of the error.
    var name: String
    /// Returns the findings under a profile, for the valid or the broken example.
    var findings: @Sendable (_ isBroken: Bool, _ profile: ValidationProfile) throws -> [Finding]
    /// The profile to validate with.
    var profile: ValidationProfile = .apple

    var testDescription: String { "\(rule) \(scope.rawValue): \(name)" }
}

/// All examples; each folder of rules has a separate list.
enum RuleExamples {
    static let all: [RuleExample] =
        syntax + reloading + segments + lowLatency + lowLatencyReloading + multivariant + iFrames + media
        + server + resources
}
