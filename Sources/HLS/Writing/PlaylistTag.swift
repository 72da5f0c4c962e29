/// The tags that are written and understood.
enum PlaylistTag: String, CaseIterable {
    case version = "EXT-X-VERSION"
    case independentSegments = "EXT-X-INDEPENDENT-SEGMENTS"

    case targetDuration = "EXT-X-TARGETDURATION"
    case mediaSequence = "EXT-X-MEDIA-SEQUENCE"
    case discontinuitySequence = "EXT-X-DISCONTINUITY-SEQUENCE"
    case playlistType = "EXT-X-PLAYLIST-TYPE"
    case iFramesOnly = "EXT-X-I-FRAMES-ONLY"
    case endList = "EXT-X-ENDLIST"

    case segmentDuration = "EXTINF"
    case byteRange = "EXT-X-BYTERANGE"
    case discontinuity = "EXT-X-DISCONTINUITY"
    case map = "EXT-X-MAP"
    case programDateTime = "EXT-X-PROGRAM-DATE-TIME"
    case gap = "EXT-X-GAP"

    case media = "EXT-X-MEDIA"
    case streamInf = "EXT-X-STREAM-INF"
    case iFrameStreamInf = "EXT-X-I-FRAME-STREAM-INF"

    /// Which kind of playlist a tag belongs to.
    enum Family {
        case both
        case media
        case multivariant
    }

    var family: Family {
        switch self {
        case .version, .independentSegments: .both
        case .media, .streamInf, .iFrameStreamInf: .multivariant
        default: .media
        }
    }

    /// Whether a playlist holds it once at most (RFC 8216bis 4.4).
    var isSingleton: Bool {
        switch self {
        case .version, .independentSegments, .targetDuration, .mediaSequence, .discontinuitySequence, .playlistType,
            .iFramesOnly, .endList:
            true
        default: false
        }
    }

    /// Whether it stands alone, without a colon and a value.
    var hasNoValue: Bool {
        switch self {
        case .independentSegments, .iFramesOnly, .endList, .discontinuity, .gap: true
        default: false
        }
    }
}
