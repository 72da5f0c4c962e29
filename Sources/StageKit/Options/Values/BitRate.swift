import Media

/// A bit rate, in bits per second.
public struct BitRate: OptionValue, Hashable, Comparable {
    public var bitsPerSecond: Int
    /// Creates a bit rate from bits per second.
    public init(bitsPerSecond: Int) { self.bitsPerSecond = bitsPerSecond }
    /// Creates a bit rate from kilobits per second (1000 bits).
    public static func kilobits(_ count: Int) -> BitRate { BitRate(bitsPerSecond: count * 1000) }
    public static func < (left: BitRate, right: BitRate) -> Bool { left.bitsPerSecond < right.bitsPerSecond }

    private static let units: [String: Int64] = [
        "bps": 1, "kbps": 1000, "Mbps": 1_000_000, "Gbps": 1_000_000_000,
    ]
    public static var valueForm: String { "bit rate (128kbps, 3Mbps)" }
    public static var shape: OptionShape { .quantity(units.keys) }
    public init(option node: OptionNode) throws(OptionProblem) {
        let quantity = try Quantity(option: node, valueForm: Self.valueForm)
        guard let unit = Self.units[quantity.unit] else { throw quantity.unitProblem("bps, kbps or Mbps", node) }
        bitsPerSecond = try quantity.wholeNumber(times: unit, node)
    }
    public var optionText: String {
        if bitsPerSecond % 1_000_000 == 0 { return "\(bitsPerSecond / 1_000_000)Mbps" }
        return bitsPerSecond % 1000 == 0 ? "\(bitsPerSecond / 1000)kbps" : "\(bitsPerSecond)bps"
    }
}
