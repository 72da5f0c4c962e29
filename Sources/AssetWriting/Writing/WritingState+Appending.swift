import Packaging
import Media

extension WritingState {
    /// Appends a coded sample; returns the error when it is rejected or writing fails.
    mutating func append(_ sample: Sample, of format: MediaFormat?, to index: Int) -> AssetWriterError? {
        if let error = rejectionOfCodedSamples(to: index) { return error }
        do throws(AssetWriterError) {
            try write(sample, of: format, index)
        } catch {
            fail(error)
            return error
        }
        return appended(to: index)
    }

    /// Appends the coded samples of one buffer; returns the error when they are rejected or writing fails.
    mutating func append(
        contentsOf samples: [Sample], of format: MediaFormat?, to index: Int
    ) -> AssetWriterError? {
        if let error = rejectionOfCodedSamples(to: index) { return error }
        do throws(AssetWriterError) {
            for sample in samples { try write(sample, of: format, index) }
        } catch {
            fail(error)
            return error
        }
        return appended(to: index)
    }

    /// Rejects coded samples that cannot be appended now, and returns the reason.
    private mutating func rejectionOfCodedSamples(to index: Int) -> AssetWriterError? {
        do throws(AssetWriterError) {
            try checkAppending(to: index)
            guard inputs[index].encoding == nil else {
                throw AssetWriterError(
                    .invalidState, "an input with output settings accepts frames only, not coded samples")
            }
            return nil
        } catch {
            reject(error)
            return error
        }
    }

    /// Appends an uncompressed frame; returns the error when it is rejected or writing fails.
    mutating func append(_ frame: Frame, of format: MediaFormat?, to index: Int) -> AssetWriterError? {
        do throws(AssetWriterError) {
            try checkAppending(to: index)
            guard inputs[index].encoding != nil else {
                throw AssetWriterError(
                    .invalidState,
                    "an input without output settings accepts coded samples only, "
                        + "not frames")
            }
        } catch {
            reject(error)
            return error
        }
        do throws(AssetWriterError) {
            try encode(frame, of: format, index)
        } catch {
            fail(error)
            return error
        }
        return appended(to: index)
    }

    private mutating func appended(to index: Int) -> AssetWriterError? {
        clearRejection()
        inputs[index].hasReportedReadiness = false
        if inputs[index].reported.isReady != isReady(index) { notifyObservers(index) }
        if inputs[index].request != nil { inputs[index].request?.needsAnotherRun = true }
        return nil
    }

    private func checkAppending(to index: Int) throws(AssetWriterError) {
        try lifecycle.checkAppending()
        guard !inputs[index].isFinished else {
            throw AssetWriterError(.invalidState, "the input has been marked as finished")
        }
        guard isReady(index) || inputs[index].hasReportedReadiness else {
            throw AssetWriterError(.notReady, "the input is not ready for more media data")
        }
    }

    private mutating func write(
        _ sample: Sample, of format: MediaFormat?, _ index: Int
    ) throws(AssetWriterError) {
        guard sample.timescale > 0, sample.decodeTicks.magnitude < 1 << 62, (0..<(1 << 32)).contains(sample.duration),
            sample.presentationOffset.magnitude < 1 << 31
        else { throw outOfRange(index) }
        if inputs[index].reference != nil { try inputs[index].reference?.include(to: sample) }
        if inputs[index].timescale > 0 {
            if let format, format != inputs[index].track?.format {
                throw AssetWriterError(.unsupportedFormat, "the format of an input's samples must not change")
            }
        } else {
            try announce(try inputs[index].track(of: format, timescale: sample.timescale), index)
        }
        let end = MediaTime(value: sample.decodeTicks + sample.duration, timescale: sample.timescale)
        try route(inputs[index].converted(sample))
        if plan.advance(index, to: end) { readinessMayHaveChanged() }
    }

    private mutating func encode(_ frame: Frame, of format: MediaFormat?, _ index: Int) throws(AssetWriterError) {
        guard frame.timescale > 0, frame.presentationTicks.magnitude < 1 << 62,
            (0..<(1 << 32)).contains(frame.duration)
        else { throw outOfRange(index) }
        var frame = frame
        frame.track = inputs[index].id
        if inputs[index].encoding?.keyframeMarker?.mustBeSync(frame.presentationTime) == true {
            frame.mustBeSync = true
        }
        inputs[index].encoding?.encode(frame, of: format)
        let end = MediaTime(value: frame.presentationTicks + frame.duration, timescale: frame.timescale)
        if !inputs[index].isInEarlyPass, plan.advance(index, to: end) { readinessMayHaveChanged() }
    }

    private func outOfRange(_ index: Int) -> AssetWriterError {
        let name = inputs[index].configuration.mediaType.rawValue
        return AssetWriterError(.badTimestamps, "the \(name) input's times, duration or timescale are out of range")
    }
}

extension WritingState {
    /// Registers the track of an input with the output.
    mutating func announce(_ track: Track, _ index: Int) throws(AssetWriterError) {
        var track = track
        track.id = inputs[index].id
        let isFirst = inputs[index].track == nil
        inputs[index].track = track
        if isOpen {
            // The output rejects a changed format and a track that is added too late.
            try add(track, index)
        } else if isFirst {
            try openIfTracksAreKnown()
        }
    }

    private mutating func add(_ track: Track, _ index: Int) throws(AssetWriterError) {
        let (settings, associations) = (trackSettings(index), associations(index))
        try segments?.add(track, settings, associations)
        try movie?.add(track, settings)
    }

