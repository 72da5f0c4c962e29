extension RuleCatalogue {
    /// In the order of their numbers.
    static let segments: [any Rule.Type] = []
}
