import HLS

/// The minimum protocol version for the features of a playlist, and the feature that requires it (RFC 8216bis 8).
struct VersionNeed {
    private(set) var version = 1
    private(set) var reason = "no particular feature"

    init(_ text: ScannedPlaylist) {
        let isIFramesOnly = text.isIFramesOnly
        for line in text.lines {
            guard let tag = line.tag else { continue }
            look(at: tag, line, isIFramesOnly: isIFramesOnly)
            if let attributes = line.attributes { look(at: attributes, of: tag) }
        }
    }

    private mutating func look(at tag: PlaylistTag, _ line: ScannedLine, isIFramesOnly: Bool) {
        switch tag {
        case .segmentDuration:
            if (line.value ?? "").unicodeScalars.prefix(while: { $0 != "," }).contains(".") {
                need(3, "decimal durations")
            }
        case .byteRange, .iFramesOnly: need(4, "\(tag.name)")
        case .map: need(isIFramesOnly ? 5 : 6, "EXT-X-MAP")
        case .define: need(8, "EXT-X-DEFINE")
        case .skip: need(9, "EXT-X-SKIP")
        default: break
        }
    }

    private mutating func look(at attributes: ScannedAttributes, of tag: PlaylistTag) {
        switch tag {
        case .key:
            if attributes.has("IV") { need(2, "IV") }
            if attributes.has("KEYFORMAT") { need(5, "KEYFORMAT") }
            if attributes.has("KEYFORMATVERSIONS") { need(5, "KEYFORMATVERSIONS") }
            if attributes.text("METHOD") == "SAMPLE-AES" { need(5, "SAMPLE-AES") }
        case .define:
            if attributes.has("QUERYPARAM") { need(11, "QUERYPARAM") }
        case .skip:
            if attributes.has("RECENTLY-REMOVED-DATERANGES") { need(10, "RECENTLY-REMOVED-DATERANGES") }
        case .media:
            guard let id = attributes.text("INSTREAM-ID") else { return }
            if attributes.text("TYPE") != "CLOSED-CAPTIONS" {
                need(13, "INSTREAM-ID with TYPE=\(attributes.text("TYPE") ?? "")")
            } else if id.hasPrefix("SERVICE") {
                need(7, "INSTREAM-ID=\"\(id)\"")
            }
        case .streamInf, .iFrameStreamInf:
            if let name = attributes.all.first(where: { $0.name.hasPrefix("REQ-") })?.name { need(12, name) }
        default: break
        }
    }

    private mutating func need(_ version: Int, _ reason: String) {
        guard version > self.version else { return }
        self.version = version
        self.reason = reason
    }
}
