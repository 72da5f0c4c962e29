import Packaging
import Media

/// The properties of a writer that are set before writing starts.
struct WriterConfiguration: ValidatedConfiguration {
    /// The output of the writer.
    enum Destination: Sendable {
        case segments(ContentType)
        case movie(FileURL, FileType)
    }

    /// The maximum number of inputs of a writer.
    static let maximumInputCount = 1024

    let destination: Destination
    var outputFileTypeProfile: FileTypeProfile?
    var preferredOutputSegmentInterval: MediaTime?
    var initialSegmentStartTime: MediaTime?
    var initialMovieFragmentSequenceNumber = 1
    var producesCombinableFragments = false
    var movieFragmentInterval: MediaTime?
    var movieTimeScale: Int32 = 0
    var shouldOptimizeForNetworkUse = false
    var metadata: [MetadataItem] = []
    var overallDurationHint: MediaTime?
    var directoryForTemporaryFiles: FileURL?
    var encoderProvider: (any EncoderProvider)?
    /// The provider that was set; otherwise the codecs linked into the program.
    var effectiveEncoderProvider: (any EncoderProvider)? { encoderProvider ?? LinkedCodecs.provider }
    var configurationErrors: [String: AssetWriterError] = [:]

    init(destination: Destination) { self.destination = destination }

    var fileType: FileType {
        switch destination {
        case .segments: .mp4
        case .movie(_, let type): type
        }
    }
    var writesSegments: Bool {
        if case .segments = destination { return true }
        return false
    }
    /// Whether a track of the output may refer to another one; a CMAF file has a single track.
    var carriesAssociations: Bool {
        fileType.carriesTrackReferences && !(writesSegments && outputFileTypeProfile == .mpeg4CMAFCompliant)
    }
    /// Whether segments end at `flushSegment`.
    var hasCustomSegmentation: Bool { writesSegments && preferredOutputSegmentInterval?.isIndefinite == true }
    /// Whether segments end at the preferred interval.
    var hasSegmentInterval: Bool { writesSegments && preferredOutputSegmentInterval?.isIndefinite == false }

    var validationMessage: String? {
        if let interval = preferredOutputSegmentInterval, interval <= .zero {
            return "preferredOutputSegmentInterval must be above zero, or indefinite for custom segmentation"
        }
        if initialSegmentStartTime?.isIndefinite == true { return "initialSegmentStartTime must not be indefinite" }
        if !(1...Int(UInt32.max)).contains(initialMovieFragmentSequenceNumber) {
            return "initialMovieFragmentSequenceNumber must be from 1 to \(UInt32.max)"
        }
        if let interval = movieFragmentInterval, interval <= .zero {
            return "movieFragmentInterval must be above zero"
        }
        if movieTimeScale < 0 { return "movieTimeScale is \(movieTimeScale); it must not be negative" }
        return nil
    }
}
