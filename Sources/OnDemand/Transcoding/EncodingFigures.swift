import Media
package import StageKit

/// The figures of encodings on request.
package struct EncodingFigures: Sendable {
    private let collection: StageFigures
    private let running: FigureGauge
    private let queued: FigureGauge
    private let seconds: FigureHistogram
    private let hits: FigureCounter

    package init(in collection: StageFigures) {
        self.collection = collection
        running = collection.gauge(FigureName.transcodesRunning, "Encodings on request that are running")
        queued = collection.gauge(FigureName.transcodesQueued, "Encodings on request that wait for a place")
        seconds = collection.histogram(FigureName.transcodeTime, "Time of an encoding on request")
        hits = collection.counter(
            FigureName.transcodeHits, "Requests for encoded segments that were in the cache folder")
    }

    func update(running: Int, queued: Int) {
        self.running.set(running)
        self.queued.set(queued)
    }

    func record(_ end: EncodingPool.End, after time: Duration) {
        switch end {
        case .done: seconds.observe(time.seconds)
        case .failed(let error): recordFailure(error.code.rawValue)
        case .cancelled: recordFailure("cancelled")
        }
    }

    func recordHit() { hits.add() }

    private func recordFailure(_ code: String) {
        collection.counter(
            FigureName.transcodeFailures, labels: ["code": code], "Encodings on request that failed, by error code"
        ).add()
    }
}
