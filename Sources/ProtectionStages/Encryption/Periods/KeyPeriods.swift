import ContentKeys
import ContentProtection
import Media

/// Assigns the keys of key periods to segments: the keys of the next period when they are loaded, otherwise the current
/// ones for a limited time.
struct KeyPeriods: Sendable {
    /// The keys of segments and their period; no keys if the segments must not be published.
    struct Assignment: Sendable {
        var keys: KeySet?
        var period: KeyPeriod
    }

    private let loader: KeyPeriodLoader
    private let rotation: RotationOption?
    private let alarm: KeyAlarm
    /// The keys of the run, for stages that deliver them.
    private let shared: SharedKeys
    private var plan: KeyPeriodPlan
    /// The newest keys.
    private var current: (keys: KeySet, period: KeyPeriod)?

    init(_ loader: KeyPeriodLoader, _ rotation: RotationOption?, _ alarm: KeyAlarm, _ shared: SharedKeys) {
        (self.loader, self.rotation, self.alarm, self.shared) = (loader, rotation, alarm, shared)
        plan = KeyPeriodPlan(rotation)
    }

    /// Waits for the first keys: the keys of the period of an earlier run, if it continues.
    mutating func begin(at start: MediaTime, continuing earlier: KeyPeriod?) async throws(ProtectionError) {
        guard current == nil else { return }
        plan = KeyPeriodPlan(rotation, continuing: earlier)
        if let earlier {
            // The key server may not have the keys of a former period any more.
            do { return adopt(try await loader.loadedKeys(ofPeriod: earlier.index), earlier) } catch {
                guard plan.required(at: start).index != earlier.index else { throw error }
            }
        }
        let period = plan.required(at: start)
        adopt(try await loader.loadedKeys(ofPeriod: period.index), period)
    }

    /// The newest keys, for an initialization segment; nil before the first ones.
    var newest: Assignment? { current.map { Assignment(keys: $0.keys, period: $0.period) } }

    /// Returns the keys of a segment that starts at a time. Waits for keys unless the source is live.
    mutating func keys(
        at start: MediaTime, interval: MediaTime, isLive: Bool
    ) async throws(ProtectionError) -> Assignment {
        let tolerance = interval.isIndefinite ? .seconds(1) : MediaTime(interval.duration / 2)
        if let boundary = plan.boundary(near: start, tolerance: tolerance) { return boundary.assignment }
        let required = plan.required(at: start)
        let assignment = try await assign(required, isLive: isLive)
        return plan.add(start, required, assignment)
    }

    private mutating func assign(
        _ required: KeyPeriod, isLive: Bool
    ) async throws(ProtectionError) -> Assignment {
        if let current, current.period.index == required.index {
            return Assignment(keys: current.keys, period: required)
        }
        guard isLive, let current else {
            let keys = try await loader.loadedKeys(ofPeriod: required.index)
            adopt(keys, required)
            return Assignment(keys: keys, period: required)
        }
        switch loader.keys(ofPeriod: required.index) {
        case .ready(let keys):
            adopt(keys, required)
            return Assignment(keys: keys, period: required)
        case .continued(let keys, let former, let elapsed, let reason):
            // The keys of a period may arrive when it has already ended.
            let isNewer = current.period.index != former
            let period =
                plan.period(former) ?? (isNewer ? KeyPeriod(index: former, start: required.start) : current.period)
            if isNewer { adopt(keys, period) }
            alarm.reportLate(required.index, former, elapsed, reason)
            return Assignment(keys: keys, period: period)
        case .unavailable(let elapsed, let reason):
            alarm.reportUnavailable(required.index, elapsed, reason)
            return Assignment(keys: nil, period: current.period)
        }
    }

    private mutating func adopt(_ keys: KeySet, _ period: KeyPeriod) {
        current = (keys, period)
        shared.add(keys)
        alarm.reportKeys(ofPeriod: period.index)
    }
}
