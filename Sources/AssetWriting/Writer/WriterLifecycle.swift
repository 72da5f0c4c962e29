import Packaging
import Media

/// The state of a writer, its transitions and the calls that are valid in each state.
struct WriterLifecycle: Sendable {
    /// The range of the source timeline to write.
    enum Session: Sendable, Equatable {
        case none
        case open(start: MediaTime)
        case ended(start: MediaTime, end: MediaTime)

        var start: MediaTime? {
            switch self {
            case .none: nil
            case .open(let start), .ended(let start, _): start
            }
        }
        var end: MediaTime? {
            if case .ended(_, let end) = self { return end }
            return nil
        }
    }

    private(set) var status = AssetWriter.Status.unknown
    private(set) var session = Session.none
    /// Whether `finishWriting` has been called and writing has not ended yet.
    private(set) var isFinishing = false
    private(set) var failure: AssetWriterError?

    mutating func start() throws(AssetWriterError) {
        guard status == .unknown else { throw rejection("writing can be started once") }
        status = .writing
    }

    mutating func startSession(at time: MediaTime) throws(AssetWriterError) {
        guard status == .writing, !isFinishing else { throw rejection("a session must start after startWriting") }
        guard session == .none else { throw rejection("a writer has one session") }
        guard !time.isIndefinite else {
            throw AssetWriterError(.invalidState, "a session must not start at an indefinite time")
        }
        session = .open(start: time)
    }

    mutating func endSession(at time: MediaTime) throws(AssetWriterError) {
        guard status == .writing, !isFinishing, case .open(let start) = session else {
            throw rejection("a session must start before it ends")
        }
        guard time >= start, !time.isIndefinite else {
            throw AssetWriterError(
                .invalidState,
                "a session must end at or after its start at \(start), not at "
                    + "\(time)")
        }
        session = .ended(start: start, end: time)
    }

    /// Throws unless a sample may be appended now.
    func checkAppending() throws(AssetWriterError) {
        guard status == .writing, !isFinishing else { throw rejection("samples must be appended after startWriting") }
        switch session {
        case .open: return
        case .none: throw rejection("samples must be appended after startSession(atSourceTime:)")
        case .ended: throw rejection("samples must be appended before endSession(atSourceTime:)")
        }
    }

    /// Throws unless a property may still be set.
    func checkSetting(_ property: String) throws(AssetWriterError) {
        guard status == .unknown else {
            throw AssetWriterError(.invalidState, "\(property) must be set before startWriting")
        }
    }

    mutating func beginFinishing() throws(AssetWriterError) {
        guard status == .writing, !isFinishing else {
            throw rejection(
                "writing can be finished once, after "
                    + "startWriting")
        }
        isFinishing = true
    }

    mutating func complete() { end(.completed) }
    mutating func cancel() { if status == .writing || status == .unknown { end(.cancelled) } }
    mutating func fail(_ error: AssetWriterError) {
        guard status == .writing || status == .unknown else { return }
        failure = error
        end(.failed)
    }

    /// Whether writing has completed, failed or been cancelled.
    var hasEnded: Bool { status == .completed || status == .failed || status == .cancelled }

    private mutating func end(_ status: AssetWriter.Status) {
        self.status = status
        isFinishing = false
    }

    private func rejection(_ rule: String) -> AssetWriterError {
        let place =
            switch status {
            case .unknown: "writing has not been started"
            case .writing:
                isFinishing
                    ? "writing is being finished"
                    : session == .none ? "no session has been started" : "the session exists already or has ended"
            case .completed: "writing has completed"
            case .failed: "writing has failed"
            case .cancelled: "writing was cancelled"
            }
        return AssetWriterError(.invalidState, "\(place): \(rule)")
    }
}
