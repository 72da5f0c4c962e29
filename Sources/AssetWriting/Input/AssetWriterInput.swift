public import Packaging
public import Media
import Synchronization

/// Takes the media of one track: `AVAssetWriterInput` without the prefix.
///
/// Without output settings it passes coded samples through as they are; with them it encodes frames. Append only while
/// ``isReadyForMoreMediaData``; with several inputs it turns false for the one that runs ahead of the others.
public final class AssetWriterInput: Sendable {
    /// Whose the configuration is: the input's own until it is added to a writer.
    enum Place: Sendable {
        case free(InputConfiguration)
        case attached(WritingEngine, Int)
    }

    let place: Mutex<Place>

    /// An input for media of one type.
    ///
    /// Settings that are not complete after the hint has filled them in are kept as ``configurationError``, and no writer
    /// takes the input.
    /// - Parameters:
    ///   - outputSettings: how frames are encoded; nil passes coded samples through.
    ///   - sourceFormatHint: the format of what will be appended; required for passthrough to anything but a
    ///     QuickTime movie.
    public convenience init(
        mediaType: MediaType, outputSettings: OutputSettings?, sourceFormatHint: MediaFormat? = nil
    ) {
        self.init(
            InputConfiguration(
                mediaType: mediaType, outputSettings: outputSettings, sourceFormatHint: sourceFormatHint,
                sourceTrack: nil))
    }

    /// An input that passes a track through: its format is the hint; its language, name, priming and rate are kept.
    public convenience init(passingThrough track: Track) {
        var configuration = InputConfiguration(
            mediaType: track.mediaType, outputSettings: nil, sourceFormatHint: track.format, sourceTrack: track)
        if let language = track.language {
            configuration.set("extendedLanguageTag", \.extendedLanguageTag, language)
        }
        self.init(configuration)
    }

    private init(_ configuration: InputConfiguration) { place = Mutex(.free(configuration)) }

    /// The media type of what can be appended.
    public var mediaType: MediaType { configuration.mediaType }
    /// How frames are encoded, with what the hint filled in; nil for passthrough.
    public var outputSettings: OutputSettings? { configuration.outputSettings }
    /// The format of what will be appended, as far as it was told.
    public var sourceFormatHint: MediaFormat? { configuration.sourceFormatHint }
    /// What is wrong with the settings or with a value that was not taken; no writer takes the input while it is there.
    public var configurationError: AssetWriterError? { configuration.problem }

    /// Whether the input takes more media data now; the reference's `readyForMoreMediaData`.
    ///
    /// False before the session, for an input that runs ahead of the ideal interleaving, while the encoder or the
    /// consumer of segments is behind, and from ``markAsFinished()`` on. True after a failure or a cancellation until the
    /// input is marked as finished, so that a loop that waits sees its append refused.
    public var isReadyForMoreMediaData: Bool {
        guard let (engine, index) = attachment else { return false }
        return engine.read { $0.tellReadiness(index) }
    }

    /// ``isReadyForMoreMediaData`` by the reference's other name.
    public var readyForMoreMediaData: Bool { isReadyForMoreMediaData }

    /// Appends a coded sample; the bytes are shared, not copied.
    ///
    /// The sample's track identity does not matter. A false result leaves the reason in the writer's `error`; what does
    /// not belong there, such as an append while the input is not ready, is refused and writing goes on, while times
    /// that go back and the like fail the writer.
    @discardableResult public func append(_ sample: Sample) -> Bool { append(sample, format: nil) }

    /// Appends a coded sample and says its format, for QuickTime movies without a source format hint.
    @discardableResult public func append(_ sample: Sample, format: MediaFormat?) -> Bool {
        guard let (engine, index) = attachment else { return false }
        return engine.perform { $0.append(sample, of: format, to: index) } == nil
    }

    /// Appends an uncompressed frame to be encoded; `format` tells the encoder where no hint does.
    @discardableResult public func append(_ frame: Frame, format: MediaFormat? = nil) -> Bool {
        guard let (engine, index) = attachment else { return false }
        return engine.perform { $0.append(frame, of: format, to: index) } == nil
    }

    /// Finishes the input, so that no other input waits for this one and its request for media data ends.
    ///
    /// Also after a failure or a cancellation; before ``AssetWriter/startWriting()`` it is refused.
    public func markAsFinished() {
        attempt { state, index throws(AssetWriterError) in try state.markAsFinished(index) }
    }
}

extension AssetWriterInput {
    var attachment: (engine: WritingEngine, index: Int)? {
        place.withLock { place in
            if case .attached(let engine, let index) = place { return (engine, index) }
            return nil
        }
    }

    /// The configuration of an input that no writer has.
    var freeConfiguration: InputConfiguration? {
        place.withLock { place in
            if case .free(let configuration) = place { return configuration }
            return nil
        }
    }

    var configuration: InputConfiguration {
        let (own, attachment) = place.withLock { place -> (InputConfiguration?, (WritingEngine, Int)?) in
            switch place {
            case .free(let configuration): (configuration, nil)
            case .attached(let engine, let index): (nil, (engine, index))
            }
        }
        if let own { return own }
        let (engine, index) = attachment!
        return engine.read { $0.inputs[index].configuration }
    }

    /// Gives the configuration to a writer.
    func attach(to engine: WritingEngine) -> Bool {
        let identity = ObjectIdentifier(self)
        return attach(to: engine, as: identity)
    }

    private func attach(to engine: WritingEngine, as identity: ObjectIdentifier) -> Bool {
        place.withLock { place in
            guard case .free(let configuration) = place else {
                return engine.attempt { _ throws(AssetWriterError) in
                    throw AssetWriterError(.invalidState, "the input has a writer already")
                }
            }
            var added: Int?
            engine.attempt { state throws(AssetWriterError) in
                added = try state.add(configuration, identity: identity)
                state.accept()
            }
            guard let added else { return false }
            place = .attached(engine, added)
            return true
        }
    }

    /// Changes the writer's state for this input; what is refused is kept there.
    @discardableResult
    func attempt(_ body: (inout WritingState, Int) throws(AssetWriterError) -> Void) -> Bool {
        guard let (engine, index) = attachment else { return false }
        return engine.attempt { state throws(AssetWriterError) in try body(&state, index) }
    }

    /// Sets a property, or keeps that it could not be set.
    func set<Value: Sendable>(
        _ name: String, _ property: any WritableKeyPath<InputConfiguration, Value> & Sendable, _ value: Value
    ) {
        let isFree = place.withLock { place in
            guard case .free(var configuration) = place else { return false }
            configuration.set(name, property, value)
            place = .free(configuration)
            return true
        }
        guard !isFree else { return }
        attempt { state, index throws(AssetWriterError) in
            try state.lifecycle.checkSetting(name)
            state.inputs[index].configuration.set(name, property, value)
            if let problem = state.inputs[index].configuration.problem { throw problem }
        }
    }
}
