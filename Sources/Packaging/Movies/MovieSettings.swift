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
    /// The size of the file in which samples remain: the movie contains their offsets in it, and only samples that are in no
    /// file, whose offsets follow this size. nil for a movie that contains its samples.
    package var referencedSize: Int?

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
