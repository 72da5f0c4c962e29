/// Loads small resources into memory and repeats failed attempts.
package struct ResourceLoader: Sendable {
    package let engine: FetchEngine
    package let settings: FetchSettings
    package let rules: FetchRules

    package init(engine: FetchEngine, settings: FetchSettings, rules: FetchRules) {
        self.engine = engine
        self.settings = settings
        self.rules = rules
    }

    /// Loads at most `limit` bytes; `isText` permits compression.
    package func load(
        _ url: String, limit: Int, isText: Bool = false, range: Range<Int>? = nil
    ) async throws(TransferError) -> (bytes: [UInt8], outcome: FetchOutcome) {
        var limits = settings.limits
        limits.size = limit
        limits.totalSeconds = min(limits.totalSeconds, FetchLimits.memory(size: limit).totalSeconds)
        var request = FetchRequest(url: url, acceptsCompression: isText, rules: rules, limits: limits)
        request.range = range.map { ($0.lowerBound, $0.count) }
        var transfer = TransferState(policy: settings.policy)
        while true {
            do throws(TransferError) {
                return try await engine.load(request)
            } catch {
                try await wait(transfer.recordFailure(error, count: 0, random: settings.random()))
            }
        }
    }

    /// Waits until the next attempt; throws where there is none.
    package func wait(_ step: TransferState.Step) async throws(TransferError) {
        switch step {
        case .giveUp(let problem): throw problem
        case .retry(let seconds):
            do {
                try await settings.clock.sleep(for: .milliseconds(Int(seconds * 1000)))
            } catch {
                throw TransferError(.cancelled, "the download was cancelled")
            }
        }
    }
}
