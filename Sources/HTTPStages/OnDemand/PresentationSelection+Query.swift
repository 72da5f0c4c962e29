import OnDemand

extension PresentationSelection {
    /// Parses the query of a request; unknown names are ignored.
    init(query: String?) throws(Problem) { try self.init(Self.fields(of: query)) }

    /// Returns the decoded fields of a query, at most 16.
    fileprivate static func fields(of query: String?) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        for field in (query ?? "").utf8.split(separator: UInt8(ascii: "&")) {
            let pair = field.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let value = pair.count == 2 ? pair[1].map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 } : []
            // Values contain no characters that are forbidden in paths.
            guard let decoded = ResourcePath.decoded(value), fields.count < 16 else { continue }
            fields.append((String(Substring(pair[0])), decoded))
        }
        return fields
    }
}

extension LibraryPage.Query {
    /// Parses the query of a request; nil for values outside of their ranges. Unknown names are ignored.
    init?(query: String?) {
        self.init()
        for (name, value) in PresentationSelection.fields(of: query) {
            switch name {
            case "search":
                guard value.utf8.count <= Self.maximumSearch else { return nil }
                search = value
            case "offset":
                guard let number = Int(value), (0...1_000_000).contains(number) else { return nil }
                offset = number
            case "limit":
                guard let number = Int(value), (1...Self.maximumLimit).contains(number) else { return nil }
                limit = number
            default: break
            }
        }
    }
}
