extension RuleCatalogue {
    /// In the order of their numbers.
    static let boxes: [any Rule.Type] = []
}
