import Packaging
import Media

extension WritingState {
    /// Handles an event of an input's encoder.
    mutating func handle(_ event: EncodingEvent, _ index: Int) {
        guard !lifecycle.hasEnded, !inputs[index].hasReachedOutput else { return }
        do throws(AssetWriterError) {
            switch event {
            case .track(let track): try handleTrack(track, index)
            case .sample(let sample): try handleSample(sample, index)
            case .wantsFrames(let wantsFrames):
                inputs[index].encoding?.wantsFrames = wantsFrames
                readinessMayHaveChanged()
            case .passEnded(let ranges): passEnded(next: ranges, index)
            case .ended:
                try writeStoredPass(index)
                try endInput(index)
                completeIfAllInputsEnded()
            case .failed(let error): throw error
            }
        } catch {
            fail(error)
        }
    }

    private mutating func handleTrack(_ track: Track, _ index: Int) throws(AssetWriterError) {
        guard track.mediaType == inputs[index].configuration.mediaType else {
            throw AssetWriterError(.encoding, "the encoder announced a track of another media type")
        }
        if inputs[index].isInEarlyPass {
            inputs[index].encoding?.store(track)
        } else {
            try announce(track, index)
        }
    }

    private mutating func handleSample(_ sample: Sample, _ index: Int) throws(AssetWriterError) {
        guard sample.timescale > 0 else {
            throw AssetWriterError(.encoding, "the encoder returned a sample without a timescale")
        }
        if inputs[index].isInEarlyPass {
            inputs[index].encoding?.store(sample)
        } else if inputs[index].track == nil {
            throw AssetWriterError(.encoding, "the encoder returned a sample before it announced its track")
        } else {
            try route(inputs[index].converted(sample))
        }
    }

    /// Writes the stored pass when it turned out to be the last one.
    private mutating func writeStoredPass(_ index: Int) throws(AssetWriterError) {
        guard inputs[index].isInEarlyPass, let spool = inputs[index].encoding?.removeStoredPass() else { return }
        guard !spool.exceedsLimit else {
            throw AssetWriterError(
                .encoding,
                "a pass of more than \(EncoderState.maximumStoredPassSize >> 20) MiB cannot be stored; append a further pass"
            )
        }
        guard let track = spool.track else { return }
        try announce(track, index)
        for sample in spool.samples { try route(inputs[index].converted(sample)) }
    }

    private mutating func passEnded(next ranges: [MediaTimeRange]?, _ index: Int) {
        inputs[index].encoding?.passEnded(next: ranges)
        updateEarlyPasses()
        if let start = lifecycle.session.start { plan.restart(index, at: start) }
        if let responder = inputs[index].passResponder { enqueueCallback(responder) }
        readinessMayHaveChanged()
    }

    /// Handles `markCurrentPassAsFinished`.
    mutating func markCurrentPassAsFinished(_ index: Int) throws(AssetWriterError) {
        guard lifecycle.status == .writing, !lifecycle.isFinishing else {
            throw AssetWriterError(.invalidState, "passes can be marked as finished only after startWriting")
        }
        removeRequest(index)
        inputs[index].hasReportedReadiness = false
        inputs[index].encoding?.endPass()
        inputs[index].passWithoutEncoder = nil
        if inputs[index].currentPass == nil, let responder = inputs[index].passResponder { enqueueCallback(responder) }
        readinessMayHaveChanged()
        clearRejection()
    }

    /// Calls `responder` now and at the start of each further pass.
    mutating func respondToPasses(_ index: Int, _ responder: @escaping @Sendable () -> Void) throws(AssetWriterError) {
        guard lifecycle.status == .writing else {
            throw AssetWriterError(.invalidState, "respondToEachPassDescription must be called after startWriting")
        }
        inputs[index].passResponder = responder
        enqueueCallback(responder)
        clearRejection()
    }

    /// Stores the encoder made for an input.
    mutating func setEncoder(_ encoder: any MediaEncoder, _ index: Int) { inputs[index].encoding?.encoder = encoder }
}
