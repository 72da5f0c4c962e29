import Media

/// Finds the property with a key path.
struct PropertyPath {
    let format: String
    let column: Int

    func expression(_ path: String) throws(VariantPredicateError) -> Expression {
        if let property = VariantProperty.named(path) {
            return Expression(form: .property(property), column: column)
        }
        guard let at = path.lastIndex(of: "@"), at > path.startIndex, path[path.index(before: at)] == "." else {
            throw unknown(path)
        }
        guard let property = VariantProperty.named(String(path[..<path.index(before: at)])) else { throw unknown(path) }
        let name = String(path[path.index(after: at)...])
        guard let function = Self.operators[name], property.type.isList else {
            let names = Self.operators.keys.sorted().map { "@\($0)" }.joined(separator: ", ")
            throw VariantPredicateError(
                property.type.isList
                    ? "unknown operator '@\(name)'; available: \(names)" : "'\(property.path)' is not a list",
                in: format, at: column)
        }
        let list = Expression(form: .property(property), column: column)
        try ComparisonChecker(format: format, column: column).validate(function, [list])
        return Expression(form: .function(function, [list]), column: column)
    }

    private static let operators: [String: PredicateFunction] = [
        "count": .count, "min": .min, "max": .max, "sum": .sum, "avg": .average,
    ]

    private func closestName(to path: String, among names: [String]) -> String? {
        let lowered = names.map { $0.lowercased() }
        let found = SpellingSuggestion.closest(to: path.lowercased(), among: lowered, limit: max(3, path.count / 4))
        return found.flatMap(lowered.firstIndex(of:)).map { names[$0] }
    }

    private func unknown(_ path: String) -> VariantPredicateError {
        let names = VariantProperty.all.map(\.path)
        let last = path.split(separator: ".").last.map(String.init) ?? path
        // Users often remember only the last component.
        let near =
            names.first { $0.split(separator: ".").last.map { $0.lowercased() } == last.lowercased() }
            ?? closestName(to: path, among: names)
        let hint =
            near.map { "did you mean '\($0)'" }
            ?? "available: peakBitRate, averageBitRate, badges, videoAttributes.videoRange and others"
        return VariantPredicateError(
            "'\(path.prefix(60))' is not a property of a variant; \(hint)", in: format, at: column)
    }
}
