extension RuleCatalogue {
    /// In the order of their numbers.
    static let media: [any Rule.Type] = []
}
