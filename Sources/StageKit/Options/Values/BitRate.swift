import Media

/// A bit rate, in bits per second.
public struct BitRate: OptionValue, Hashable, Comparable {
    public var bitsPerSecond: Int
    /// Creates a bit rate from bits per second.
    public init(bitsPerSecond: Int) { self.bitsPerSecond = bitsPerSecond }
    /// Creates a bit rate from kilobits per second (1000 bits).
    public static func kilobits(_ count: Int) -> BitRate { BitRate(bitsPerSecond: count * 1000) }
    public static func < (left: BitRate, right: BitRate) -> Bool { left.bitsPerSecond < right.bitsPerSecond }

    /// The units as they are written, and those of earlier files.
    private static let units: [String: Int64] = [
        "bit/s": 1, "kbit/s": 1000, "Mbit/s": 1_000_000, "Gbit/s": 1_000_000_000,
        "bps": 1, "kbps": 1000, "Mbps": 1_000_000, "Gbps": 1_000_000_000,
    ]
    public static var valueForm: String { "bit rate (128kbit/s, 3Mbit/s)" }
    public static var shape: OptionShape { .quantity(units.keys) }
    public init(option node: OptionNode) throws(OptionProblem) {
        let quantity = try Quantity(option: node, valueForm: Self.valueForm)
        guard let unit = Self.units[quantity.unit] else { throw quantity.unitProblem("bit/s, kbit/s or Mbit/s", node) }
        bitsPerSecond = try quantity.wholeNumber(times: unit, node)
    }
    public var optionText: String {
        if bitsPerSecond % 1_000_000 == 0 { return "\(bitsPerSecond / 1_000_000)Mbit/s" }
        return bitsPerSecond % 1000 == 0 ? "\(bitsPerSecond / 1000)kbit/s" : "\(bitsPerSecond)bit/s"
    }
}
