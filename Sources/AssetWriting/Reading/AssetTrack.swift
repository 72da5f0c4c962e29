import ISOMedia
public import Media
import Synchronization

/// One track of an asset: `AVAssetTrack` without the prefix.
public final class AssetTrack: Sendable, Identifiable {
    public let mediaType: MediaType
    let source: AssetSource
    let movieTrack: MovieTrack
    private let walked = Mutex<TrackMeasures?>(nil)

    init(source: AssetSource, track: MovieTrack, mediaType: MediaType) {
        self.source = source
        movieTrack = track
        self.mediaType = mediaType
    }

    /// The `track_ID` of the file.
    public var trackID: Int32 { Int32(truncatingIfNeeded: movieTrack.id) }
    public var id: Int32 { trackID }
    /// What the samples are made of; nil where it cannot be carried or decoded.
    public var format: MediaFormat? { movieTrack.format }
    /// The four-character code of the first sample entry, such as `avc1`.
    public var formatCode: FourCC { movieTrack.sampleEntryCode }
    /// Whether the samples are encrypted; such a track cannot be read.
    public var hasProtectedContent: Bool { movieTrack.isEncrypted }
    /// Whether the track header says that the track is used.
    public var isEnabled: Bool { movieTrack.isEnabled }
    /// Ticks per second of the track's times.
    public var naturalTimeScale: Int32 { movieTrack.timescale }
    /// What the handler is called, for people.
    public var name: String? { movieTrack.name }

    /// Whether packets of sound depend on packets before them, as in xHE-AAC: then only some are sync samples.
    public var hasAudioSampleDependencies: Bool {
        if case .codedAudio(let format) = movieTrack.format { return format.hasSampleDependencies }
        return false
    }

    /// ISO 639-2/T; nil when undetermined.
    public var languageCode: String? { movieTrack.languageCode }
    /// A BCP 47 tag where the file has one beyond the language code.
    public var extendedLanguageTag: String? { movieTrack.extendedLanguageTag }
    /// From 0; 1 is normal.
    public var preferredVolume: Float { movieTrack.volume }

    /// The size of the pictures with square pixels, before ``preferredTransform``; zero for other media.
    public var naturalSize: PictureSize {
        guard case .codedVideo(let format) = movieTrack.format else { return PictureSize(width: 0, height: 0) }
        let aspect = format.pixelAspect
        guard aspect.numerator != aspect.denominator, aspect.denominator > 0 else { return format.size }
        let width = Int64(format.size.width) * Int64(aspect.numerator) / Int64(aspect.denominator)
        return PictureSize(width: Int(width), height: format.size.height)
    }

    /// How pictures are turned and flipped for display.
    public var preferredTransform: DisplayTransform {
        movieTrack.displayMatrix.flatMap(DisplayTransform.init(displayMatrix:)) ?? .identity
    }

    /// When the track is presented in the movie, as its edit list says.
    public var timeRange: MediaTimeRange {
        let edits = movieTrack.edits
        return MediaTimeRange(start: edits.initialDelay, duration: edits.duration ?? unedited)
    }

    /// The length of the media from the first edit on.
    private var unedited: MediaTime {
        let skipped = MediaTime(value: movieTrack.edits.mediaStart, timescale: movieTrack.timescale)
        if !source.movie.isFragmented, let duration = movieTrack.duration { return max(.zero, duration - skipped) }
        return max(.zero, MediaTime(value: measures.endTicks, timescale: movieTrack.timescale) - skipped)
    }

    /// Pictures or packets per second; measured over the whole track.
    public var nominalFrameRate: Float { measures.perSecond(Double(measures.sampleCount), movieTrack.timescale) }
    /// Bits per second; measured over the whole track.
    public var estimatedDataRate: Float { measures.perSecond(Double(measures.byteCount) * 8, movieTrack.timescale) }
    /// The size of all samples in bytes.
    public var totalSampleDataLength: Int64 { Int64(measures.byteCount) }
    /// How many samples the track has.
    public var sampleCount: Int { measures.sampleCount }
    /// How long the shortest sample lasts; nil without samples.
    public var minFrameDuration: MediaTime? {
        measures.shortest.map { MediaTime(value: $0, timescale: movieTrack.timescale) }
    }
    /// Whether pictures are presented in another order than they are decoded.
    public var requiresFrameReordering: Bool { measures.isReordered }

    /// The track as samples are announced: format, timescale, language, name, length, priming and rate.
    ///
    /// What `AssetWriterInput(passingThrough:)` takes. Nil where the format cannot be carried.
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

    /// What one walk over the tables tells; made when it is first asked for.
    var measures: TrackMeasures {
        walked.withLock { walked in
            if let walked { return walked }
            let measures = TrackMeasures(source.movie.cursor(for: movieTrack))
            walked = measures
            return measures
        }
    }
}

extension DisplayTransform {
    /// The transformation that a display matrix holds; nil unless it has nine numbers.
    init?(displayMatrix matrix: [Int32]) {
        guard matrix.count == 9 else { return nil }
        let numbers = matrix.map { Double($0) / 0x1_0000 }
        self.init(a: numbers[0], b: numbers[1], c: numbers[3], d: numbers[4], tx: numbers[6], ty: numbers[7])
    }
}
