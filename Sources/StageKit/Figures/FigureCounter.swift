import Synchronization

/// A total that only increases. Updates are atomic and never block.
public final class FigureCounter: Sendable {
    private let total = AtomicNumber()
    init() {}

    /// Adds an amount; ignores amounts that are negative or not finite.
    public func add(_ amount: Double) { if amount > 0, amount.isFinite { total.add(amount) } }
    /// Adds an amount; ignores negative amounts.
    public func add(_ amount: Int = 1) { add(Double(amount)) }
    /// Raises the total to a value that the stage counts itself; ignores values below the total.
    public func raise(to value: Int) { total.raise(to: Double(value)) }

    /// The total.
    public var value: Double { total.value }
}
