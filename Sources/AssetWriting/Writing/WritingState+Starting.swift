import Packaging
import Media

extension WritingState {
    /// The queries to answer outside the lock before writing can start.
    struct StartQueries: Sendable {
        var requests: [(index: Int, request: EncodingRequest)]
        var provider: (any EncoderProvider)?
        var url: FileURL?
        var referenceBases: [(index: Int, base: FileURL)] = []
    }

    /// The answers to ``StartQueries``.
    struct StartAnswers: Sendable {
        var capabilities: [(index: Int, request: EncodingRequest, capabilities: EncodingCapabilities)] = []
        var references: [(index: Int, reference: SampleReference)] = []
        var file: MovieFileOutput?
    }

    func canAdd(_ input: InputConfiguration) -> AssetWriterError? {
        if lifecycle.status != .unknown {
            return AssetWriterError(.invalidState, "inputs must be added before startWriting")
        }
        guard inputs.count < WriterConfiguration.maximumInputCount else { return WriterValidation.tooManyInputs }
        return WriterValidation.rejection(of: input, beside: inputs.map(\.configuration), configuration)
    }

    /// Adds an input and returns its index.
    mutating func add(_ input: InputConfiguration, identity: ObjectIdentifier, observed: ObservedProperties)
        throws(AssetWriterError) -> Int
    {
        if let refusal = canAdd(input) { throw refusal }
        let id = Track.ID(rawValue: UInt32(inputs.count + 1))
        inputs.append(InputState(configuration: input, identity: identity, id: id, observed: observed))
        return inputs.count - 1
    }

    /// Validates that writing can start and returns the queries to answer first.
    mutating func prepareStart() throws(AssetWriterError) -> StartQueries {
        var trial = lifecycle
        try trial.start()
        if let refusal = WriterValidation.rejection(of: inputs.map(\.configuration), configuration) ?? associationError
        {
            fail(refusal)
            throw refusal
        }
        var questions = StartQueries(requests: [], provider: configuration.effectiveEncoderProvider)
        for (index, input) in inputs.enumerated() {
            if let base = input.configuration.sampleReferenceBaseURL { questions.referenceBases.append((index, base)) }
            guard let settings = input.configuration.outputSettings else { continue }
            let request = EncodingRequest(
                settings: settings, sourceFormat: input.configuration.sourceFormatHint,
                mediaTimeScale: input.configuration.mediaTimeScale, syncInterval: syncInterval,
                isRealTime: input.configuration.expectsMediaDataInRealTime,
                performsMultiplePasses: input.configuration.performsMultiPassEncodingIfSupported,
                temporaryFolder: configuration.directoryForTemporaryFiles)
            questions.requests.append((index, request))
        }
        if case .movie(let url, _) = configuration.destination { questions.url = url }
        return questions
    }

    /// The interval between frames marked as sync samples.
    private var syncInterval: MediaTime? {
        guard configuration.writesSegments, let interval = configuration.preferredOutputSegmentInterval else {
            return nil
        }
        return interval.isIndefinite ? nil : interval
    }

    /// Starts writing with the answers.
    mutating func start(_ answers: StartAnswers) throws(AssetWriterError) {
        if lifecycle.status == .unknown, let fault = missingReceiverError {
            fail(fault)
            throw fault
        }
        try lifecycle.start()
        file = answers.file
        if let type = configuration.fileType.movieFileType, file != nil {
            movie = MovieOutput(configuration, type: type)
        }
        for answer in answers.capabilities {
            inputs[answer.index].encoding = EncoderState(
                request: answer.request, capabilities: answer.capabilities)
        }
        for answer in answers.references { inputs[answer.index].reference = answer.reference }
        encodes = !answers.capabilities.isEmpty
        for index in inputs.indices where inputs[index].encoding == nil { inputs[index].passWithoutEncoder = .first }
        updateEarlyPasses()
        readinessMayHaveChanged()
        clearRejection()
    }

