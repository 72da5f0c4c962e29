import Media
import StageKit
import Synchronization

/// Runs a live input for the configured duration and reopens it after losses.
///
/// The input must be available at the start, or within the time to wait for it: an error there, such as a wrong name,
/// is reported. It ends the run unless other live sources of the run deliver, or may still do so. Later losses are retried
/// without limit while the timeline continues.
struct SupervisedInput<Input: CaptureInput>: Sendable {
    private let input: Input
    private let options: LossOptions
    private let fill: any SubstituteContent<Input.Output>
    private let clock: any MediaClock
    private let limits: SourceSupervision.Limits
    private let wait: Duration?

    /// The interval between checks of the source, in nanoseconds.
    private static var tick: Int64 { 100_000_000 }

    /// `fill` provides substitute content if the options ask for a filler. `wait` is the time for which an input that is
    /// not available at the start is opened again; nil for a single attempt.
    init(
        _ input: Input, _ options: LossOptions, wait: Duration? = nil, context: StageContext,
        fill: (any SubstituteContent<Input.Output>)? = nil, limits: SourceSupervision.Limits? = nil
    ) {
        self.input = input
        self.options = options
        self.fill = options.policy == .filler ? fill ?? GapSubstitute() : GapSubstitute()
        clock = context.clock
        self.limits = limits ?? options.limits
        self.wait = wait
    }

    /// Delivers until the input ends, the configured duration is reached, or the run is stopped.
    func run(to output: any Outlet<Input.Output>, tracks: CaptureTracks, context: StageContext) async throws {
        guard input.followsClock else {
            return try await deliverUnsupervised(to: output, tracks, context)
        }
        let outlet = SupervisionOutlet(output, clock: clock, fill: fill, limit: limits.loss)
        if options.policy != .fail { outlet.answerRequests() }
        try await supervise(outlet, tracks, context)
        outlet.end()
    }

    /// Delivers an input that does not follow the clock, such as a download. It may be absent at the start only.
    private func deliverUnsupervised(
        to output: any Outlet<Input.Output>, _ tracks: CaptureTracks, _ context: StageContext
    ) async throws {
        var opening = OpeningRetries(wait, limits, at: clock.mediaTime.nanoseconds)
        while true {
            do {
                return try await input.deliver(to: output, tracks: tracks, context: context)
            } catch {
                guard !tracks.hasAny, !context.stop.isRaised else { throw error }
                if let note = try opening.fail(error, at: clock.mediaTime.nanoseconds) { context.report(note) }
            }
            while !opening.begin(at: clock.mediaTime.nanoseconds) {
                if context.stop.isRaised { return reportAbsence(context) }
                try await clock.sleep(for: .nanoseconds(Self.tick))
            }
        }
    }

    /// Reports that the run was stopped before the source delivered anything.
    private func reportAbsence(_ context: StageContext) {
        context.reportWarning(ProblemCode.sourceAbsent, "\(input.absenceText) before the stop")
    }

    private func supervise(
        _ outlet: SupervisionOutlet<Input.Output>, _ tracks: CaptureTracks, _ context: StageContext
    ) async throws {
        var attempt: OpenInput? = open(outlet, tracks, context)
        do {
            try await supervise(&attempt, outlet, tracks, context)
        } catch {
            await attempt?.abandon()
            throw error
        }
    }

    /// The limits, with the time in which the input delivers its first data.
    private var inputLimits: SourceSupervision.Limits {
        var limits = limits
        if let limit = input.openingLimit { limits.opening = Int64(clamping: limit.components.seconds) * 1_000_000_000 }
        return limits
    }

