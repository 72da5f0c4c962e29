import OnDemand

extension PresentationSelection {
    /// Parses the query of a request; unknown names are ignored.
    init(query: String?) throws(Problem) {
        var fields: [(name: String, value: String)] = []
        for field in (query ?? "").utf8.split(separator: UInt8(ascii: "&")) {
            let pair = field.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let value = pair.count == 2 ? pair[1].map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 } : []
            // Values contain no characters that are forbidden in paths.
            guard let decoded = ResourcePath.decoded(value), fields.count < 16 else { continue }
            fields.append((String(Substring(pair[0])), decoded))
        }
        try self.init(fields)
    }
}
