import HLS

/// The variables of a playlist during scanning; references to unknown variables are not expanded.
struct VariableScan {
    /// The maximum number of recorded references to undefined variables.
    private static let maximumReferences = 1000

    private var values: [String: String?] = [:]
    private let source: PlaylistVariables?
    private let limits: ScannedPlaylist.Limits
    private var expandedBytes = 0
    private(set) var undefinedReferences: [(line: Int, name: String)] = []
    /// Variables that the source should define, but does not.
    private(set) var undefinedImports: Set<String> = []

    init(_ source: PlaylistVariables?, _ limits: ScannedPlaylist.Limits) {
        self.source = source
        self.limits = limits
    }

    /// Processes an EXT-X-DEFINE tag; the first definition of a name is used.
    mutating func define(_ attributes: ScannedAttributes) {
        guard values.count < limits.lines else { return }
        if let name = attributes.text("NAME"), values[name] == nil {
            values[name] = .some(attributes.text("VALUE"))
        } else if let name = attributes.text("IMPORT"), values[name] == nil {
            importVariable(name, source?.imported)
        } else if let name = attributes.text("QUERYPARAM"), values[name] == nil {
            importVariable(name, source?.queryParameters)
        }
    }

    private mutating func importVariable(_ name: String, _ known: [String: String]?) {
        values[name] = .some(known?[name])
        if let known, known[name] == nil { undefinedImports.insert(name) }
    }

    /// Returns the text with variables expanded.
    mutating func expand(_ text: String, _ line: Int) -> String {
        guard text.contains("{$") else { return text }
        var result = ""
        var rest = Substring(text)
        while let begin = rest.firstRange(of: "{$"), let close = rest[begin.upperBound...].firstIndex(of: "}") {
            let name = String(rest[begin.upperBound..<close])
            result += rest[..<begin.lowerBound]
            result += value(of: name, line) ?? "{$\(name)}"
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }

    private mutating func value(of name: String, _ line: Int) -> String? {
        guard !name.isEmpty, name.utf8.allSatisfy(Self.isNameByte) else { return nil }
        guard let known = values[name] else {
            if undefinedReferences.count < Self.maximumReferences { undefinedReferences.append((line, name)) }
            return nil
        }
        guard let value = known, expandedBytes + value.utf8.count <= limits.variableBytes else { return nil }
        expandedBytes += value.utf8.count
        return value
    }

    /// Whether a byte is permitted in variable names (RFC 8216bis 4.4.2.3).
    static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

extension Substring {
    /// Returns the first range of a short text.
    fileprivate func firstRange(of text: String) -> Range<Index>? {
        var from = startIndex
        while let begin = self[from...].firstIndex(where: { $0 == text.first }) {
            if self[begin...].hasPrefix(text) { return begin..<index(begin, offsetBy: text.count) }
            from = index(after: begin)
        }
        return nil
    }
}