    private func supervise(
        _ attempt: inout OpenInput?, _ outlet: SupervisionOutlet<Input.Output>, _ tracks: CaptureTracks,
        _ context: StageContext
    ) async throws {
        let start = clock.mediaTime.nanoseconds
        var watch = SupervisionReporter(
            SourceSupervision(limits: inputLimits, at: start), subject: input.subject, context)
        var opening = SourceOpening(wait, inputLimits, at: start, retriesContent: options.policy != .fail, context)
        var (closing, damage) = (Closing?.none, DamageWatch())
        while true {
            if attempt == nil || attempt?.result == nil { try await clock.sleep(for: .nanoseconds(Self.tick)) }
            let now = clock.mediaTime.nanoseconds
            if outlet.hasBegun { opening.recordDelivery() }
            if let arrival = outlet.lastArrival { watch.delivered(at: arrival) }
            if let result = attempt?.result {
                let closed = closing
                (attempt, closing) = (nil, nil)
                if context.stop.isRaised || outlet.isOutputClosed {
                    if !outlet.hasBegun, !outlet.isOutputClosed { reportAbsence(context) }
                    return
                }
                switch result {
                case .success where tracks.isComplete: return
                case .success where options.policy == .fail: return
                case .success where closed != nil: watch.failed(closed?.reason, at: now)
                case .success:
                    guard input.isEndless, outlet.hasBegun else { return }
                    watch.failed(StageError(.unreadableInput, "\(input.subject) has ended"), at: now)
                case .failure(let error) where !outlet.hasBegun:
                    guard let loss = try opening.fail(error, at: now, options.policy, context) else { continue }
                    watch.failed(loss, at: now)
                case .failure(let error):
                    guard options.policy != .fail, !(error is CancellationError) else { throw error }
                    watch.failed(error, at: now)
                }
                outlet.handleLoss()
            }
            if context.stop.isRaised, attempt == nil {
                if !outlet.hasBegun { reportAbsence(context) }
                return
            }
            if opening.begin(at: now) { attempt = open(outlet, tracks, context) }
            if options.policy == .fail { continue }
            switch watch.advance(to: now) {
            case .open:
                context.figures.counter(FigureName.reopenings, "Attempts to reopen a lost source").add()
                attempt = open(outlet, tracks, context)
            case .close:
                closing = Closing()
                attempt?.stop.raise()
            case nil: break
            }
            damage.update(tracks.damage, at: now)
            try await fill(outlet, until: now, because: watch.reason, damage, context)
            if watch.report(outlet.drainDiscarded()), closing == nil, attempt?.result == nil {
                closing = attempt?.close(because: "the timestamps of \(input.subject) started again")
            }
            watch.report(missing: outlet.missing(at: now))
        }
    }

    /// Sends substitute content up to `now`, and records the cause of the gap.
    private func fill(
        _ outlet: SupervisionOutlet<Input.Output>, until now: Int64, because reason: String?, _ damage: DamageWatch,
        _ context: StageContext
    ) async throws {
        guard try await outlet.fill(until: now) else { return }
        let start = (outlet.lastArrival ?? now) - limits.loss
        context.services.value { MediaLosses() }.record(
            reason ?? damage.cause(since: start) ?? input.absenceText, from: MediaInstant(nanoseconds: start),
            until: MediaInstant(nanoseconds: now))
    }

    /// Opens the input in a separate task.
    private func open(
        _ outlet: SupervisionOutlet<Input.Output>, _ tracks: CaptureTracks, _ context: StageContext
    ) -> OpenInput {
        OpenInput(context, clock) { [input] context in
            try await input.deliver(to: outlet, tracks: tracks, context: context)
        }
    }
}

/// An input was asked to close because it delivers nothing, or for another reason.
private struct Closing {
    var reason: StageError?
}

/// An input from opening until it is closed or fails.
private final class OpenInput: Sendable {
    /// Closes the input when raised.
    let stop = StopSignal()
    private let outcome = Mutex<Result<Void, any Error>?>(nil)
    private let work = Mutex<Task<Void, Never>?>(nil)
    private let token: StopSignal.Token?

    init(
        _ context: StageContext, _ clock: any MediaClock,
        _ deliver: @escaping @Sendable (StageContext) async throws -> Void
    ) {
        token = context.stop.onRaise { [stop] in stop.raise() }
        let context = context.withStopSignal(stop)
        let task = clock.start { [weak self] in
            let result: Result<Void, any Error>
            do {
                try await deliver(context)
                result = .success(())
            } catch {
                result = .failure(error)
            }
            self?.outcome.withLock { $0 = result }
        }
        work.withLock { $0 = task }
    }

