/// The variables defined so far in a playlist, and their expansion (RFC 8216bis 4.3).
struct VariableTable {
    /// The value of each name; nil if its source is unknown, so that references remain unresolved.
    private(set) var values: [String: String?] = [:]
    private let source: PlaylistVariables?
    private let limits: PlaylistLimits
    /// The number of bytes that expansion has added.
    private var addedBytes = 0

    init(source: PlaylistVariables?, limits: PlaylistLimits) {
        self.source = source
        self.limits = limits
    }

    /// The variables whose values are known.
    var knownValues: [String: String] { values.compactMapValues { $0 } }

    /// Adds a definition.
    mutating func define(_ definition: VariableDefinition, _ line: PlaylistLine) throws(PlaylistProblem) {
        let name = definition.name
        guard !name.isEmpty, name.utf8.allSatisfy(Self.isNameByte) else {
            throw line.problem("a variable name must consist of letters, digits, '-' and '_'")
        }
        guard values[name] == nil else { throw line.problem("the variable \(name) is already defined") }
        guard values.count < limits.declarations else {
            throw line.problem("more than \(limits.declarations) variables")
        }
        switch definition {
        case .value(_, let value): values[name] = .some(value)
        case .imported:
            guard let source else {
                values[name] = .some(nil)
                return
            }
            guard let value = source.imported[name] else {
                throw line.problem("the multivariant playlist does not define the variable \(name)")
            }
            values[name] = .some(value)
        case .queryParameter:
            guard let source else {
                values[name] = .some(nil)
                return
            }
            guard let value = source.queryParameters[name], !value.isEmpty else {
                throw line.problem("the URL of the playlist has no query parameter \(name)")
            }
            values[name] = .some(value)
        }
    }

    /// Returns the text of a line or a value with variables expanded.
    mutating func expand(_ line: PlaylistLine) throws(PlaylistProblem) -> String {
        let bytes = line.rest
        guard Self.reference(in: bytes, from: 0) != nil else { return bytes.text }
        var result = ""
        var position = 0
        while let reference = Self.reference(in: bytes, from: position) {
            result += bytes.between(position, reference.begin).text
            result += try value(of: bytes.between(reference.begin + 2, reference.end - 1), line, reference.begin)
            position = reference.end
            guard result.utf8.count <= limits.lineLength else {
                throw line.problem("the line exceeds \(limits.lineLength) bytes after variable expansion")
            }
        }
        return result + bytes.between(position, bytes.count).text
    }

    private mutating func value(
        of nameBytes: UnsafeBufferPointer<UInt8>, _ line: PlaylistLine, _ offset: Int
    ) throws(PlaylistProblem) -> String {
        let name = nameBytes.text
        guard let known = values[name] else {
            throw line.problem("the variable \(name) is not defined before this line", at: line.position + offset)
        }
        guard let value = known else { return "{$\(name)}" }
        addedBytes += value.utf8.count
        let limit = min(limits.size, limits.memory / 4)
        guard addedBytes <= limit else {
            throw line.problem("variable expansion adds more than \(limit) bytes")
        }
        let isReferring = value.utf8.withContiguousStorageIfAvailable { Self.reference(in: $0, from: 0) != nil }
        guard isReferring != true else {
            throw line.problem("the value of \(name) refers to another variable", at: line.position + offset)
        }
        return value
    }

    /// Returns the next `{$name}` at or after `begin`.
    private static func reference(
        in bytes: UnsafeBufferPointer<UInt8>, from begin: Int
    ) -> (begin: Int, end: Int)? {
        var index = begin
        while index + 3 < bytes.count {
            defer { index += 1 }
            guard bytes[index] == UInt8(ascii: "{"), bytes[index + 1] == UInt8(ascii: "$") else { continue }
            var end = index + 2
            while end < bytes.count, isNameByte(bytes[end]) { end += 1 }
            if end > index + 2, end < bytes.count, bytes[end] == UInt8(ascii: "}") { return (index, end + 1) }
        }
        return nil
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
