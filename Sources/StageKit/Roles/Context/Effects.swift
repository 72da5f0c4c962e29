public import Media

/// The effects that a transform requests, in order.
///
/// The state of the transform determines the permitted effects. The conformance check reports a transform that requests
/// an effect in another state:
///
/// | Effect | In `receive` and `wake` | In `finish` | After `finish` |
/// |---|---|---|---|
/// | emit | permitted, in the order of each track | permitted | the stages below have finished; the message is lost |
/// | request | permitted; see each ``UpstreamRequest`` | the stages above have finished and do not answer | passing on only |
/// | report, measure | permitted | permitted | permitted |
/// | wake | permitted | never happens | never happens |
///
/// When a call throws, the effects that it requested before are still performed.
public struct Effects<Output: Payload>: Sendable {
    /// One requested effect.
    public enum Effect: Sendable {
        /// Sends a message to the stages below.
        ///
        /// Permitted until `finish` returns. The announcement of a track precedes its first message, its end is the
        /// last one, and times do not decrease. Stages below may fail the run when they receive another order.
        case emit(Message<Output>)
        /// Sends a request to the stages above.
        ///
        /// Permitted until the input ends. The stages above have finished before `finish` is called, and do not answer.
        case request(UpstreamRequest)
        /// Reports a problem to the user.
        ///
        /// Permitted in every call. The report of the run counts problems beyond a limit without listing them.
        case report(Problem)
        /// Records a measurement of the stage; it replaces an earlier one of the same name.
        ///
        /// Permitted in every call, with a finite value: other values cannot be written in the report.
        case measure(String, Double)
        /// Schedules a call of ``Transform/wake(at:_:)``, which replaces any pending one.
        ///
        /// Permitted until the input ends, for a definite time; a time that has passed means one millisecond from now.
        /// A wake-up that is pending when `finish` is called, or requested by it, never happens.
        case wake(Wake)
    }

    /// The requested time of a call.
    public enum Wake: Sendable, Hashable {
        /// At this time of the run's clock.
        case at(MediaTime)
        /// After this delay.
        case after(MediaTime)
    }

    // Messages are stored contiguously, so that they become the next stage's batch without copying.
    @usableFromInline var emitted: [Message<Output>] = []
    /// The effects other than messages, each with the number of messages before it.
    @usableFromInline var others: [(position: Int, effect: Effect)] = []

    /// The clock of the run, for stages whose output contains dates or depends on real time.
    public let clock: any MediaClock

    /// The figures of the stage in the status of the run and in metrics. A stage obtains its figures once and retains
    /// them.
    public let figures: StageFigures

    /// The effect of the end of the run on playlists and manifests; valid in ``Transform/finish(_:)``.
    package var stopMode = StopMode.finish
    /// The media that the run has lost before this stage.
    package let losses: MediaLosses

    /// Creates an empty collection of effects for a stage of a run with this clock.
    public init(clock: any MediaClock) { self.init(clock: clock, figures: StageFigures()) }

    /// Creates an empty collection of effects for a stage that contributes to these figures.
    package init(clock: any MediaClock, figures: StageFigures, losses: MediaLosses = MediaLosses()) {
        self.clock = clock
        self.figures = figures
        self.losses = losses
    }

    /// All effects, in order.
    public var all: [Effect] {
        var result: [Effect] = []
        result.reserveCapacity(emitted.count + others.count)
        var next = 0
        for (index, message) in emitted.enumerated() {
            while next < others.count, others[next].position <= index {
                result.append(others[next].effect)
                next += 1
            }
            result.append(.emit(message))
        }
        result.append(contentsOf: others[next...].map { $0.effect })
        return result
    }

    /// The emitted messages, without the other effects.
    @inlinable public var messages: [Message<Output>] { emitted }
    /// The effects other than messages.
    public var requestsAndReports: [Effect] { others.map { $0.effect } }
    /// Whether there is any effect other than messages.
    @inlinable public var hasRequestsOrReports: Bool { !others.isEmpty }

    /// Emits a payload.
    @inlinable public mutating func emit(_ payload: Output) { emitted.append(.payload(payload)) }
    /// Emits a message.
    @inlinable public mutating func emit(message: Message<Output>) { emitted.append(message) }
    /// Sends a request to the stages above.
    public mutating func request(_ request: UpstreamRequest) { others.append((emitted.count, .request(request))) }
    /// Reports information to the user.
    public mutating func reportNote(_ code: String, _ message: String) {
        others.append((emitted.count, .report(Problem(.note, code: code, message: message))))
    }
    /// Reports a problem that does not affect the success of the run.
    public mutating func reportWarning(_ code: String, _ message: String) {
        others.append((emitted.count, .report(Problem(.warning, code: code, message: message))))
    }
    /// Reports incorrect or incomplete output. The run continues and counts as failed.
    public mutating func reportError(_ code: String, _ message: String) {
        others.append((emitted.count, .report(Problem(.error, code: code, message: message))))
    }
    /// Records a measurement, such as `scenes-count`; it replaces an earlier one of the same name and appears in
    /// reports.
    ///
    /// Names consist of lower-case words joined by hyphens; the last word is the unit.
    public mutating func measure(_ name: String, _ value: Double) {
        others.append((emitted.count, .measure(name, value)))
    }
    /// Schedules a call of ``Transform/wake(at:_:)`` for when the run's clock reaches `time`; it replaces any pending
    /// one.
    public mutating func scheduleWakeUp(at time: MediaTime) { others.append((emitted.count, .wake(.at(time)))) }
    /// Schedules a call of ``Transform/wake(at:_:)`` after a delay of at least one millisecond; it replaces any pending
    /// one.
    public mutating func scheduleWakeUp(after delay: MediaTime) { others.append((emitted.count, .wake(.after(delay)))) }
    /// Removes all effects and keeps the allocated memory.
    public mutating func removeAll() {
        emitted.removeAll(keepingCapacity: true)
        others.removeAll(keepingCapacity: true)
    }
}
