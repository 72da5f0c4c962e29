extension RuleCatalogue {
    /// In the order of their numbers.
    static let server: [any Rule.Type] = []
}
