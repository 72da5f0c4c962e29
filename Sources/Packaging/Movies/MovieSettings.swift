package import ISOMedia
package import Media

/// The settings of a movie file.
package struct MovieSettings: Sendable {
    package var fileType: MovieFileType
    /// The timescale of the movie header; nil chooses a common multiple of the track timescales.
    package var movieTimescale: Int32?
    /// The fragment interval: the maximum duration lost when writing is interrupted. ``MediaTime/indefinite`` writes no
    /// fragments, and an interruption loses everything.
    package var movieFragmentInterval = MediaTime.indefinite
    /// The sequence number of the first movie fragment.
    package var initialMovieFragmentSequenceNumber: UInt32 = 1
    /// Whether the movie box is placed before the media, so that playback can start during the download.
    package var shouldOptimizeForNetworkUse = false
    /// The approximate duration of the movie. If set, space for the sample tables is reserved at the front.
    package var overallDurationHint: MediaTime?
    /// The chunk duration for tracks without a preferred one.
    package var interleavingPeriod = MediaTime.milliseconds(500)
    /// The longest gap between two samples of a track that is filled by extending a sample; a longer gap is rejected.
    package var maximumGap = MediaTime.seconds(40_000)
    package var metadata: [MetadataItem] = []
    /// Seconds since 1904-01-01 UTC; 0 if unspecified.
    package var creationTime: UInt64 = 0
    package var limits = Limits()

    /// The settings of a regular (not fragmented) movie.
    package init(fileType: MovieFileType) { self.fileType = fileType }

    /// Memory limits while a movie is written.
    package struct Limits: Sendable {
        /// The bytes of media that wait for other tracks; beyond this limit they are written without waiting.
        package var pendingBytes = 32 << 20
        /// The maximum distance between tracks; beyond it, media are written without waiting.
        package var pendingDuration = MediaTime.seconds(10)
        /// The total size of all sample tables in bytes. When it is reached, samples are rejected; the movie can still
        /// be finished.
        package var tableBytes = 512 << 20
        /// The maximum number of samples in one track; further samples are rejected.
        package var samplesPerTrack = 1 << 27

        package init() {}
    }

    var isFragmented: Bool { !movieFragmentInterval.isIndefinite && movieFragmentInterval > .zero }
}

/// The properties of a track in a movie in addition to its format.
package struct MovieTrackSettings: Sendable, Hashable {
    /// Whether players use the track by default.
    package var isEnabled = true
    /// The volume, from 0; 1 is full volume, also used for nil.
    package var volume: Float?
    /// The rotation and flipping of the video for display; nil uses the format.
    package var transform: DisplayMatrix?
    /// The display size in pixels; nil uses the format.
    package var naturalSize: PixelSize?
    /// The group of alternative tracks, above 0; 0 for none.
    package var alternateGroup: UInt16 = 0
    /// The z-order of video; lower numbers are in front.
    package var layer: Int16 = 0
    /// The BCP 47 language tag in addition to the track's three-letter language code.
    package var extendedLanguageTag: String?
    /// The timescale of the track in the file; nil keeps the track's timescale.
    package var mediaTimescale: Int32?
    /// The file that contains the samples, as a path relative to the folder of the movie; nil copies the samples into
    /// the movie.
    ///
    /// For regular QuickTime movies. Sample bytes must be slices of a storage that maps this file from its start.
    package var sampleReferencePath: String?
    /// The chunk duration; nil uses the movie's interleaving period.
    package var preferredMediaChunkDuration: MediaTime?
    /// The maximum chunk size in bytes.
    package var preferredMediaChunkSize = 1 << 20
    /// The alignment of chunks in bytes, at most 1 MiB; 0 and 1 for none. Ignored in fragmented movies.
    package var preferredMediaChunkAlignment = 0
    package var metadata: [MetadataItem] = []

    package init() {}
}

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
