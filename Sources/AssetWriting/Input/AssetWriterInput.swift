public import Packaging
public import Media
public import Observation
import Synchronization

/// An input for the media of one track: `AVAssetWriterInput` without the prefix.
///
/// Without output settings it passes coded samples through unchanged; with settings it encodes frames. Append only
/// while ``isReadyForMoreMediaData`` is true; with several inputs it becomes false for an input that is too far ahead
/// of the others.
///
/// ``isReadyForMoreMediaData``, ``canPerformMultiplePasses`` and ``currentPassDescription`` are observable.
public final class AssetWriterInput: Observable, Sendable {
    /// The owner of the configuration: the input until it is added to a writer, then the writer's engine.
    enum Owner: Sendable {
        case unattached(InputConfiguration)
        case attached(WritingEngine, Int)
    }

    let owner: Mutex<Owner>
    let observed = ObservedProperties()

    /// Creates an input for one media type.
    ///
    /// Settings that are incomplete even with the hint are reported by ``configurationError``, and no writer accepts
    /// the input.
    /// - Parameters:
    ///   - mediaType: the type of the appended media.
    ///   - outputSettings: the encoder settings; nil passes coded samples through.
    ///   - sourceFormatHint: the format of the appended media; required for passthrough to anything but a QuickTime
    ///     movie.
    public convenience init(
        mediaType: MediaType, outputSettings: OutputSettings?, sourceFormatHint: MediaFormat? = nil
    ) {
        self.init(
            InputConfiguration(
                mediaType: mediaType, outputSettings: outputSettings, sourceFormatHint: sourceFormatHint,
                sourceTrack: nil))
    }

    /// Creates a passthrough input for a track. The track's format is the hint; its language, name, priming and bit
    /// rate are kept.
    public convenience init(passingThrough track: Track) {
        var configuration = InputConfiguration(
            mediaType: track.mediaType, outputSettings: nil, sourceFormatHint: track.format, sourceTrack: track)
        if let language = track.language {
            configuration.set("extendedLanguageTag", \.extendedLanguageTag, language)
        }
        self.init(configuration)
    }

    /// Creates an input with settings that could not be converted; no writer accepts it.
    package convenience init(mediaType: MediaType, settingsError: AssetWriterError) {
        var configuration = InputConfiguration(
            mediaType: mediaType, outputSettings: nil, sourceFormatHint: nil, sourceTrack: nil)
        configuration.configurationErrors["outputSettings"] = settingsError
        self.init(configuration)
    }

    private init(_ configuration: InputConfiguration) { owner = Mutex(.unattached(configuration)) }

    /// The media type that can be appended.
    public var mediaType: MediaType { configuration.mediaType }
    /// The encoder settings, completed from the hint; nil for passthrough.
    public var outputSettings: OutputSettings? { configuration.outputSettings }
    /// The format of the appended media, if it was given.
    public var sourceFormatHint: MediaFormat? { configuration.sourceFormatHint }
    /// The first invalid setting or rejected property value; no writer accepts the input until it is corrected.
    public var configurationError: AssetWriterError? { configuration.configurationError }

    /// Whether the input accepts more media data now; `readyForMoreMediaData` in AVFoundation.
    ///
    /// False before the session starts, while the input is too far ahead of the others, while the encoder or the
    /// consumer of the segments is behind, and after ``markAsFinished()``. True after a failure or a cancellation until
    /// the input is marked as finished, so that a waiting loop sees its append fail.
    public var isReadyForMoreMediaData: Bool {
        observed.readReadiness()
        guard let (engine, index) = attachment else { return false }
        return engine.read { $0.reportReadiness(index) }
    }

    /// ``isReadyForMoreMediaData`` under AVFoundation's Objective-C name.
    public var readyForMoreMediaData: Bool { isReadyForMoreMediaData }

    /// Appends a coded sample; the bytes are shared, not copied.
    ///
    /// The sample's track identity is ignored. On a false result the writer's `error` contains the reason. A call in
    /// the wrong state, such as an append while the input is not ready, is rejected and writing continues; invalid
    /// media, such as decreasing timestamps, fail the writer.
    @discardableResult public func append(_ sample: Sample) -> Bool { append(sample, format: nil) }

    /// Appends a coded sample with its format, for QuickTime movies without a source format hint.
    @discardableResult public func append(_ sample: Sample, format: MediaFormat?) -> Bool {
        guard let (engine, index) = attachment else { return false }
        return engine.perform { $0.append(sample, of: format, to: index) } == nil
    }

