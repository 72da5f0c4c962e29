import CGStreamer
import CGStreamerLibraries
package import Media

/// A value, or a range of values, that a device offers.
package struct DeviceValueRange<Value: Sendable & Hashable>: Sendable, Hashable {
    package var lowest: Value
    package var highest: Value
    package init(_ lowest: Value, _ highest: Value) {
        self.lowest = lowest
        self.highest = highest
    }

    /// The bounds of a range such as `[ 2, 32, 2 ]`, or a single value twice.
    fileprivate static func ends(_ text: String) -> (Substring, Substring)? {
        let parts = text.split { "[], ".contains($0) }
        guard let first = parts.first else { return nil }
        return (first, parts.count > 1 ? parts[1] : first)
    }
}

extension DeviceValueRange where Value == Int {
    /// Parses GStreamer's text form of a range of integers.
    package init?(integers text: String) {
        guard let ends = Self.ends(text), let lowest = Int(ends.0), let highest = Int(ends.1) else { return nil }
        self.init(lowest, highest)
    }
    package func contains(_ value: Int) -> Bool { lowest <= value && value <= highest }
    package var text: String { lowest == highest ? "\(lowest)" : "\(lowest) to \(highest)" }
}

extension DeviceValueRange where Value == Ratio {
    /// Parses GStreamer's text form of a range of fractions. nil if the upper bound is zero.
    package init?(ratios text: String) {
        guard let ends = Self.ends(text), let lowest = Self.ratio(ends.0), let highest = Self.ratio(ends.1),
            highest.numerator > 0
        else { return nil }
        self.init(lowest, highest)
    }

    /// The rate to request for `wanted`: an offered rate within 0.05 % of it; nil if there is none.
    ///
    /// Drivers report periods in units of 100 ns, so that 30 frames per second are 10000000/333333.
    package func closest(to wanted: Ratio) -> Ratio? {
        if lowest == highest { return Self.isNear(lowest, wanted) ? lowest : nil }
        let isAbove = Self.value(wanted) >= Self.value(lowest) || Self.isNear(lowest, wanted)
        let isBelow = Self.value(wanted) <= Self.value(highest) || Self.isNear(highest, wanted)
        return isAbove && isBelow ? wanted : nil
    }
    package var text: String {
        lowest == highest ? Self.text(lowest) : "\(Self.text(lowest)) to \(Self.text(highest))"
    }

    private static func ratio(_ text: Substring) -> Ratio? {
        let parts = text.split(separator: "/")
        guard let numerator = parts.first.flatMap({ Int32($0) }), numerator >= 0,
            let denominator = parts.count > 1 ? Int32(parts[1]) : 1, denominator > 0
        else { return nil }
        return Ratio(numerator, denominator)
    }
    private static func value(_ ratio: Ratio) -> Double { Double(ratio.numerator) / Double(ratio.denominator) }
    private static func isNear(_ left: Ratio, _ right: Ratio) -> Bool {
        abs(value(left) - value(right)) <= 0.0005 * value(right)
    }
    private static func text(_ ratio: Ratio) -> String {
        let thousandths = (value(ratio) * 1000).rounded()
        guard let count = Int64(exactly: thousandths) else { return "?" }
        return MediaTime(value: count, timescale: 1000).decimal(places: 3, trimmed: true)
    }
}
