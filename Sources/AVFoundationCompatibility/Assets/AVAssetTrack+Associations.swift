import Media
import AssetWriting

extension AVAssetTrack {
    /// The type of an association between two tracks.
    public struct AssociationType: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        /// The type with this four-character code.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The other track is a fallback for players that cannot play this one.
        public static let audioFallback = AssociationType(rawValue: "fall")
        /// The other track contains the chapter titles of this track.
        public static let chapterList = AssociationType(rawValue: "chap")
        /// The other track contains only the forced subtitles of this track.
        public static let forcedSubtitlesOnly = AssociationType(rawValue: "forc")
        /// The other track is selected together with this one.
        public static let selectionFollower = AssociationType(rawValue: "folw")
        /// The other track contains the timecodes of this track.
        public static let timecode = AssociationType(rawValue: "tmcd")
        /// The metadata in this track describe the other track.
        public static let metadataReferent = AssociationType(rawValue: "cdsc")
    }

    /// The types of the associations with other tracks.
    public var availableTrackAssociationTypes: [AssociationType] {
        track.references.keys.map { AssociationType(rawValue: $0.description) }.sorted { $0.rawValue < $1.rawValue }
    }

    /// Returns the tracks with which this one has an association.
    public func associatedTracks(ofType trackAssociationType: AssociationType) -> [AVAssetTrack] {
        let found = track.references.first { $0.key.description == trackAssociationType.rawValue }
        return (found?.value ?? []).compactMap { asset?.track(withTrackID: Int32(truncatingIfNeeded: $0)) }
    }

    /// Returns the tracks with which this one has an association.
    public func loadAssociatedTracks(ofType trackAssociationType: AssociationType) async throws -> [AVAssetTrack] {
        associatedTracks(ofType: trackAssociationType)
    }
}
