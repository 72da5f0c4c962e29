import HLS

// Accessors for multivariant playlists.
extension CheckedPlaylist {
    /// The EXT-X-STREAM-INF tags with their lines and URIs.
    var variants: [(line: ScannedLine, uri: String, attributes: ScannedAttributes)] {
        PresentationDeclarations(text).variants.map { (text.lines[$0.line], $0.uri, $0.attributes) }
    }

    /// Returns the EXT-X-MEDIA tags of a type, optionally of one group.
    func renditions(_ type: String, group: String? = nil) -> [ScannedLine] {
        text.lines(.media).filter { line in
            line.attributes?.text("TYPE") == type && (group == nil || line.attributes?.text("GROUP-ID") == group)
        }
    }

    /// Whether a variant contains both video and audio in one playlist.
    func isMuxed(_ variant: ScannedAttributes) -> Bool {
        let kinds = variant.codecs.map(\.kind)
        guard kinds.contains(.video), kinds.contains(.audio) else { return false }
        guard let group = variant.text("AUDIO") else { return true }
        // The rendition without a URI is muxed into the variant.
        return renditions("AUDIO", group: group).contains { $0.attributes?.has("URI") == false }
    }
}

extension ScannedAttributes {
    /// The elements of CODECS.
    var codecs: [CodecName] { list("CODECS").map(CodecName.init) }

    /// Whether the attributes declare video.
    var hasVideo: Bool { has("RESOLUTION") || codecs.contains { $0.kind == .video } }

    /// Whether the attributes declare high dynamic range.
    var isHDR: Bool { text("VIDEO-RANGE") == "PQ" || text("VIDEO-RANGE") == "HLG" }
}
