import Foundation

/// The header of a final response (RFC 9110).
package struct ResponseHead: Sendable, Hashable {
    package var status: Int
    /// The size of the transferred body; nil if it is not declared.
    package var contentLength: Int?
    /// The strong validator for conditional range requests (RFC 9110 8.8.3, 13.1.5).
    package var validator: String?
    /// The range of a partial response.
    package var contentRange: Range<Int>?
    /// The size of the resource whose range a partial response contains; nil if it is not declared.
    package var completeLength: Int?
    package var isEncoded: Bool
    /// Whether the response must not be stored (RFC 9111 5.2.2.5).
    package var forbidsStoring: Bool
    package var contentType: String?
    /// The delay in seconds.
    package var retryAfter: Double?
    /// All header fields in order, with names in lower case.
    package var fields: [Field] = []

    package struct Field: Sendable, Hashable {
        package var name: String
        package var value: String
    }

    package init(status: Int) {
        self.status = status
        isEncoded = false
        forbidsStoring = false
    }

    /// Parses one header line; malformed lines are ignored, since all fields are optional.
    package mutating func parse(_ line: String) {
        guard let colon = line.firstIndex(of: ":") else { return }
        let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespacesAndNewlines)
        let name = line[..<colon].lowercased()
        fields.append(Field(name: name, value: value))
        switch name {
        case "content-length": contentLength = Int(value).flatMap { $0 >= 0 ? $0 : nil }
        case "content-type": contentType = value
        case "content-encoding": isEncoded = !value.isEmpty && value.lowercased() != "identity"
        case "content-range":
            contentRange = Self.range(value)
            completeLength = value.split(separator: "/").last.flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
        case "cache-control": forbidsStoring = value.lowercased().contains("no-store")
        case "retry-after": retryAfter = Double(value).flatMap { $0 >= 0 && $0.isFinite ? $0 : nil }
        // A weak validator does not guarantee equal bytes.
        case "etag" where !value.hasPrefix("W/") && value.utf8.count <= 256: validator = value
        case "last-modified" where validator == nil && value.utf8.count <= 64: validator = value
        default: break
        }
    }

    /// Parses `bytes 0-99/1000`.
    private static func range(_ value: String) -> Range<Int>? {
        let words = value.lowercased().split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0] == "bytes", let span = words[1].split(separator: "/").first else { return nil }
        let ends = span.split(separator: "-").map { Int($0) }
        guard ends.count == 2, let first = ends[0], let last = ends[1], first >= 0, last >= first, last < .max else {
            return nil
        }
        return first..<last + 1
    }
}
