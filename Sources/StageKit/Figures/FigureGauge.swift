/// A value that increases and decreases. Updates are atomic and never block.
public final class FigureGauge: Sendable {
    private let current = AtomicNumber()
    init() {}

    /// Replaces the value. Values that are not finite violate the contract of figures.
    public func set(_ value: Double) { current.set(value) }
    /// Replaces the value.
    public func set(_ value: Int) { current.set(Double(value)) }
    /// Adds a positive or negative amount.
    public func add(_ amount: Double) { current.add(amount) }

    /// The current value.
    public var value: Double { current.value }
}
