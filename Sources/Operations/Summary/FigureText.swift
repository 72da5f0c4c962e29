/// Formats figures with their units.
package enum FigureText {
    /// Returns a time such as `30.0 s`.
    package static func seconds(_ seconds: Double) -> String { "\(decimal(seconds)) s" }

    /// Returns a speed such as `6.4 × real time`.
    package static func speed(_ ratio: Double) -> String { "\(decimal(ratio)) × real time" }

    /// Returns a count with its noun, such as `1 segment` and `2 segments`.
    package static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    /// Returns a count of bytes with up to three significant digits and a decimal unit, such as `12.3 MB`.
    package static func bytes(_ count: Int) -> String {
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

    /// Returns a time as minutes and seconds, with hours if there are any: `0:12.4` and `1:05:00.0`.
    package static func clock(_ seconds: Double) -> String {
        let tenths = Int64(max(0, min(seconds, 1e9)) * 10)
        let (hours, minutes, seconds) = (tenths / 36_000, tenths / 600 % 60, tenths / 10 % 60)
        let head = hours > 0 ? "\(hours):\(padded(minutes))" : "\(minutes)"
        return "\(head):\(padded(seconds)).\(tenths % 10)"
    }

    /// Returns a remaining time rounded up, such as `12 s` or `1 h 5 min`.
    package static func span(_ seconds: Double) -> String {
        let whole = Int64(max(0, min(seconds, 1e9)).rounded(.up))
        if whole < 60 { return "\(whole) s" }
        return whole < 3600 ? "\(whole / 60) min \(whole % 60) s" : "\(whole / 3600) h \(whole / 60 % 60) min"
    }

    /// Returns a duration, such as `12.3 s`, `4 min 10 s` or `3 h 5 min`.
    package static func duration(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 0, seconds < 1e10 else { return "-" }
        return seconds < 100 ? self.seconds(seconds) : span(seconds.rounded(.down))
    }

    /// Returns a bit rate, such as `2.4 Mbit/s`.
    package static func bitRate(_ rate: Double) -> String {
        switch rate {
        case ..<1000: "\(decimal(rate.rounded(.down))) bit/s"
        case ..<1e6: "\(decimal(rate / 1000)) kbit/s"
        default: "\(decimal(rate / 1e6)) Mbit/s"
        }
    }

    private static func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// Returns a number with one decimal place, or none from 100.
    package static func decimal(_ number: Double) -> String {
        guard number.isFinite else { return "-" }
        let number = max(-1e12, min(number, 1e12))
        if number >= 100 { return String(Int64(number.rounded())) }
        let tenths = Int64((abs(number) * 10).rounded())
        return "\(number < 0 && tenths > 0 ? "-" : "")\(tenths / 10).\(tenths % 10)"
    }
}
