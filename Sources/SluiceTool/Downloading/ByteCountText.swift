/// Formats byte counts.
enum ByteCountText {
    /// Returns the count with up to three significant digits and a decimal unit, such as `12.3 MB`.
    static func text(_ count: Int) -> String {
        var value = Double(max(count, 0))
        for unit in ["bytes", "kB", "MB", "GB"] {
            if value < 999.5 || unit == "GB" && value < 9_999 {
                if unit == "bytes" { return "\(Int(value)) bytes" }
                let tenths = Int((value * 10).rounded())
                return value < 100 ? "\(tenths / 10).\(tenths % 10) \(unit)" : "\(Int(value.rounded())) \(unit)"
            }
            value /= 1000
        }
        return "\(Int(value.rounded())) TB"
    }
}
