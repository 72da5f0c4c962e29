import HLS

/// An iterator over the tags and URIs of a playlist, with variables expanded.
struct LineScan {
    private(set) var text: TextScan
    private(set) var table: VariableScan

    init(_ bytes: [UInt8], _ variables: PlaylistVariables?, _ limits: ScannedPlaylist.Limits) {
        text = TextScan(bytes, limits)
        table = VariableScan(variables, limits)
    }

    /// Returns the next tag or URI; nil at the end.
    mutating func next() -> ScannedLine? {
        while var line = text.next() {
            guard let first = line.text.utf8.first else { continue }
            let trimmed = Self.isBlank(first) || line.text.utf8.last.map(Self.isBlank) == true ? Self.trim(line) : nil
            if let trimmed { line.text = trimmed }
            guard !line.text.isEmpty else { continue }
            guard line.text.utf8.first == UInt8(ascii: "#") else {
                let uri = table.expand(line.text, line.number)
                return ScannedLine(
                    number: line.number, kind: .uri, value: uri, attributes: nil, hadBlanks: trimmed != nil)
            }
            guard line.text.utf8.starts(with: "#EXT".utf8) else {
                // A tag in another case is a comment for players.
                guard let name = Self.miscasedTag(line.text) else { continue }
                return ScannedLine(number: line.number, kind: .unknownTag(name), value: nil, attributes: nil)
            }
            var scanned = tag(line)
            scanned.hadBlanks = trimmed != nil
            return scanned
        }
        return nil
    }

    /// Returns the name of a comment that is a tag except for its case.
    private static func miscasedTag(_ text: String) -> String? {
        let name = text.utf8.dropFirst().prefix { $0 != UInt8(ascii: ":") }
        guard name.count <= 40, name.first.map({ $0 | 0x20 }) == UInt8(ascii: "e"), name.count > 3 else { return nil }
        let found = String(decoding: name, as: UTF8.self)
        return PlaylistTag(name: found.uppercased()) == nil ? nil : found
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0d }

    /// Removes whitespace at both ends. Returns nil for an EXTINF title, whose trailing spaces are significant.
    private static func trim(_ line: TextScan.Line) -> String? {
        var rest = line.text.utf8[...]
        while let first = rest.first, isBlank(first) { rest.removeFirst() }
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        let cut = line.text.utf8[rest.endIndex...]
        if rest.startIndex == line.text.utf8.startIndex, PlaylistTag(lineWithValue: line.text)?.hasFreeText == true,
            rest.contains(UInt8(ascii: ",")), cut.allSatisfy({ $0 == 0x20 })
        {
            return nil
        }
        return String(rest)
    }

    private mutating func tag(_ line: TextScan.Line) -> ScannedLine {
        let content = line.text.utf8.dropFirst()
        let colon = content.firstIndex(of: UInt8(ascii: ":"))
        let name = String(line.text[content.startIndex..<(colon ?? content.endIndex)])
        let value = colon.map { String(line.text[content.index(after: $0)...]) }
        guard let tag = PlaylistTag(name: name) else {
            return ScannedLine(number: line.number, kind: .unknownTag(name), value: value, attributes: nil)
        }
        var scanned = ScannedLine(number: line.number, kind: .tag(tag), value: value, attributes: nil)
        guard tag.hasAttributes else { return scanned }
        let attributes = ScannedAttributes(value ?? "") { table.expand($0, line.number) }
        if tag == .define { table.define(attributes) }
        scanned.attributes = attributes
        return scanned
    }
}
