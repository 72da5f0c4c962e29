import Packaging
import Media

extension WritingState {
    /// Finishes an input.
    mutating func finishInput(_ index: Int) {
        guard !inputs[index].isFinished else { return }
        inputs[index].isFinished = true
        readinessMayHaveChanged()
        // After a failure or a cancellation nothing remains to be written.
        guard !lifecycle.hasEnded else { return }
        _ = plan.finish(index)
        guard inputs[index].encoding == nil else {
            inputs[index].encoding?.finish()
            return
        }
        do throws(AssetWriterError) {
            try endInput(index)
            completeIfAllInputsEnded()
        } catch {
            fail(error)
        }
    }

    /// Handles `markAsFinished`.
    mutating func markAsFinished(_ index: Int) throws(AssetWriterError) {
        guard lifecycle.status != .unknown else {
            throw AssetWriterError(.invalidState, "inputs can be marked as finished only after startWriting")
        }
        finishInput(index)
    }

    /// Starts finishing; `handler` is called when writing has completed, failed or been cancelled.
    mutating func finish(_ handler: @escaping @Sendable () -> Void) {
        do throws(AssetWriterError) {
            if lifecycle.isFinishing {
                finishHandlers.append(handler)
                return
            }
            try lifecycle.beginFinishing()
        } catch {
            if !lifecycle.hasEnded { reject(error) }
            deliveries.append(.call(handler))
            return
        }
        finishHandlers.append(handler)
        clearRejection()
        for index in inputs.indices where !inputs[index].isFinished { finishInput(index) }
        completeIfAllInputsEnded()
    }

    /// Completes the output once every input has ended.
    mutating func completeIfAllInputsEnded() {
        guard lifecycle.status == .writing, lifecycle.isFinishing, !isClosing, inputs.allSatisfy(\.hasReachedOutput)
        else {
            return
        }
        do throws(AssetWriterError) {
            guard isOpen else {
                throw AssetWriterError(.noSyncSample, "no samples were appended before writing was finished")
            }
            try segments?.finish()
            try movie?.finish()
            try enqueueDeliveries()
            guard movie == nil else {
                isClosing = true
                // Writing completes only after the file has been written and closed, because that can fail.
                movie = nil
                deliveries.append(.closeFile)
                return
            }
            complete()
        } catch {
            fail(error)
        }
    }

    /// Completes writing after the file has been closed.
    mutating func fileIsClosed() {
        guard lifecycle.status == .writing else { return }
        complete()
    }

    private mutating func complete() {
        file = nil
        lifecycle.complete()
        clearRejection()
        close(.success(nil))
    }

    mutating func cancel() {
        guard !lifecycle.hasEnded else { return }
        lifecycle.cancel()
        deliveries.removeAll()
        if file != nil { deliveries.append(.removeFile) }
        releaseOutputs()
        close(.success(nil))
    }

    /// Fails the writer; only the first error is kept.
    mutating func fail(_ error: AssetWriterError) {
        guard !lifecycle.hasEnded else { return }
        lifecycle.fail(error)
        releaseOutputs()
        close(.failure(error))
    }

    private mutating func releaseOutputs() {
        movie = nil
        segments = nil
        samplesBeforeOpening = []
        for index in inputs.indices { inputs[index].encoding?.cancel() }
    }

    private mutating func close(_ outcome: SegmentQueue.Outcome) {
        enqueueCallback(segmentQueue.close(outcome))
        for handler in finishHandlers { deliveries.append(.call(handler)) }
        finishHandlers = []
        readinessMayHaveChanged()
    }
}
