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
    func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings)
}

/// Looks at one state of a multivariant playlist together with the media playlists that it names.
package protocol PresentationRule: Rule {
    func validate(_ presentation: CheckedPresentation, _ findings: inout RuleFindings)
}

/// Looks at a series of one kind, in order; one value for each series.
package protocol SeriesRule<Subject>: Rule {
    associatedtype Subject: Sendable
    /// The next one.
    mutating func process(_ subject: Subject, _ findings: inout RuleFindings)
    /// The end of the series.
    mutating func finish(_ findings: inout RuleFindings)
}

extension SeriesRule {
    package mutating func finish(_ findings: inout RuleFindings) {}
}

/// Looks at the states of one media playlist, as often as it was loaded; a state may be the same as before.
package protocol ReloadRule: SeriesRule where Subject == PlaylistObservation {}

/// Looks at what was measured of each segment of one media playlist.
package protocol SegmentRule: SeriesRule where Subject == MeasuredSegment {}

/// Looks at exchanges with the server in the order in which they ended; one value for each validation.
package protocol ServerRule: SeriesRule where Subject == ServerExchange {}

/// Looks at the resources that one playlist lists, as they are loaded.
package protocol ResourceRule: SeriesRule where Subject == ListedResource {}

/// Looks at what came of decoding each segment of one media playlist by itself.
package protocol DecodeRule: SeriesRule where Subject == DecodedSegment {}

/// Looks at what was measured of all playlists of a presentation together.
package protocol MeasurementRule: Rule {
    func validate(_ presentation: MeasuredPresentation, _ findings: inout RuleFindings)
}

/// Which of the protocols a rule conforms to: each asks for examples of its own.
package enum RuleScope: String, Sendable, Hashable, CaseIterable {
    case playlist, presentation, reload, segment, measurement, server, decode, resource

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
        case .resource: rule is any ResourceRule.Type
        }
    }
}
