/// A ratio of two integers, such as a frame rate or a pixel aspect ratio.
public struct Ratio: Sendable, Hashable, Codable {
    public var numerator: Int32
    public var denominator: Int32

    /// `numerator / denominator`. The denominator must be above zero.
    public init(_ numerator: Int32, _ denominator: Int32 = 1) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// The quotient.
    public var value: Double { Double(numerator) / Double(max(denominator, 1)) }
}
