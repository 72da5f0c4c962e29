import HLS

/// The lines of a playlist that say something, one after the other, with variables put in.
struct LineScan {
    private(set) var text: TextScan
    private(set) var table: VariableScan

    init(_ bytes: [UInt8], _ variables: PlaylistVariables?, _ limits: ScannedPlaylist.Limits) {
        text = TextScan(bytes, limits)
        table = VariableScan(variables, limits)
    }

    /// The next line that says something; nil at the end.
    mutating func next() -> ScannedLine? {
        while let line = text.next() {
            guard !line.text.isEmpty else { continue }
            guard line.text.utf8.first == UInt8(ascii: "#") else {
                let uri = table.expand(line.text, line.number)
                return ScannedLine(number: line.number, kind: .uri, value: uri, attributes: nil)
            }
            if line.text.utf8.starts(with: "#EXT".utf8) { return tag(line) }
        }
        return nil
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
