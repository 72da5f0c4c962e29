/// What becomes of a run when a stage throws.
package enum ErrorPolicy: String, Sendable, Hashable, CaseIterable {
    /// The run ends with the error.
    case fail
    /// The stage is made anew and goes on with the tracks that are open; what it held is lost.
    case restart
    /// The stage is left out from then on: what reaches it goes on as it is, or is dropped where it would end.
    case bypass
}

/// How often a stage may be made anew: a stage that fails at once again must not keep the machine busy.
struct RestartBudget: Sendable {
    /// The most restarts within a minute.
    static let limit = 5
    private static let minute: UInt64 = 60_000_000_000
    private var times: [UInt64] = []

    /// Takes one restart; false when there were too many.
    mutating func take(at now: UInt64) -> Bool {
        times.removeAll { now &- $0 > Self.minute }
        guard times.count < Self.limit else { return false }
        times.append(now)
        return true
    }

    /// How long a stage that waits may wait before the last restart that was taken, in milliseconds.
    var delay: Int { 100 << min(times.count, 6) }
}
