import Testing
import HLSRules

/// A good thing, and the same thing broken in exactly one way, which one rule has to notice and no other.
struct RuleExample: Sendable, CustomTestStringConvertible {
    /// The rule's identity.
    var rule: String
    var scope: RuleScope
    /// How it is broken.
    var name: String
    /// What is found under a profile, in the good thing or in the broken one.
    var findings: @Sendable (_ isBroken: Bool, _ profile: ValidationProfile) throws -> [Finding]
    /// The profile that the rule is looked at under.
    var profile: ValidationProfile = .apple

    var testDescription: String { "\(rule) \(scope.rawValue): \(name)" }
}

/// All examples; each folder of rules has its own list.
enum RuleExamples {
    static let all: [RuleExample] =
        syntax + reloading + segments + lowLatency + lowLatencyReloading + multivariant + iFrames + media
        + server + resources
}
