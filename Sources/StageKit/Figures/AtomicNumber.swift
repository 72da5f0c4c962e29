import Synchronization

/// A floating-point number that threads update without locks. Integers are exact up to 2^53.
final class AtomicNumber: Sendable {
    private let bits = Atomic<UInt64>(0)

    var value: Double { Double(bitPattern: bits.load(ordering: .relaxed)) }
    func set(_ value: Double) { bits.store(value.bitPattern, ordering: .relaxed) }
    func add(_ amount: Double) { update { $0 + amount } }
    func raise(to value: Double) { update { max($0, value) } }

    private func update(_ change: (Double) -> Double) {
        var known = bits.load(ordering: .relaxed)
        while true {
            let next = change(Double(bitPattern: known)).bitPattern
            let (exchanged, original) = bits.weakCompareExchange(
                expected: known, desired: next, ordering: .relaxed)
            if exchanged { return }
            known = original
        }
    }
}