    mutating func startSession(at time: MediaTime) throws(AssetWriterError) {
        try lifecycle.startSession(at: time)
        var limits = InterleavingPlan.Limits()
        if configuration.writesSegments, let interval = configuration.preferredOutputSegmentInterval {
            // Inside a segment the order of tracks does not matter.
            limits.window =
                interval.isIndefinite ? .seconds(30) : min(max(interval, .seconds(1)), .seconds(30))
        }
        // A chunk is complete only when the other tracks have reached its end.
        for input in inputs where !configuration.writesSegments {
            guard let chunk = input.configuration.preferredMediaChunkDuration else { continue }
            limits.window = min(max(limits.window, chunk * 2), .seconds(30))
        }
        plan = InterleavingPlan(
            limits: limits, start: time, isRealTime: inputs.map(\.configuration.expectsMediaDataInRealTime),
            isFirst: inputs.map { $0.configuration.precedesOtherMedia && separatesMedia })
        for index in inputs.indices where inputs[index].isFinished { _ = plan.finish(index) }
        if let profile = configuration.outputFileTypeProfile, configuration.writesSegments,
            let interval = configuration.preferredOutputSegmentInterval
        {
            segments = SegmentOutput(configuration, profile: profile, interval: interval, sessionStart: time)
            setKeyframeMarks(interval: interval, start: configuration.initialSegmentStartTime ?? time)
        }
        do throws(AssetWriterError) {
            try movie?.startSession(at: time)
            try openIfTracksAreKnown()
        } catch {
            fail(error)
        }
        readinessMayHaveChanged()
        clearRejection()
    }

    /// Whether the media of one input can precede that of others: in a movie file without fragments.
    private var separatesMedia: Bool { !configuration.writesSegments && configuration.movieFragmentInterval == nil }

    private mutating func setKeyframeMarks(interval: MediaTime, start: MediaTime) {
        guard !interval.isIndefinite else { return }
        for index in inputs.indices where inputs[index].configuration.mediaType == .video {
            inputs[index].encoding?.keyframeMarker = KeyframeMarker(grid: SegmentGrid(start: start, interval: interval))
        }
    }

    mutating func endSession(at time: MediaTime) throws(AssetWriterError) {
        try lifecycle.endSession(at: time)
        segments?.trim(from: time)
        try movie?.endSession(at: time)
        readinessMayHaveChanged()
        clearRejection()
    }

    mutating func updateEarlyPasses() { hasEarlyPasses = inputs.contains(where: \.isInEarlyPass) }

    /// The error for segments without a receiver.
    private var missingReceiverError: AssetWriterError? {
        guard configuration.writesSegments, delegate == nil, !segmentQueue.isInUse else { return nil }
        if hadDelegate { return WriterValidation.delegateReleased }
        return AssetWriterError(
            .missingSetting,
            "delegate has no value; set it, or use the sequence 'segments' before startWriting")
    }

    /// The error for an association with an input that the writer does not have.
    private var associationError: AssetWriterError? {
        let known = Set(inputs.map(\.identity))
        let isMissing = inputs.contains { $0.configuration.associations.contains { !known.contains($0.target) } }
        return isMissing
            ? AssetWriterError(
                .invalidSettings,
                "a track association refers to an input that was not added to the "
                    + "writer")
            : nil
    }

    /// Returns the track settings for the output.
    func trackSettings(_ index: Int) -> MovieTrackSettings {
        let configuration = inputs[index].configuration
        var result = MovieTrackSettings()
        result.isEnabled = configuration.marksOutputTrackAsEnabled
        result.alternateGroup = configuration.alternateGroup
        result.volume = configuration.preferredVolume
        result.transform = configuration.transform == .identity ? nil : configuration.transform.displayMatrix
        let size = configuration.naturalSize
        result.naturalSize = size.width > 0 && size.height > 0 ? size : nil
        result.extendedLanguageTag = configuration.extendedLanguageTag
        result.metadata = configuration.metadata
        result.sampleReferencePath = inputs[index].reference?.path
        result.preferredMediaChunkAlignment = configuration.preferredMediaChunkAlignment
        result.preferredMediaChunkDuration = configuration.preferredMediaChunkDuration
        result.isBeforeOthers = configuration.precedesOtherMedia
        return result
    }

    /// Returns the associations of an input's track, by output track.
    func associations(_ index: Int) -> [OutputAssociation] {
        inputs[index].configuration.associations.compactMap { association in
            inputs.first { $0.identity == association.target }.map {
                OutputAssociation(type: association.type, target: $0.id)
            }
        }
    }
}
