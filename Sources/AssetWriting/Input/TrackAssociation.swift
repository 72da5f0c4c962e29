import Media

/// How a track refers to another one, by the four-character code of its track reference.
public struct TrackAssociationType: RawRepresentable, Sendable, Hashable {
    public let rawValue: String
    /// The association with this code.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// From a track to the text track with its chapter titles.
    public static let chapterList = TrackAssociationType(rawValue: "chap")
    /// From a track to its timecode track.
    public static let timecode = TrackAssociationType(rawValue: "tmcd")
    /// From a subtitle track to the one that holds only its forced subtitles.
    public static let forcedSubtitlesOnly = TrackAssociationType(rawValue: "forc")
    /// From a metadata track to the track that it describes.
    public static let metadataReferent = TrackAssociationType(rawValue: "cdsc")
    /// From an audio track to one in a format that more devices play.
    public static let audioFallback = TrackAssociationType(rawValue: "fall")
    /// From a track to the one that is chosen with it.
    public static let selectionFollower = TrackAssociationType(rawValue: "folw")

    /// Whether a track of one media type may refer so to a track of another.
    func joins(_ source: MediaType, to target: MediaType) -> Bool {
        switch self {
        case .chapterList: (source == .video || source == .audio) && target == .text
        case .timecode: (source == .video || source == .audio) && target.rawValue == "timecode"
        case .forcedSubtitlesOnly: source == .text && target == .text
        case .metadataReferent: source.rawValue == "metadata"
        case .audioFallback: source == .audio && target == .audio
        case .selectionFollower: (source == .audio || source == .text) && (target == .audio || target == .text)
        default: false
        }
    }
}

/// A reference from one input's track to another's.
struct TrackAssociation: Sendable, Hashable {
    var type: TrackAssociationType
    var target: ObjectIdentifier
    /// Whether the media types fit.
    var isPossible: Bool
}
