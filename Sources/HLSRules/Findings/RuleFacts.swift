/// How much a finding matters.
package enum RuleLevel: String, Sendable, Hashable, Comparable, Codable, CaseIterable {
    /// A requirement is broken: must fix.
    case must
    /// A recommendation is not followed: should fix.
    case should

    package static func < (left: RuleLevel, right: RuleLevel) -> Bool { left == .must && right == .should }
}

/// Whose word counts.
package enum ValidationProfile: String, Sendable, Hashable, Codable, CaseIterable {
    /// The specification: draft-pantos-hls-rfc8216bis.
    case rfc
    /// Apple's HLS Authoring Specification for Apple Devices beside it.
    case apple
}

/// What a rule has to look at.
package enum RuleKind: String, Sendable, Hashable, Codable, CaseIterable {
    /// The text of playlists.
    case text = "T"
    /// A playlist as it changes from one load to the next.
    case reload = "X"
    /// The media itself.
    case media = "M"
    /// The server and its answers.
    case server = "H"
    /// Decoded pictures and sound.
    case decode = "D"
}

/// What is to be known of a rule beside how it checks.
package struct RuleFacts: Sendable, Hashable {
    /// The level under each profile; nil where the profile does not know the rule.
    package struct Levels: Sendable, Hashable {
        package var rfc: RuleLevel?
        package var apple: RuleLevel?

        package init(rfc: RuleLevel?, apple: RuleLevel?) {
            self.rfc = rfc
            self.apple = apple
        }

        /// A requirement of both.
        package static let must = Levels(rfc: .must, apple: .must)
        /// A recommendation of both.
        package static let should = Levels(rfc: .should, apple: .should)
        /// A requirement of Apple's alone.
        package static let appleMust = Levels(rfc: nil, apple: .must)
        /// A recommendation of Apple's alone.
        package static let appleShould = Levels(rfc: nil, apple: .should)
        /// What the specification recommends and Apple requires.
        package static let shouldAppleMust = Levels(rfc: .should, apple: .must)

        package subscript(profile: ValidationProfile) -> RuleLevel? {
            switch profile {
            case .rfc: rfc
            case .apple: apple
            }
        }
    }

    /// Such as `R7`: unique, and never given to another rule.
    package var id: String
    /// What is demanded, as one sentence without a full stop.
    package var title: String
    package var levels: Levels
    /// Where it is demanded, such as `RFC 8216bis 4.4.3.1` or `Apple 7.5`.
    package var clause: String
    package var kinds: Set<RuleKind>
    /// What players do where it is broken; nil where nothing certain is known.
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
