/// A time in the form `00:01:05.000`; hours have two digits or more.
package struct WebVTTTime: CustomStringConvertible {
    private let milliseconds: Int64

    /// A time in milliseconds. Negative times are clamped to zero.
    package init(_ milliseconds: Int64) { self.milliseconds = max(0, milliseconds) }

    package var description: String {
        let seconds = milliseconds / 1000
        return "\(padded(seconds / 3600, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
            + ".\(padded(milliseconds % 1000, 3))"
    }

    private func padded(_ value: Int64, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
