import Packaging
import Media

extension WritingState {
    /// Ends an input: no more media comes for it.
    mutating func finishInput(_ index: Int) {
        guard !inputs[index].isFinished else { return }
        inputs[index].isFinished = true
        readinessMayHaveChanged()
        // After a failure or a cancellation nothing is left to be written.
        guard !lifecycle.isOver else { return }
        _ = plan.finish(index)
        guard inputs[index].encoding == nil else {
            inputs[index].encoding?.finish()
            return
        }
        do throws(AssetWriterError) {
            try endInput(index)
            completeWhenDone()
        } catch {
            fail(error)
        }
    }

    /// The client's `markAsFinished`.
    mutating func markAsFinished(_ index: Int) throws(AssetWriterError) {
        guard lifecycle.status != .unknown else {
            throw AssetWriterError(.invalidState, "an input is marked as finished after startWriting")
        }
        finishInput(index)
    }

    /// Begins the end; `handler` is called when it is reached, whatever it is.
    mutating func finish(_ handler: @escaping @Sendable () -> Void) {
        do throws(AssetWriterError) {
            if lifecycle.isFinishing {
                finishHandlers.append(handler)
                return
            }
            try lifecycle.beginFinishing()
        } catch {
            if !lifecycle.isOver { refuse(error) }
            deliveries.append(.call(handler))
            return
        }
        finishHandlers.append(handler)
        accept()
        for index in inputs.indices where !inputs[index].isFinished { finishInput(index) }
        completeWhenDone()
    }

    /// Completes the output once every input has ended.
    mutating func completeWhenDone() {
        guard lifecycle.status == .writing, lifecycle.isFinishing, !isClosing, inputs.allSatisfy(\.isEnded) else {
            return
        }
        do throws(AssetWriterError) {
            guard isOpen else {
                throw AssetWriterError(.noSyncSample, "writing is finished and no samples were appended")
            }
            try segments?.finish()
            try movie?.finish()
            try collect()
            guard movie == nil else {
                isClosing = true
                // Whether the file is whole is known when it has been written and closed.
                movie = nil
                deliveries.append(.closeFile)
                return
            }
            complete()
        } catch {
            fail(error)
        }
    }

    /// Notes that the file is whole.
    mutating func fileIsClosed() {
        guard lifecycle.status == .writing else { return }
        complete()
    }

    private mutating func complete() {
        file = nil
        lifecycle.complete()
        accept()
        close(.success(nil))
    }

    mutating func cancel() {
        guard !lifecycle.isOver else { return }
        lifecycle.cancel()
        deliveries.removeAll()
        if file != nil { deliveries.append(.removeFile) }
        abandon()
        close(.success(nil))
    }

    /// Ends writing for good; the first reason counts.
    mutating func fail(_ error: AssetWriterError) {
        guard !lifecycle.isOver else { return }
        lifecycle.fail(error)
        abandon()
        close(.failure(error))
    }

    private mutating func abandon() {
        movie = nil
        segments = nil
        early = []
        for index in inputs.indices { inputs[index].encoding?.cancel() }
    }

    private mutating func close(_ outcome: SegmentMailbox.Outcome) {
        wake(mailbox.close(outcome))
        for handler in finishHandlers { deliveries.append(.call(handler)) }
        finishHandlers = []
        readinessMayHaveChanged()
    }
}
