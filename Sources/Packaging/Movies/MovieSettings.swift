package import ISOMedia
package import Media

/// How a movie file is written.
package struct MovieSettings: Sendable {
    package var fileType: MovieFileType
    /// Ticks per second of the movie header; nil takes one that all tracks' times are whole numbers of.
    package var movieTimescale: Int32?
    /// How much can be lost when writing is cut off; ``MediaTime/indefinite`` writes no fragments and can lose all.
    package var movieFragmentInterval = MediaTime.indefinite
    /// The sequence number of the first movie fragment.
    package var initialMovieFragmentSequenceNumber: UInt32 = 1
    /// Puts the movie box before the media, so that playback can begin while the file is still being fetched.
    package var shouldOptimizeForNetworkUse = false
    /// How long the movie will be, about; room for its tables is kept at the front when it is known.
    package var overallDurationHint: MediaTime?
    /// How long a chunk of media is where its track does not say.
    package var interleavingPeriod = MediaTime.milliseconds(500)
    /// The largest hole between two samples of a track that is filled by a longer sample instead of refused.
    package var longestGap = MediaTime.seconds(40_000)
    package var metadata: [MetadataItem] = []
    /// Seconds since 1904-01-01 in UTC; 0 for not said.
    package var creationTime: UInt64 = 0
    package var limits = Limits()

    /// A regular movie.
    package init(fileType: MovieFileType) { self.fileType = fileType }

    /// What bounds the memory of a movie that is being written.
    package struct Limits: Sendable {
        /// Media that wait for other tracks, in bytes; then they are written without waiting.
        package var pendingBytes = 32 << 20
        /// How far tracks wait for each other; then they are written without waiting.
        package var pendingDuration = MediaTime.seconds(10)
        /// All sample tables together, in bytes; then samples are refused and the movie can be finished.
        package var tableBytes = 512 << 20
        /// Samples of one track; then they are refused.
        package var samplesPerTrack = 1 << 27

        package init() {}
    }

    var isFragmented: Bool { !movieFragmentInterval.isIndefinite && movieFragmentInterval > .zero }
}

/// What a movie says about one track beyond its format.
package struct MovieTrackSettings: Sendable, Hashable {
    /// Whether players use the track unless told otherwise.
    package var isEnabled = true
    /// From 0 to 1 and above; nil is full volume.
    package var volume: Float?
    /// How pictures are turned for display; nil leaves it to the format.
    package var transform: DisplayMatrix?
    /// The size of pictures on display, in pixels; nil leaves it to the format.
    package var naturalSize: PictureSize?
    /// Tracks of one group, above 0, are alternatives of each other.
    package var alternateGroup: UInt16 = 0
    /// Which pictures lie in front: the lower number.
    package var layer: Int16 = 0
    /// BCP 47 tag beside the three letters of the track's language.
    package var extendedLanguageTag: String?
    /// Ticks per second of the track in the file; nil keeps the track's own.
    package var mediaTimescale: Int32?
    /// Where the file is that has the samples, as a path from the folder of the movie; nil copies them into the movie.
    ///
    /// For regular QuickTime movies. The samples' bytes are then those of a file whose storage begins with the file.
    package var sampleReferencePath: String?
    /// How long a chunk is; nil takes the movie's interleaving period.
    package var preferredMediaChunkDuration: MediaTime?
    /// How large a chunk becomes, in bytes.
    package var preferredMediaChunkSize = 1 << 20
    /// Chunks begin at multiples of this, in bytes; 0 and 1 for anywhere, 1 MiB at most. Not in fragmented movies.
    package var preferredMediaChunkAlignment = 0
    package var metadata: [MetadataItem] = []

    package init() {}
}

/// What a track is to another, as track references say it.
public enum TrackAssociationType: String, Sendable, Hashable, CaseIterable {
    /// The other track's samples are chapter titles of this one.
    case chapterList = "chap"
    /// The other track has only those of this track's subtitles that are always shown.
    case forcedSubtitlesOnly = "forc"
    /// The other track is played where this one cannot be.
    case audioFallback = "fall"
    /// The other track is selected together with this one.
    case selectionFollower = "folw"
    /// The other track has this one's timecodes.
    case timecode = "tmcd"
    /// This track's metadata are about the other.
    case metadataReferent = "cdsc"

    /// The type of the track reference.
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

    /// Whether a track of the first media type can have a track of the second for this.
    package func joins(_ first: MediaType, _ second: MediaType) -> Bool {
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
