public import Packaging
public import Media

// These properties are set before startWriting. An invalid value is not stored, and startWriting then fails with an
// error that names it.
extension AssetWriter {
    /// The profile of the segments; required for a writer without a file.
    public var outputFileTypeProfile: FileTypeProfile? {
        get { engine.read { $0.configuration.outputFileTypeProfile } }
        set { set("outputFileTypeProfile", \.outputFileTypeProfile, newValue) }
    }

    /// The target segment duration, above zero; with `.indefinite`, segments end at ``flushSegment()``. Required for a
    /// writer without a file.
    public var preferredOutputSegmentInterval: MediaTime? {
        get { engine.read { $0.configuration.preferredOutputSegmentInterval } }
        set { set("preferredOutputSegmentInterval", \.preferredOutputSegmentInterval, newValue) }
    }

    /// The time at which the grid of segment intervals starts; nil for the start of the session.
    public var initialSegmentStartTime: MediaTime? {
        get { engine.read { $0.configuration.initialSegmentStartTime } }
        set { set("initialSegmentStartTime", \.initialSegmentStartTime, newValue) }
    }

    /// The sequence number of the first movie fragment, from 1 to 4294967295.
    public var initialMovieFragmentSequenceNumber: Int {
        get { engine.read { $0.configuration.initialMovieFragmentSequenceNumber } }
        set { set("initialMovieFragmentSequenceNumber", \.initialMovieFragmentSequenceNumber, newValue) }
    }

    /// Whether the fragments can be concatenated with fragments of other writers with equal inputs. The
    /// initialization segment then depends on the tracks only.
    public var producesCombinableFragments: Bool {
        get { engine.read { $0.configuration.producesCombinableFragments } }
        set { set("producesCombinableFragments", \.producesCombinableFragments, newValue) }
    }

    /// The interval between movie fragments in a movie file, above zero; nil writes none.
    public var movieFragmentInterval: MediaTime? {
        get { engine.read { $0.configuration.movieFragmentInterval } }
        set { set("movieFragmentInterval", \.movieFragmentInterval, newValue) }
    }

    /// The timescale of the movie header, in ticks per second; 0 lets the writer choose.
    public var movieTimeScale: Int32 {
        get { engine.read { $0.configuration.movieTimeScale } }
        set { set("movieTimeScale", \.movieTimeScale, newValue) }
    }

    /// Whether a movie file has its headers before its media.
    public var shouldOptimizeForNetworkUse: Bool {
        get { engine.read { $0.configuration.shouldOptimizeForNetworkUse } }
        set { set("shouldOptimizeForNetworkUse", \.shouldOptimizeForNetworkUse, newValue) }
    }

    /// The metadata of the movie.
    public var metadata: [MetadataItem] {
        get { engine.read { $0.configuration.metadata } }
        set { set("metadata", \.metadata, newValue) }
    }

    /// The expected duration of the movie; nil when unknown.
    public var overallDurationHint: MediaTime? {
        get { engine.read { $0.configuration.overallDurationHint } }
        set { set("overallDurationHint", \.overallDurationHint, newValue) }
    }

    /// The folder for temporary files of encoders with several passes; nil uses the system's folder.
    public var directoryForTemporaryFiles: FileURL? {
        get { engine.read { $0.configuration.directoryForTemporaryFiles } }
        set { set("directoryForTemporaryFiles", \.directoryForTemporaryFiles, newValue) }
    }

    /// The factory of encoders for inputs with output settings; nil uses the codecs linked into the program.
    public var encoderProvider: (any EncoderProvider)? {
        get { engine.read { $0.configuration.encoderProvider } }
        set { set("encoderProvider", \.encoderProvider, newValue) }
    }

    /// Records why a value of a property is invalid, so that ``startWriting()`` fails; nil for a valid value.
    package func setConfigurationError(_ error: AssetWriterError?, for property: String) {
        engine.attempt { state throws(AssetWriterError) in
            try state.lifecycle.checkSetting(property)
            state.configuration.configurationErrors[property] = error
            if let error { throw error }
        }
    }

    private func set<Value: Sendable>(
        _ name: String, _ property: any WritableKeyPath<WriterConfiguration, Value> & Sendable, _ value: Value
    ) {
        engine.attempt { state throws(AssetWriterError) in
            try state.lifecycle.checkSetting(name)
            state.configuration.set(name, property, value)
            if let problem = state.configuration.configurationError { throw problem }
        }
    }
}
