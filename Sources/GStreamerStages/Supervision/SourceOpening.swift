import StageKit

/// The opening of a live source: its attempts, and whether other sources of the run continue without it.
struct SourceOpening: ~Copyable {
    private var retries: OpeningRetries
    private let sources: LiveSources
    private let number: Int

    /// A source that is opened now, and again until `wait` has passed; nil for a single attempt. With `retriesContent`,
    /// it is also opened again if what it delivers cannot be used.
    init(
        _ wait: Duration?, _ limits: SourceSupervision.Limits, at now: Int64, retriesContent: Bool,
        _ context: StageContext
    ) {
        retries = OpeningRetries(wait, limits, at: now, retriesContent: retriesContent)
        sources = context.services.value { LiveSources() }
        number = sources.add()
    }

    deinit { sources.record(.ended, of: number) }

    /// Records that the source delivers.
    func recordDelivery() { sources.record(.delivering, of: number) }

    /// Returns whether an attempt is due, and begins it.
    mutating func begin(at now: Int64) -> Bool { retries.begin(at: now) }

    /// Schedules another attempt after a failure, and reports a new reason. When the time is over, returns the error if
    /// other sources continue, so that this one is lost, and throws it otherwise.
    mutating func fail(
        _ error: any Error, at now: Int64, _ policy: LossPolicy, _ context: StageContext
    ) throws -> (any Error)? {
        do {
            if let note = try retries.fail(error, at: now) { context.report(note) }
            return nil
        } catch {
            sources.record(.ended, of: number)
            let isLoss = policy != .fail && !OpeningRetries.isPermanent(error)
            guard isLoss, sources.continues(without: number) else { throw error }
            return error
        }
    }
}
