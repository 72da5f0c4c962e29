import HLS

/// The minimum protocol version for the features of a playlist, and the feature that requires it (RFC 8216bis 8).
struct RequiredVersion {
    private(set) var version = 1
    private(set) var reason = "no particular feature"

    init(_ text: ScannedPlaylist) {
        let isIFramesOnly = text.isIFramesOnly
        for line in text.lines {
            guard let tag = line.tag else { continue }
            inspect(at: tag, line, isIFramesOnly: isIFramesOnly)
            if let attributes = line.attributes { inspect(at: attributes, of: tag) }
        }
    }

    private mutating func inspect(at tag: PlaylistTag, _ line: ScannedLine, isIFramesOnly: Bool) {
        switch tag {
        case .segmentDuration:
            if (line.value ?? "").unicodeScalars.prefix(while: { $0 != "," }).contains(".") {
                require(3, "decimal durations")
            }
        case .byteRange, .iFramesOnly: require(4, "\(tag.name)")
        case .map: require(isIFramesOnly ? 5 : 6, "\(tag.name)")
        case .define: require(8, "\(tag.name)")
        case .skip: require(9, "\(tag.name)")
        default: break
        }
    }

    private mutating func inspect(at attributes: ScannedAttributes, of tag: PlaylistTag) {
        switch tag {
        case .key:
            if attributes.has("IV") { require(2, "IV") }
            if attributes.has("KEYFORMAT") { require(5, "KEYFORMAT") }
            if attributes.has("KEYFORMATVERSIONS") { require(5, "KEYFORMATVERSIONS") }
            if attributes.text("METHOD") == "SAMPLE-AES" { require(5, "SAMPLE-AES") }
        case .define:
            if attributes.has("QUERYPARAM") { require(11, "QUERYPARAM") }
        case .skip:
            if attributes.has("RECENTLY-REMOVED-DATERANGES") { require(10, "RECENTLY-REMOVED-DATERANGES") }
        case .media:
            guard let id = attributes.text("INSTREAM-ID") else { return }
            if attributes.text("TYPE") != "CLOSED-CAPTIONS" {
                require(13, "INSTREAM-ID with TYPE=\(attributes.text("TYPE") ?? "")")
            } else if id.hasPrefix("SERVICE") {
                require(7, "INSTREAM-ID=\"\(id)\"")
            }
        case .streamInf, .iFrameStreamInf:
            if let name = attributes.all.first(where: { $0.name.hasPrefix("REQ-") })?.name { require(12, name) }
        default: break
        }
    }

    private mutating func require(_ version: Int, _ reason: String) {
        guard version > self.version else { return }
        self.version = version
        self.reason = reason
    }
}
