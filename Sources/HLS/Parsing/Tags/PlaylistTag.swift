/// The tags that the parser and the writer support.
package enum PlaylistTag: Int, Sendable, CaseIterable {
    case version, independentSegments, define, start

    case targetDuration, mediaSequence, discontinuitySequence, playlistType, iFramesOnly, endList
    case partInf, serverControl, skip, preloadHint, renditionReport

    case segmentDuration, byteRange, discontinuity, key, map, programDateTime, gap, bitRate, part, dateRange

    case media, streamInf, iFrameStreamInf, sessionData, sessionKey, contentSteering

    /// The name without the number sign.
    package var name: StaticString {
        switch self {
        case .version: "EXT-X-VERSION"
        case .independentSegments: "EXT-X-INDEPENDENT-SEGMENTS"
        case .define: "EXT-X-DEFINE"
        case .start: "EXT-X-START"
        case .targetDuration: "EXT-X-TARGETDURATION"
        case .mediaSequence: "EXT-X-MEDIA-SEQUENCE"
        case .discontinuitySequence: "EXT-X-DISCONTINUITY-SEQUENCE"
        case .playlistType: "EXT-X-PLAYLIST-TYPE"
        case .iFramesOnly: "EXT-X-I-FRAMES-ONLY"
        case .endList: "EXT-X-ENDLIST"
        case .partInf: "EXT-X-PART-INF"
        case .serverControl: "EXT-X-SERVER-CONTROL"
        case .skip: "EXT-X-SKIP"
        case .preloadHint: "EXT-X-PRELOAD-HINT"
        case .renditionReport: "EXT-X-RENDITION-REPORT"
        case .segmentDuration: "EXTINF"
        case .byteRange: "EXT-X-BYTERANGE"
        case .discontinuity: "EXT-X-DISCONTINUITY"
        case .key: "EXT-X-KEY"
        case .map: "EXT-X-MAP"
        case .programDateTime: "EXT-X-PROGRAM-DATE-TIME"
        case .gap: "EXT-X-GAP"
        case .bitRate: "EXT-X-BITRATE"
        case .part: "EXT-X-PART"
        case .dateRange: "EXT-X-DATERANGE"
        case .media: "EXT-X-MEDIA"
        case .streamInf: "EXT-X-STREAM-INF"
        case .iFrameStreamInf: "EXT-X-I-FRAME-STREAM-INF"
        case .sessionData: "EXT-X-SESSION-DATA"
        case .sessionKey: "EXT-X-SESSION-KEY"
        case .contentSteering: "EXT-X-CONTENT-STEERING"
        }
    }

    /// The kind of playlist that a tag belongs to.
    package enum Family: Sendable {
        case both
        case media
        case multivariant
    }

    package var family: Family {
        switch self {
        case .version, .independentSegments, .define, .start: .both
        case .media, .streamInf, .iFrameStreamInf, .sessionData, .sessionKey, .contentSteering: .multivariant
        default: .media
        }
    }

    /// Whether a playlist may contain it at most once (RFC 8216bis 4.4).
    package var isSingleton: Bool {
        switch self {
        case .version, .independentSegments, .start, .targetDuration, .mediaSequence, .discontinuitySequence,
            .playlistType, .iFramesOnly, .endList, .partInf, .serverControl, .skip, .contentSteering:
            true
        default: false
        }
    }

    /// Whether media plays without it, so that a malformed one is ignored.
    var isOptional: Bool {
        switch self {
        case .start, .bitRate, .programDateTime, .dateRange, .sessionData, .preloadHint, .renditionReport,
            .contentSteering:
            true
        default: false
        }
    }

    /// Whether its value is an attribute list.
    package var hasAttributes: Bool {
        switch self {
        case .define, .start, .partInf, .serverControl, .skip, .preloadHint, .renditionReport, .key, .map, .part,
            .dateRange, .media, .streamInf, .iFrameStreamInf, .sessionData, .sessionKey, .contentSteering:
            true
        default: false
        }
    }

    /// Whether it has neither a colon nor a value.
    package var hasNoValue: Bool {
        switch self {
        case .independentSegments, .iFramesOnly, .endList, .discontinuity, .gap: true
        default: false
        }
    }
}

extension PlaylistTag {
    /// The tags by the length of their names, which few share.
    private static let byLength: [[PlaylistTag]] = {
        let maximumLength = allCases.map(\.name.utf8CodeUnitCount).max() ?? 0
        return (0...maximumLength).map { length in allCases.filter { $0.name.utf8CodeUnitCount == length } }
    }()

    /// Creates the tag with a name.
    init?(_ name: UnsafeBufferPointer<UInt8>) {
        guard name.count < Self.byLength.count else { return nil }
        for tag in Self.byLength[name.count] where name.equals(tag.name) {
            self = tag
            return
        }
        return nil
    }

    /// Creates the tag with a name without the number sign; nil if it is unknown.
    package init?(name: String) {
        var name = name
        guard let tag = name.withUTF8({ Self($0) }) else { return nil }
        self = tag
    }
}
