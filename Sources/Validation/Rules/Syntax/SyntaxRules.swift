extension RuleCatalogue {
    /// In the order of their numbers.
    static let syntax: [any Rule.Type] = [
        SegmentsFitTargetDuration.self, TargetDurationStaysTheSame.self,
    ]
}
