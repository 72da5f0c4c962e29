/// One rule: one type in one file, named as the sentence that it demands.
///
/// What it looks at is said by the protocols that refine this one; a rule may have several. It is a value, made anew
/// for each validation (and each playlist, where its protocol says so), and waits for nobody.
package protocol Rule: Sendable, SendableMetatype {
    static var facts: RuleFacts { get }
    init()
}

/// Looks at one state of one playlist of either kind.
package protocol PlaylistRule: Rule {
    func check(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings)
}

/// Looks at one state of a multivariant playlist together with the media playlists that it names.
package protocol PresentationRule: Rule {
    func check(_ presentation: CheckedPresentation, _ findings: inout RuleFindings)
}

/// Looks at the states of one media playlist one after the other; one value for each playlist.
package protocol ReloadRule: Rule {
    /// A state that was loaded, which may be the same as before.
    mutating func take(_ observation: PlaylistObservation, _ findings: inout RuleFindings)
    /// The end of watching.
    mutating func finish(_ findings: inout RuleFindings)
}

extension ReloadRule {
    package mutating func finish(_ findings: inout RuleFindings) {}
}

/// Looks at what was measured of each segment of one media playlist, in order; one value for each playlist.
package protocol SegmentRule: Rule {
    mutating func take(_ segment: MeasuredSegment, _ findings: inout RuleFindings)
    /// The end of the playlist.
    mutating func finish(_ findings: inout RuleFindings)
}

extension SegmentRule {
    package mutating func finish(_ findings: inout RuleFindings) {}
}

/// Looks at what was measured of all playlists of a presentation together.
package protocol MeasurementRule: Rule {
    func check(_ presentation: MeasuredPresentation, _ findings: inout RuleFindings)
}

/// Looks at exchanges with the server in the order in which they ended; one value for each validation.
package protocol ServerRule: Rule {
    mutating func take(_ exchange: ServerExchange, _ findings: inout RuleFindings)
    /// The end of the validation.
    mutating func finish(_ findings: inout RuleFindings)
}

extension ServerRule {
    package mutating func finish(_ findings: inout RuleFindings) {}
}

/// Looks at what came of decoding each segment by itself, in order; one value for each playlist.
package protocol DecodeRule: Rule {
    mutating func take(_ segment: DecodedSegment, _ findings: inout RuleFindings)
}

/// Which of the protocols a rule conforms to: each asks for examples of its own.
package enum RuleScope: String, Sendable, Hashable, CaseIterable {
    case playlist, presentation, reload, segment, measurement, server, decode

    /// The scopes of a rule.
    package static func scopes(of rule: any Rule.Type) -> [RuleScope] {
        allCases.filter { $0.covers(rule) }
    }

    private func covers(_ rule: any Rule.Type) -> Bool {
        switch self {
        case .playlist: rule is any PlaylistRule.Type
        case .presentation: rule is any PresentationRule.Type
        case .reload: rule is any ReloadRule.Type
        case .segment: rule is any SegmentRule.Type
        case .measurement: rule is any MeasurementRule.Type
        case .server: rule is any ServerRule.Type
        case .decode: rule is any DecodeRule.Type
        }
    }
}
