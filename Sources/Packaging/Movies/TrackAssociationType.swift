import ISOMedia
package import Media

/// The type of a track reference.
public enum TrackAssociationType: String, Sendable, Hashable, CaseIterable {
    /// The other track contains the chapter titles of this track.
    case chapterList = "chap"
    /// The other track contains only the forced subtitles of this track.
    case forcedSubtitlesOnly = "forc"
    /// The other track is a fallback for players that cannot play this one.
    case audioFallback = "fall"
    /// The other track is selected together with this one.
    case selectionFollower = "folw"
    /// The other track contains the timecodes of this track.
    case timecode = "tmcd"
    /// The metadata in this track describe the other track.
    case metadataReferent = "cdsc"

    /// The four-character code of the track reference.
    package var code: FourCC {
        switch self {
        case .chapterList: "chap"
        case .forcedSubtitlesOnly: "forc"
        case .audioFallback: "fall"
        case .selectionFollower: "folw"
        case .timecode: "tmcd"
        case .metadataReferent: "cdsc"
        }
    }

    /// Returns whether a track of the first media type can have this reference to a track of the second.
    package func allows(_ first: MediaType, _ second: MediaType) -> Bool {
        switch self {
        case .chapterList: [.video, .audio].contains(first) && [.text, .video].contains(second)
        case .forcedSubtitlesOnly: first == .text && second == .text
        case .audioFallback: first == .audio && second == .audio
        case .selectionFollower: [.audio, .text].contains(first) && [.audio, .text].contains(second)
        case .timecode: [.video, .audio].contains(first) && second == .timecode
        case .metadataReferent: first == .metadata && second != .timecode
        }
    }
}