    /// Appends the coded samples of one buffer, which are accepted or rejected together.
    package func append(contentsOf samples: [Sample], format: MediaFormat?) -> Bool {
        guard let (engine, index) = attachment else { return false }
        return engine.perform { $0.append(contentsOf: samples, of: format, to: index) } == nil
    }

    /// Fails the writer because media of a program cannot be converted. Does nothing while the input has no writer.
    package func fail(_ error: AssetWriterError) { attachment?.engine.perform { $0.fail(error) } }

    /// Appends an uncompressed frame to be encoded; `format` is used when there is no source format hint.
    @discardableResult public func append(_ frame: Frame, format: MediaFormat? = nil) -> Bool {
        guard let (engine, index) = attachment else { return false }
        return engine.perform { $0.append(frame, of: format, to: index) } == nil
    }

    /// Finishes the input: other inputs no longer wait for it, and its request for media data ends.
    ///
    /// Also possible after a failure or a cancellation; rejected before ``AssetWriter/startWriting()``.
    public func markAsFinished() {
        attempt { state, index throws(AssetWriterError) in try state.markAsFinished(index) }
    }
}

extension AssetWriterInput {
    var attachment: (engine: WritingEngine, index: Int)? {
        owner.withLock { place in
            if case .attached(let engine, let index) = place { return (engine, index) }
            return nil
        }
    }

    /// The configuration while the input has no writer; otherwise nil.
    var unattachedConfiguration: InputConfiguration? {
        owner.withLock { place in
            if case .unattached(let configuration) = place { return configuration }
            return nil
        }
    }

    var configuration: InputConfiguration {
        let (own, attachment) = owner.withLock { place -> (InputConfiguration?, (WritingEngine, Int)?) in
            switch place {
            case .unattached(let configuration): (configuration, nil)
            case .attached(let engine, let index): (nil, (engine, index))
            }
        }
        if let own { return own }
        let (engine, index) = attachment!
        return engine.read { $0.inputs[index].configuration }
    }

    /// Moves the configuration to a writer; returns false when it rejects the input.
    func attach(to engine: WritingEngine) -> Bool {
        let identity = ObjectIdentifier(self)
        return attach(to: engine, as: identity)
    }

    private func attach(to engine: WritingEngine, as identity: ObjectIdentifier) -> Bool {
        owner.withLock { place in
            guard case .unattached(let configuration) = place else {
                return engine.attempt { _ throws(AssetWriterError) in
                    throw AssetWriterError(.invalidState, "the input already has a writer")
                }
            }
            var added: Int?
            engine.attempt { state throws(AssetWriterError) in
                added = try state.add(configuration, identity: identity, observed: observed)
                state.clearRejection()
            }
            guard let added else { return false }
            place = .attached(engine, added)
            return true
        }
    }

    /// Changes the writer's state for this input. A thrown error becomes the writer's `error`; returns whether there
    /// was none.
    @discardableResult
    func attempt(_ body: (inout WritingState, Int) throws(AssetWriterError) -> Void) -> Bool {
        guard let (engine, index) = attachment else { return false }
        return engine.attempt { state throws(AssetWriterError) in try body(&state, index) }
    }

    /// Records why a value of a property is invalid, so that no writer accepts or starts with the input; nil for a
    /// valid value.
    package func setConfigurationError(_ error: AssetWriterError?, for property: String) {
        let isFree = owner.withLock { place in
            guard case .unattached(var configuration) = place else { return false }
            configuration.configurationErrors[property] = error
            place = .unattached(configuration)
            return true
        }
        guard !isFree else { return }
        attempt { state, index throws(AssetWriterError) in
            try state.lifecycle.checkSetting(property)
            state.inputs[index].configuration.configurationErrors[property] = error
            if let error { throw error }
        }
    }

    /// Sets a property, or records why the value is invalid.
    func set<Value: Sendable>(
        _ name: String, _ property: any WritableKeyPath<InputConfiguration, Value> & Sendable, _ value: Value
    ) {
        let isFree = owner.withLock { place in
            guard case .unattached(var configuration) = place else { return false }
            configuration.set(name, property, value)
            place = .unattached(configuration)
            return true
        }
        guard !isFree else { return }
        attempt { state, index throws(AssetWriterError) in
            try state.lifecycle.checkSetting(name)
            state.inputs[index].configuration.set(name, property, value)
            if let problem = state.inputs[index].configuration.configurationError { throw problem }
        }
    }
}
