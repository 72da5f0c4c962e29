import Media

/// A size in bytes.
public struct ByteCount: OptionValue, Hashable, Comparable {
    public var bytes: Int
    /// Creates a size from a number of bytes.
    public init(_ bytes: Int) { self.bytes = bytes }
    public static func < (left: ByteCount, right: ByteCount) -> Bool { left.bytes < right.bytes }

    private static let units: [String: Int64] = [
        "B": 1, "kB": 1000, "MB": 1_000_000, "GB": 1_000_000_000, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30,
    ]
    public static var valueForm: String { "size (4MiB, 500kB)" }
    public static var shape: OptionShape { .quantity(units.keys) }
    public init(option node: OptionNode) throws(OptionProblem) {
        let quantity = try Quantity(option: node, valueForm: Self.valueForm)
        guard let unit = Self.units[quantity.unit] else { throw quantity.unitProblem("B, kB, KiB, MiB or GiB", node) }
        bytes = try quantity.wholeNumber(times: unit, node)
    }
    public var optionText: String {
        for (unit, name) in [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")] where bytes > 0 && bytes % unit == 0
        {
            return "\(bytes / unit)\(name)"
        }
        return "\(bytes)B"
    }
}
