import StageKit

/// A live input that can be reopened after a loss: a camera, a microphone, a network stream.
protocol CaptureInput<Output>: Sendable {
    associatedtype Output: Payload
    /// The name of the input in messages, such as `the camera /dev/video0`.
    var subject: String { get }
    /// Whether the input has no regular end, so that an end that was not requested is a loss.
    var isEndless: Bool { get }
    /// Whether the input delivers in real time. Other inputs deliver as fast as the pipeline accepts data, and are not
    /// supervised.
    var followsClock: Bool { get }
    /// The time the input may take to deliver its first data after it is reopened; nil for the default.
    var openingLimit: Duration? { get }
    /// The reason for a message when no data has arrived.
    var absenceText: String { get }
    /// Opens the input and delivers until it ends, until the configured duration is reached, or until the stop signal
    /// of `context` is raised. Throws if the input fails.
    ///
    /// May be called again after it returns or throws, but not concurrently. Each call announces its tracks before
    /// their first payloads. Tracks keep their identities and timescales across calls, and times are relative to the
    /// start of the run, so a later call continues at the current clock time. Buffered payloads are sent before the
    /// call returns or throws; tracks are ended only when it returns.
    func deliver(to output: any Outlet<Output>, tracks: CaptureTracks, context: StageContext) async throws
}

extension CaptureInput {
    var isEndless: Bool { true }
    var followsClock: Bool { true }
    var openingLimit: Duration? { nil }
    var absenceText: String { "no data from \(subject)" }
}