    /// Opens the output once every input has a track or has ended without one.
    mutating func openIfTracksAreKnown() throws(AssetWriterError) {
        guard !isOpen, lifecycle.session != .none,
            inputs.allSatisfy({ $0.track != nil || $0.hasReachedOutput }), inputs.contains(where: { $0.track != nil })
        else { return }
        isOpen = true
        for (index, input) in inputs.enumerated() {
            if let track = input.track { try add(track, index) }
        }
        for (index, input) in inputs.enumerated() where input.track != nil {
            for association in associations(index)
            where inputs.contains(where: { $0.id == association.target && $0.track != nil }) {
                try movie?.associate(input.id, association)
            }
        }
        let waiting = samplesBeforeOpening
        samplesBeforeOpening = []
        for sample in waiting { try route(sample) }
        for input in inputs where input.hasReachedOutput && input.track != nil { try endTrack(input.id) }
    }

    /// Appends a sample to the output, or queues it until the output is open.
    mutating func route(_ sample: Sample) throws(AssetWriterError) {
        guard isOpen else {
            samplesBeforeOpening.append(sample)
            return
        }
        try segments?.append(sample)
        try movie?.append(sample)
        try enqueueDeliveries()
    }

    private mutating func endTrack(_ id: Track.ID) throws(AssetWriterError) {
        try segments?.end(id)
        try movie?.end(id)
        try enqueueDeliveries()
    }

    /// Records that all samples of an input have reached the output.
    mutating func endInput(_ index: Int) throws(AssetWriterError) {
        guard !inputs[index].hasReachedOutput else { return }
        inputs[index].hasReachedOutput = true
        updateEarlyPasses()
        readinessMayHaveChanged()
        if isOpen {
            if inputs[index].track != nil { try endTrack(inputs[index].id) }
        } else {
            try openIfTracksAreKnown()
        }
    }

    /// Ends the current segment.
    mutating func flushSegment() throws(AssetWriterError) {
        guard configuration.hasCustomSegmentation else {
            throw AssetWriterError(
                .invalidState,
                "flushSegment requires custom segmentation: set preferredOutputSegmentInterval to "
                    + "indefinite")
        }
        guard lifecycle.status == .writing, !lifecycle.isFinishing else {
            throw AssetWriterError(.invalidState, "segments can be flushed only while the writer is writing")
        }
        clearRejection()
        do throws(AssetWriterError) {
            guard isOpen || !samplesBeforeOpening.isEmpty else { return }
            try announceTracksWithoutSamples()
            try segments?.flush()
            try enqueueDeliveries()
        } catch {
            fail(error)
        }
    }

    /// Announces the tracks of inputs without samples so far, using their format hints.
    private mutating func announceTracksWithoutSamples() throws(AssetWriterError) {
        for index in inputs.indices where inputs[index].track == nil && !inputs[index].hasReachedOutput {
            var timescale: Int32 = 90_000
            if case .codedAudio(let format) = inputs[index].configuration.sourceFormatHint {
                timescale = Int32(clamping: max(1, format.sampleRate))
            }
            try announce(try inputs[index].track(of: nil, timescale: timescale), index)
        }
    }

    /// Queues completed segments and file operations for delivery; throws when there is no receiver.
    mutating func enqueueDeliveries() throws(AssetWriterError) {
        if let operations = movie?.removeOperations() {
            let bytes = operations.reduce(0) { $0 + $1.byteCount }
            deliveries.append(.operations(operations, bytes: bytes))
            undeliveredBytes += bytes
        }
        guard let finished = segments?.removeSegments() else { return }
        let delegate = delegate
        guard delegate != nil || segmentQueue.isInUse else { throw WriterValidation.delegateReleased }
        for segment in finished {
            let type: AssetSegmentType = segment.kind == .initialization ? .initialization : .separable
            let asset = AssetSegment(
                data: segment.data, type: type, report: AssetSegmentReport(segment.report))
            if let delegate {
                deliveries.append(.segment(asset, delegate))
                undeliveredBytes += asset.data.count
            }
            if segmentQueue.isInUse {
                undeliveredBytes += asset.data.count
                let taken = segmentQueue.append(asset)
                if taken != nil { undeliveredBytes -= asset.data.count }
                enqueueCallback(taken)
            }
        }
        try checkReceiver()
    }

    /// Throws if the segment queue is full and the program has released the sequence that would empty it.
    private func checkReceiver() throws(AssetWriterError) {
        guard undeliveredBytes > Self.maximumUndeliveredBytes, segmentQueue.isInUse, !segmentQueue.hasConsumer else {
            return
        }
        throw AssetWriterError(
            .lostReceiver,
            "\(undeliveredBytes >> 20) MiB of segments are queued, but the program has released the "
                + "sequence of segments; iterate over it until it ends, or cancel writing")
    }

    /// Updates the number of references to the segment sequence.
    mutating func updateConsumerCount(by change: Int) {
        segmentQueue.consumerCount += change
        guard lifecycle.status == .writing else { return }
        do throws(AssetWriterError) {
            try checkReceiver()
        } catch {
            fail(error)
        }
    }

    /// Records that this number of bytes has been delivered.
    mutating func delivered(_ bytes: Int) {
        let wasFull = undeliveredBytes > Self.maximumUndeliveredBytes
        undeliveredBytes -= bytes
        if wasFull { readinessMayHaveChanged() }
    }
}
