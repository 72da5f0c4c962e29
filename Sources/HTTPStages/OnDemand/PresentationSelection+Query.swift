import Foundation
import OnDemand

extension PresentationSelection {
    /// Parses the query of a request; unknown names are ignored. Throws for values that cannot be decoded.
    init(query: String?) throws(Problem) { try self.init(Self.fields(of: query, named: Self.names)) }

    /// Returns the decoded fields of a query with these names.
    fileprivate static func fields(
        of query: String?, named names: [String]
    ) throws(Problem) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        for field in (query ?? "").utf8.split(separator: UInt8(ascii: "&")) {
            let pair = field.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = decoded(pair[0]), names.contains(name) else { continue }
            guard let value = pair.count == 2 ? decoded(pair[1]) : "" else {
                throw Problem(message: "\(name): the value is not percent-encoded text")
            }
            fields.append((name, value))
        }
        return fields
    }

    /// Decodes a name or a value: percent-encoding, and spaces as plus signs. Nil if it is malformed.
    private static func decoded(_ bytes: some Collection<UInt8>) -> String? {
        let spaced = bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        return String(validating: spaced, as: UTF8.self)?.removingPercentEncoding
    }
}

extension LibraryPage.Query {
    /// Parses the query of a request; nil for values outside of their ranges. Unknown names are ignored.
    init?(query: String?) {
        self.init()
        guard let fields = try? PresentationSelection.fields(of: query, named: ["search", "offset", "limit"]) else {
            return nil
        }
        for (name, value) in fields {
            switch name {
            case "search":
                guard value.utf8.count <= Self.maximumSearch else { return nil }
                search = value
            case "offset":
                guard let number = Int(value), (0...1_000_000).contains(number) else { return nil }
                offset = number
            default:
                guard let number = Int(value), (1...Self.maximumLimit).contains(number) else { return nil }
                limit = number
            }
        }
    }
}
