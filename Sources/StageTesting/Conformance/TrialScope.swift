/// How much a stage is tried with, and how much it may keep.
struct TrialScope: Sendable {
    /// How many payloads go through a stage whose memory is looked at.
    let payloads: Int
    /// How many go through it to see what it gives.
    let few: Int
    /// Bytes that a stage may have more of at the end of many payloads than after a fifth of them.
    let allowance: Int
    /// How long a stage may take to end, or to let go of what it was given; for stages that never do.
    var patience = Duration.seconds(60)

    init(payloads: Int, keeping bytesPerPayload: Int) {
        self.payloads = max(payloads, 5)
        few = min(self.payloads, 300)
        allowance = (4 << 20) + bytesPerPayload * self.payloads
    }

    /// When the first look is taken at the memory: what is made once is there by then.
    var warmUp: Int { payloads / 5 }

    /// What is wrong when the memory in use went from `before` to `after`.
    func growth(from before: Int?, to after: Int?) -> StageConformance.Violation? {
        guard let before, let after, after - before > allowance else { return nil }
        return .init(
            "memory", "\((after - before) >> 10) KiB more are in use after \(payloads) payloads than after \(warmUp)")
    }

    /// Looks at the memory again where it seems to grow: what else the process does may have grown as well.
    func settled(_ look: () -> StageConformance.Violation?) -> StageConformance.Violation? {
        for _ in 0..<2 where look() == nil { return nil }
        return look()
    }

    func settled(_ look: () async -> StageConformance.Violation?) async -> StageConformance.Violation? {
        for _ in 0..<2 { if await look() == nil { return nil } }
        return await look()
    }
}
