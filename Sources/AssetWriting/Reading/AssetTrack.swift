package import ISOMedia
public import Media
import Synchronization

/// One track of an asset: `AVAssetTrack` without the prefix.
public final class AssetTrack: Sendable, Identifiable {
    public let mediaType: MediaType
    let source: AssetSource
    let movieTrack: MovieTrack
    private let cachedStatistics = Mutex<TrackStatistics?>(nil)

    init(source: AssetSource, track: MovieTrack, mediaType: MediaType) {
        self.source = source
        movieTrack = track
        self.mediaType = mediaType
    }

    /// The `track_ID` of the file.
    public var trackID: Int32 { Int32(truncatingIfNeeded: movieTrack.id) }
    public var id: Int32 { trackID }
    /// The format of the samples; nil when it is not supported.
    public var format: MediaFormat? { movieTrack.format }
    /// The four-character code of the first sample entry, such as `avc1`.
    public var formatCode: FourCC { movieTrack.sampleEntryCode }
    /// Whether the samples are encrypted; such a track cannot be read.
    public var hasProtectedContent: Bool { movieTrack.isEncrypted }
    /// Whether the track is enabled in its track header.
    public var isEnabled: Bool { movieTrack.isEnabled }
    /// The timescale of the track, in ticks per second.
    public var naturalTimeScale: Int32 { movieTrack.timescale }
    /// The human-readable name in the handler box.
    public var name: String? { movieTrack.name }

    /// Whether audio packets depend on preceding packets, as in xHE-AAC, so that only some are sync samples.
    public var hasAudioSampleDependencies: Bool {
        if case .codedAudio(let format) = movieTrack.format { return format.hasSampleDependencies }
        return false
    }

    /// The language as an ISO 639-2/T code; nil when undetermined.
    public var languageCode: String? { movieTrack.languageCode }
    /// The language as a BCP 47 tag, if the file has one in addition to the language code.
    public var extendedLanguageTag: String? { movieTrack.extendedLanguageTag }
    /// The playback volume from 0; 1 is normal.
    public var preferredVolume: Float { movieTrack.volume }

    /// The frame size in square pixels, before ``preferredTransform``; zero for media other than video.
    public var naturalSize: PixelSize {
        guard case .codedVideo(let format) = movieTrack.format else { return PixelSize(width: 0, height: 0) }
        let aspect = format.pixelAspect
        guard aspect.numerator != aspect.denominator, aspect.denominator > 0 else { return format.size }
        let width = Int64(format.size.width) * Int64(aspect.numerator) / Int64(aspect.denominator)
        return PixelSize(width: Int(width), height: format.size.height)
    }

    /// The rotation and flipping of the video for display.
    public var preferredTransform: DisplayTransform {
        movieTrack.displayMatrix.flatMap(DisplayTransform.init(displayMatrix:)) ?? .identity
    }

    /// The range of the presentation that contains the track, according to its edit list.
    public var timeRange: MediaTimeRange {
        let edits = movieTrack.edits
        return MediaTimeRange(start: edits.initialDelay, duration: edits.duration ?? uneditedDuration)
    }

    /// The duration of the media from the first edit on.
    private var uneditedDuration: MediaTime {
        let skipped = MediaTime(value: movieTrack.edits.mediaStart, timescale: movieTrack.timescale)
        if !source.movie.isFragmented, let duration = movieTrack.duration { return max(.zero, duration - skipped) }
        return max(.zero, MediaTime(value: statistics.endTicks, timescale: movieTrack.timescale) - skipped)
    }

    /// Video frames or audio packets per second, measured over the whole track.
    public var nominalFrameRate: Float { statistics.perSecond(Double(statistics.sampleCount), movieTrack.timescale) }
    /// Bits per second; measured over the whole track.
    public var estimatedDataRate: Float { statistics.perSecond(Double(statistics.byteCount) * 8, movieTrack.timescale) }
    /// The total size of all samples in bytes.
    public var totalSampleDataLength: Int64 { Int64(statistics.byteCount) }
    /// The number of samples in the track.
    public var sampleCount: Int { statistics.sampleCount }
    /// The duration of the shortest sample; nil without samples.
    public var minFrameDuration: MediaTime? {
        statistics.shortestSampleDuration.map { MediaTime(value: $0, timescale: movieTrack.timescale) }
    }
    /// Whether the presentation order differs from the decode order.
    public var requiresFrameReordering: Bool { statistics.isReordered }

    /// The track description for samples: format, timescale, language, name, duration, priming and bit rate.
    ///
    /// Pass it to `AssetWriterInput(passingThrough:)`. Nil when the format is not supported.
    public var mediaTrack: Track? {
        guard let format = movieTrack.format else { return nil }
        var track = Track(id: Track.ID(rawValue: movieTrack.id), format: format, timescale: movieTrack.timescale)
        track.language = movieTrack.language
        track.name = movieTrack.name
        track.duration = timeRange.duration
        track.nominalBitRate = movieTrack.nominalBitRate
        if mediaType == .audio { track.priming = movieTrack.edits.mediaStart }
        return track
    }

    /// The metadata of the track, as stored.
    package var storedMetadata: [StoredMetadata] { movieTrack.metadata }
    /// The `track_ID`s of the tracks that this one refers to, by the type of the reference.
    package var references: [FourCC: [UInt32]] { movieTrack.references }
    /// The handler type of the track, such as `sbtl`.
    package var handler: FourCC { movieTrack.handler }
    /// The formats of all sample entries, in order; nil for unsupported ones.
    package var formats: [MediaFormat?] { movieTrack.formats }
    /// Whether the samples are in another file.
    package var hasExternalMedia: Bool { movieTrack.hasExternalMedia }
    /// Whether this is the same track of the same opened file.
    package func isSame(as other: AssetTrack) -> Bool {
        source.file === other.source.file && movieTrack.id == other.movieTrack.id
    }

    /// The results of one pass over the sample tables; computed on first use.
    var statistics: TrackStatistics {
        cachedStatistics.withLock { walked in
            if let walked { return walked }
            let measures = TrackStatistics(source.movie.cursor(for: movieTrack))
            walked = measures
            return measures
        }
    }
}

extension DisplayTransform {
    /// The transform in a display matrix; nil unless the matrix has nine elements.
    init?(displayMatrix matrix: [Int32]) {
        guard matrix.count == 9 else { return nil }
        let numbers = matrix.map { Double($0) / 0x1_0000 }
        self.init(a: numbers[0], b: numbers[1], c: numbers[3], d: numbers[4], tx: numbers[6], ty: numbers[7])
    }
}
