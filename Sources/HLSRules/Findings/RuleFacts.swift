/// The description of a rule.
package struct RuleFacts: Sendable, Hashable {
    /// The level in each profile; nil if the rule does not apply.
    package struct Levels: Sendable, Hashable {
        package var rfc: RuleLevel?
        package var apple: RuleLevel?

        package init(rfc: RuleLevel?, apple: RuleLevel?) {
            self.rfc = rfc
            self.apple = apple
        }

        /// A requirement in both profiles.
        package static let must = Levels(rfc: .must, apple: .must)
        /// A recommendation in both profiles.
        package static let should = Levels(rfc: .should, apple: .should)
        /// A requirement only in Apple's profile.
        package static let appleMust = Levels(rfc: nil, apple: .must)
        /// A recommendation only in Apple's profile.
        package static let appleShould = Levels(rfc: nil, apple: .should)
        /// A recommendation of RFC 8216bis and a requirement of Apple.
        package static let shouldAppleMust = Levels(rfc: .should, apple: .must)

        package subscript(profile: ValidationProfile) -> RuleLevel? {
            switch profile {
            case .rfc: rfc
            case .apple: apple
            }
        }
    }

    /// The unique identifier, such as `R7`, which is never reused.
    package var id: String
    /// The requirement, as one sentence without a full stop.
    package var title: String
    package var levels: Levels
    /// The source of the requirement, such as `RFC 8216bis 4.4.3.1` or `Apple 7.5`.
    package var clause: String
    package var kinds: Set<RuleKind>
    /// The behaviour of players if the rule is violated; nil if unknown.
    package var consequence: String?

    package init(
        _ id: String, _ title: String, _ levels: Levels, clause: String, kinds: Set<RuleKind>,
        consequence: String? = nil
    ) {
        self.id = id
        self.title = title
        self.levels = levels
        self.clause = clause
        self.kinds = kinds
        self.consequence = consequence
    }
}
