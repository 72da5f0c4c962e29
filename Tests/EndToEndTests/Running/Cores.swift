/// Limits the number of concurrent programs, so that time limits are meaningful on small machines.
actor Cores {
    static let shared = Cores(places: 3)

    private var places: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(places: Int) { self.places = places }

    /// Runs `work` when a slot is free.
    func use<Result: Sendable>(_ work: @Sendable () async throws -> Result) async rethrows -> Result {
        await take()
        defer { give() }
        return try await work()
    }

    private func take() async {
        if places > 0 {
            places -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    private func give() {
        if waiting.isEmpty { places += 1 } else { waiting.removeFirst().resume() }
    }
}
