import Packaging
import Media

extension WritingState {
    /// Handles an event of an input's encoder.
    mutating func handle(_ event: EncodingEvent, _ index: Int) {
        guard !lifecycle.isOver, !inputs[index].isEnded else { return }
        do throws(AssetWriterError) {
            switch event {
            case .track(let track): try take(track, index)
            case .sample(let sample): try take(sample, index)
            case .wantsFrames(let wantsFrames):
                inputs[index].encoding?.wantsFrames = wantsFrames
                readinessMayHaveChanged()
            case .passEnded(let ranges): passEnded(next: ranges, index)
            case .ended:
                try keepPass(index)
                try endInput(index)
                completeWhenDone()
            case .failed(let error): throw error
            }
        } catch {
            fail(error)
        }
    }

    private mutating func take(_ track: Track, _ index: Int) throws(AssetWriterError) {
        guard track.mediaType == inputs[index].configuration.mediaType else {
            throw AssetWriterError(.encoding, "the encoder announced a track of another media type")
        }
        if inputs[index].isInEarlyPass {
            inputs[index].encoding?.keep(track)
        } else {
            try announce(track, index)
        }
    }

    private mutating func take(_ sample: Sample, _ index: Int) throws(AssetWriterError) {
        guard sample.timescale > 0 else {
            throw AssetWriterError(.encoding, "the encoder returned a sample without a timescale")
        }
        if inputs[index].isInEarlyPass {
            inputs[index].encoding?.keep(sample)
        } else if inputs[index].track == nil {
            throw AssetWriterError(.encoding, "the encoder returned a sample before it announced its track")
        } else {
            try route(inputs[index].conformed(sample))
        }
    }

    /// Writes the stored pass when it turned out to be the last one.
    private mutating func keepPass(_ index: Int) throws(AssetWriterError) {
        guard inputs[index].isInEarlyPass, let spool = inputs[index].encoding?.takeSpool() else { return }
        guard !spool.isOverfull else {
            throw AssetWriterError(
                .encoding,
                "a pass of more than \(EncodingLane.longestSpool >> 20) MiB cannot be stored; append a further pass")
        }
        guard let track = spool.track else { return }
        try announce(track, index)
        for sample in spool.samples { try route(inputs[index].conformed(sample)) }
    }

    private mutating func passEnded(next ranges: [MediaTimeRange]?, _ index: Int) {
        inputs[index].encoding?.passEnded(next: ranges)
        findEarlyPasses()
        if let start = lifecycle.session.start { plan.restart(index, at: start) }
        if let responder = inputs[index].passResponder { wake(responder) }
        readinessMayHaveChanged()
    }

    /// Handles `markCurrentPassAsFinished`.
    mutating func markCurrentPassAsFinished(_ index: Int) throws(AssetWriterError) {
        guard lifecycle.status == .writing, !lifecycle.isFinishing else {
            throw AssetWriterError(.invalidState, "passes can be marked as finished only after startWriting")
        }
        dropRequest(index)
        inputs[index].isPromised = false
        inputs[index].encoding?.endPass()
        inputs[index].plainPass = nil
        if inputs[index].currentPass == nil, let responder = inputs[index].passResponder { wake(responder) }
        accept()
    }

    /// Calls `responder` now and at the start of each further pass.
    mutating func respondToPasses(_ index: Int, _ responder: @escaping @Sendable () -> Void) throws(AssetWriterError) {
        guard lifecycle.status == .writing else {
            throw AssetWriterError(.invalidState, "respondToEachPassDescription must be called after startWriting")
        }
        inputs[index].passResponder = responder
        wake(responder)
        accept()
    }

    /// Stores the encoder made for an input.
    mutating func setEncoder(_ encoder: any MediaEncoder, _ index: Int) { inputs[index].encoding?.encoder = encoder }
}
