import HLS

// What rules ask of multivariant playlists.
extension CheckedPlaylist {
    /// Each EXT-X-STREAM-INF with the line it stands in and its URI.
    var variants: [(line: ScannedLine, uri: String, attributes: ScannedAttributes)] {
        PresentationDeclarations(text).variants.map { (text.lines[$0.line], $0.uri, $0.attributes) }
    }

    /// The EXT-X-MEDIA tags of a type, of one group or of all.
    func renditions(_ type: String, group: String? = nil) -> [ScannedLine] {
        text.lines(.media).filter { line in
            line.attributes?.text("TYPE") == type && (group == nil || line.attributes?.text("GROUP-ID") == group)
        }
    }

    /// Whether a variant has pictures and sound in one playlist.
    func isMuxed(_ variant: ScannedAttributes) -> Bool {
        let kinds = variant.codecs.map(\.kind)
        guard kinds.contains(.video), kinds.contains(.audio) else { return false }
        guard let group = variant.text("AUDIO") else { return true }
        // A member without a URI is in the variant itself.
        return renditions("AUDIO", group: group).contains { $0.attributes?.has("URI") == false }
    }
}

extension ScannedAttributes {
    /// What CODECS lists.
    var codecs: [CodecName] { list("CODECS").map(CodecName.init) }

    /// Whether the variant has pictures, as far as it says.
    var hasVideo: Bool { has("RESOLUTION") || codecs.contains { $0.kind == .video } }

    /// Whether its pictures have a high dynamic range.
    var isHDR: Bool { text("VIDEO-RANGE") == "PQ" || text("VIDEO-RANGE") == "HLG" }
}
