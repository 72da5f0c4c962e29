import StageKit

/// Determines whether damage of an input is the cause of a gap. Times are in nanoseconds of any monotonic clock.
struct DamageWatch: Sendable {
    /// The cause of a gap. Constant, so that consecutive losses are merged.
    static let cause = "the input is damaged: data was lost or could not be decoded"

    private var total = 0
    private var lastDamage: Int64?

    /// Handles the figures of the input, which restart when it is reopened.
    mutating func update(_ figures: [DamageFigures], at now: Int64) {
        let sum = figures.reduce(0) { $0 + $1.lost + $1.damaged + $1.errors + $1.lostPackets }
        if sum > total { lastDamage = now }
        total = sum
    }

    /// Returns the cause of a gap that began at `start` or later; nil if no damage was found since.
    func cause(since start: Int64) -> String? { lastDamage.map { $0 >= start } ?? false ? Self.cause : nil }
}
