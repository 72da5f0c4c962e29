extension RuleCatalogue {
    /// In the order of their numbers.
    static let lowLatency: [any Rule.Type] = []
}
