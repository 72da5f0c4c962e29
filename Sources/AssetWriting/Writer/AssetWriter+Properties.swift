public import Packaging
public import Media

// Everything here is set before startWriting. A value that cannot be written is not taken, and startWriting then fails
// and names it.
extension AssetWriter {
    /// Whom segments are written for; required without a file.
    public var outputFileTypeProfile: FileTypeProfile? {
        get { engine.read { $0.configuration.outputFileTypeProfile } }
        set { set("outputFileTypeProfile", \.outputFileTypeProfile, newValue) }
    }

    /// The segment duration that is aimed at, above zero; `.indefinite` leaves it to ``flushSegment()``. Required
    /// without a file.
    public var preferredOutputSegmentInterval: MediaTime? {
        get { engine.read { $0.configuration.preferredOutputSegmentInterval } }
        set { set("preferredOutputSegmentInterval", \.preferredOutputSegmentInterval, newValue) }
    }

    /// Where the grid of segment intervals begins; nil for the start of the session.
    public var initialSegmentStartTime: MediaTime? {
        get { engine.read { $0.configuration.initialSegmentStartTime } }
        set { set("initialSegmentStartTime", \.initialSegmentStartTime, newValue) }
    }

    /// The sequence number of the first movie fragment, from 1 to 4294967295.
    public var initialMovieFragmentSequenceNumber: Int {
        get { engine.read { $0.configuration.initialMovieFragmentSequenceNumber } }
        set { set("initialMovieFragmentSequenceNumber", \.initialMovieFragmentSequenceNumber, newValue) }
    }

    /// Whether the fragments can follow or precede those of other writers with equal inputs: the initialization segment
    /// then depends on the tracks alone.
    public var producesCombinableFragments: Bool {
        get { engine.read { $0.configuration.producesCombinableFragments } }
        set { set("producesCombinableFragments", \.producesCombinableFragments, newValue) }
    }

    /// How often a movie file gets a movie fragment while it is written, above zero; nil for never.
    public var movieFragmentInterval: MediaTime? {
        get { engine.read { $0.configuration.movieFragmentInterval } }
        set { set("movieFragmentInterval", \.movieFragmentInterval, newValue) }
    }

    /// Ticks per second of the movie header; 0 leaves it to the writer.
    public var movieTimeScale: Int32 {
        get { engine.read { $0.configuration.movieTimeScale } }
        set { set("movieTimeScale", \.movieTimeScale, newValue) }
    }

    /// Whether a movie file has its headers before its media.
    public var shouldOptimizeForNetworkUse: Bool {
        get { engine.read { $0.configuration.shouldOptimizeForNetworkUse } }
        set { set("shouldOptimizeForNetworkUse", \.shouldOptimizeForNetworkUse, newValue) }
    }

    /// What the movie says about itself.
    public var metadata: [MetadataItem] {
        get { engine.read { $0.configuration.metadata } }
        set { set("metadata", \.metadata, newValue) }
    }

    /// How long the movie is expected to be; nil when not known.
    public var overallDurationHint: MediaTime? {
        get { engine.read { $0.configuration.overallDurationHint } }
        set { set("overallDurationHint", \.overallDurationHint, newValue) }
    }

    /// Who makes the encoders of inputs with output settings; nil for the codecs that are linked into the program.
    public var encoderProvider: (any EncoderProvider)? {
        get { engine.read { $0.configuration.encoderProvider } }
        set { set("encoderProvider", \.encoderProvider, newValue) }
    }

    private func set<Value: Sendable>(
        _ name: String, _ property: any WritableKeyPath<WriterConfiguration, Value> & Sendable, _ value: Value
    ) {
        engine.attempt { state throws(AssetWriterError) in
            try state.lifecycle.checkSetting(name)
            state.configuration.set(name, property, value)
            if let problem = state.configuration.problem { throw problem }
        }
    }
}
