import Packaging
import Media

/// Everything that is set on a writer before writing starts.
struct WriterConfiguration: Sendable {
    /// Where the writing goes.
    enum Destination: Sendable {
        case segments(ContentType)
        case movie(FileURL, FileType)
    }

    /// The most inputs that one writer takes.
    static let mostInputs = 1024

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
    var encoderProvider: (any EncoderProvider)?
    /// The provider that was set, or what is linked into the program.
    var codecs: (any EncoderProvider)? { encoderProvider ?? LinkedCodecs.provider }
    private(set) var problems: [String: AssetWriterError] = [:]

    init(destination: Destination) { self.destination = destination }

    var problem: AssetWriterError? { problems.min { $0.key < $1.key }?.value }

    /// Sets a property unless the value is one that cannot be written; then the problem is kept.
    mutating func set<Value>(_ name: String, _ property: WritableKeyPath<Self, Value>, _ value: Value) {
        var changed = self
        changed[keyPath: property] = value
        if let fault = changed.fault {
            problems[name] = AssetWriterError(.invalidSettings, fault)
        } else {
            changed.problems[name] = nil
            self = changed
        }
    }

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
    /// Whether a track of the output may refer to another one; a file of CMAF has one track.
    var carriesAssociations: Bool {
        fileType.carriesTrackReferences && !(writesSegments && outputFileTypeProfile == .mpeg4CMAFCompliant)
    }
    /// Whether `flushSegment` decides where segments end.
    var hasCustomSegmentation: Bool { writesSegments && preferredOutputSegmentInterval?.isIndefinite == true }
    /// Whether the writer decides where segments end.
    var hasSegmentInterval: Bool { writesSegments && preferredOutputSegmentInterval?.isIndefinite == false }

    private var fault: String? {
        if let interval = preferredOutputSegmentInterval, interval <= .zero {
            return "preferredOutputSegmentInterval is above zero, or indefinite for custom segmentation"
        }
        if initialSegmentStartTime?.isIndefinite == true { return "initialSegmentStartTime is a time, not indefinite" }
        if !(1...Int(UInt32.max)).contains(initialMovieFragmentSequenceNumber) {
            return "initialMovieFragmentSequenceNumber is from 1 to \(UInt32.max)"
        }
        if let interval = movieFragmentInterval, interval <= .zero {
            return "movieFragmentInterval is above zero"
        }
        if movieTimeScale < 0 { return "movieTimeScale is \(movieTimeScale); it is 0 or above" }
        return nil
    }
}
