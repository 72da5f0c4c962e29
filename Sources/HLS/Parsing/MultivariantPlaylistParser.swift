import Media

/// Builds a multivariant playlist from its lines (RFC 8216bis 4.4.6).
struct MultivariantPlaylistParser {
    private let limits: PlaylistLimits
    private var playlist = MultivariantPlaylist()
    private var pending: Variant?
    private var count = 0

    init(limits: PlaylistLimits) { self.limits = limits }

    mutating func take(_ tag: PlaylistTag, _ line: PlaylistLine) throws(PlaylistProblem) {
        count += 1
        guard count <= limits.entries else { throw line.problem("more than \(limits.entries) variants and renditions") }
        if pending != nil { throw line.problem("EXT-X-STREAM-INF is followed by its URI, not by another tag") }
        let attributes = try AttributeList(tag, line, limits: limits)
        switch tag {
        case .media: playlist.renditions.append(try rendition(attributes))
        case .streamInf: pending = try variant(attributes, uri: "")
        case .iFrameStreamInf:
            playlist.iFrameVariants.append(try variant(attributes, uri: try attributes.requiredString("URI")))
        default: break
        }
    }

    mutating func takeURI(_ line: PlaylistLine) throws(PlaylistProblem) {
        guard var variant = pending else { throw line.problem("a variant needs EXT-X-STREAM-INF before its URI") }
        pending = nil
        variant.uri = line.bytes.text
        playlist.variants.append(variant)
    }

    func finish(_ lastLine: Int) throws(PlaylistProblem) -> MultivariantPlaylist {
        if pending != nil {
            throw PlaylistProblem(line: lastLine, message: "EXT-X-STREAM-INF without a URI: the playlist is cut short")
        }
        return playlist
    }

    private func variant(_ attributes: AttributeList, uri: String) throws(PlaylistProblem) -> Variant {
        guard let bandwidth = try attributes.integer("BANDWIDTH") else { throw attributes.missing("BANDWIDTH") }
        return Variant(
            uri: uri, bandwidth: bandwidth, averageBandwidth: try attributes.integer("AVERAGE-BANDWIDTH"),
            codecs: try attributes.strings("CODECS"), resolution: try attributes.resolution("RESOLUTION"),
            frameRate: try attributes.thousandths("FRAME-RATE").map(FrameRate.init(thousandths:)),
            videoRange: try attributes.word("VIDEO-RANGE"), audioGroup: try attributes.string("AUDIO"),
            videoGroup: try attributes.string("VIDEO"), subtitlesGroup: try attributes.string("SUBTITLES"))
    }

    private func rendition(_ attributes: AttributeList) throws(PlaylistProblem) -> AlternativeRendition {
        guard let kind = try attributes.word("TYPE", AlternativeRendition.Kind.self) else {
            throw attributes.missing("TYPE")
        }
        return AlternativeRendition(
            kind: kind, groupID: try attributes.requiredString("GROUP-ID"),
            name: try attributes.requiredString("NAME"), language: try attributes.string("LANGUAGE"),
            isDefault: try attributes.flag("DEFAULT"), isAutoselect: try attributes.flag("AUTOSELECT"),
            isForced: try attributes.flag("FORCED"), uri: try attributes.string("URI"),
            instreamID: try attributes.string("INSTREAM-ID"),
            characteristics: try attributes.strings("CHARACTERISTICS"), channels: try attributes.string("CHANNELS"))
    }
}
