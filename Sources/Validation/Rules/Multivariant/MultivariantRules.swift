extension RuleCatalogue {
    /// In the order of their numbers.
    static let multivariant: [any Rule.Type] = [
        VariantsHaveAverageBandwidth.self, PlaylistsShareTargetDuration.self,
    ]
}