    /// Closes the input to open it again: its times then continue the timeline.
    func close(because reason: String) -> Closing {
        stop.raise()
        return Closing(reason: StageError(.badTimestamps, reason))
    }

    /// The result of the input; nil while it is open.
    var result: Result<Void, any Error>? { outcome.withLock { $0 } }

    /// Closes the input, cancels its task and waits for it.
    func abandon() async {
        stop.raise()
        let task = work.withLock { $0 }
        task?.cancel()
        await task?.value
    }

    deinit { token?.cancel() }
}

/// Supervises a source and reports changes of its state.
private struct SupervisionReporter {
    private var supervision: SourceSupervision
    private let subject: String
    private let context: StageContext
    private var lostAt: Int64?
    /// The reason of the current loss; nil while the source delivers.
    private(set) var reason: String?
    private var hasReportedOutOfRange = false
    /// The media types of tracks that were reported missing.
    private var missing: [MediaType] = []

    init(_ supervision: SourceSupervision, subject: String, _ context: StageContext) {
        self.supervision = supervision
        self.subject = subject
        self.context = context
    }

    mutating func delivered(at time: Int64) {
        let wasAway = supervision.isUnavailable
        if case .lost = supervision.state { return }
        if let lostAt, time <= lostAt { return }
        supervision.delivered(at: time)
        guard wasAway, !supervision.isUnavailable, let since = lostAt else { return }
        (lostAt, reason) = (nil, nil)
        hasReportedOutOfRange = false
        context.report(
            Problem(
                .note, code: ProblemCode.sourceReturned,
                message: "\(subject): resumed after \(MediaTime.nanoseconds(time - since).decimal(places: 1)) s"))
    }

    /// Handles a failure of the source, or its being closed because no payloads arrived.
    mutating func failed(_ error: (any Error)?, at now: Int64) {
        let isNew = lostAt == nil
        supervision.failed(at: now)
        guard isNew else { return }
        lostAt = now
        let reason = error.map { ($0 as? StageError)?.message ?? "\($0)" } ?? "no data from \(subject)"
        self.reason = "the source was lost: \(reason)"
        context.reportWarning(ProblemCode.sourceLost, "\(reason); reopening until it succeeds")
    }

    mutating func advance(to now: Int64) -> SourceSupervision.Action? { supervision.advance(to: now) }

    /// Reports payloads with times far from the timeline. Returns whether there are any.
    mutating func report<Output>(_ left: SupervisedTracks<Output>.DiscardedCounts) -> Bool {
        guard left.outOfRange > 0 else { return false }
        if hasReportedOutOfRange { return true }
        hasReportedOutOfRange = true
        context.reportWarning(
            "times-astray",
            "\(subject) has timestamps more than \(SupervisedTracks<Output>.maximumLead / 1_000_000_000) s off the "
                + "clock or behind earlier ones; they are discarded, and the source is opened again")
        return true
    }

    /// Reports tracks that deliver nothing while the source itself is running.
    mutating func report(missing now: [MediaType]) {
        guard lostAt == nil, case .running = supervision.state, now != missing else { return }
        for kind in Set(now).symmetricDifference(missing) {
            context.figures.gauge(
                FigureName.lostTrack, labels: ["media": kind.rawValue],
                "Whether the track delivers nothing while the source delivers other tracks"
            ).set(now.contains(kind) ? 1 : 0)
        }
        for kind in now where !missing.contains(kind) {
            context.reportWarning("track-lost", "\(subject): no more \(kind.rawValue); other tracks continue")
        }
        for kind in missing where !now.contains(kind) {
            context.report(
                Problem(.note, code: "track-returned", message: "\(subject): \(kind.rawValue) resumed"))
        }
        missing = now
    }
}
