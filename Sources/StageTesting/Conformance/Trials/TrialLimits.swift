/// The number of payloads of a conformance check, and its limits.
struct TrialLimits: Sendable {
    /// The number of payloads in the memory check.
    let payloads: Int
    /// The number of payloads in the other checks.
    let shortCount: Int
    /// The maximum increase of the memory in use between one fifth of the payloads and all of them, in bytes.
    let allowance: Int
    /// The timeout for a stage to end or to release its payloads.
    var timeout = Duration.seconds(60)

    init(payloads: Int, keeping bytesPerPayload: Int) {
        self.payloads = max(payloads, 5)
        shortCount = min(self.payloads, 300)
        allowance = (4 << 20) + bytesPerPayload * self.payloads
    }

    /// The number of payloads before the first memory measurement, when one-time allocations are complete.
    var warmUp: Int { payloads / 5 }

    /// Returns the violation if the memory in use has grown beyond the allowance.
    func growth(from before: Int?, to after: Int?) -> StageConformance.Violation? {
        guard let before, let after, after - before > allowance else { return nil }
        return .init(
            "memory", "\((after - before) >> 10) KiB more are in use after \(payloads) payloads than after \(warmUp)")
    }

    /// Repeats a memory check that fails, since other activity in the process may also allocate memory.
    func confirmed(_ look: () -> StageConformance.Violation?) -> StageConformance.Violation? {
        for _ in 0..<2 where look() == nil { return nil }
        return look()
    }

    func confirmed(_ look: () async -> StageConformance.Violation?) async -> StageConformance.Violation? {
        for _ in 0..<2 { if await look() == nil { return nil } }
        return await look()
    }
}
