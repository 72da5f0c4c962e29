/// A validation rule: one type per file, named after its requirement.
///
/// The protocols that refine this one define the input; a rule may conform to several. Rules are values, created for
/// each validation, and for each playlist if the protocol requires it. They never block.
package protocol Rule: Sendable, SendableMetatype {
    static var facts: RuleFacts { get }
    init()
}

/// Validates one state of a media playlist or multivariant playlist.
package protocol PlaylistRule: Rule {
    func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings)
}

/// Validates one state of a multivariant playlist and its media playlists.
package protocol PresentationRule: Rule {
    func validate(_ presentation: CheckedPresentation, _ findings: inout RuleFindings)
}

/// Validates a series of subjects in order; each series has a separate value.
package protocol SeriesRule<Subject>: Rule {
    associatedtype Subject: Sendable
    /// Processes the next subject.
    mutating func process(_ subject: Subject, _ findings: inout RuleFindings)
    /// Processes the end of the series.
    mutating func finish(_ findings: inout RuleFindings)
}

extension SeriesRule {
    package mutating func finish(_ findings: inout RuleFindings) {}
}

/// Validates the states of a media playlist across reloads; consecutive states may be equal.
package protocol ReloadRule: SeriesRule where Subject == PlaylistObservation {}

/// Validates the measured segments of a media playlist.
package protocol SegmentRule: SeriesRule where Subject == MeasuredSegment {}

/// Validates requests and responses in order of completion; one value per validation.
package protocol ServerRule: SeriesRule where Subject == ServerExchange {}

/// Validates the resources that a playlist lists, in the order of loading.
package protocol ResourceRule: SeriesRule where Subject == ListedResource {}

/// Validates the separately decoded segments of a media playlist.
package protocol DecodeRule: SeriesRule where Subject == DecodedSegment {}

/// Validates the measurements of all playlists of a presentation.
package protocol MeasurementRule: Rule {
    func validate(_ presentation: MeasuredPresentation, _ findings: inout RuleFindings)
}

/// The protocols that a rule conforms to. Tests require an example of each rule in each of its scopes.
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
