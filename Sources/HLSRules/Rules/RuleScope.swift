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
