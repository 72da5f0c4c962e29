/// Formats figures with their units.
enum FigureText {
    /// Returns a duration, such as `12.3 s`, `4 min 10 s` or `3 h 5 min`.
    static func duration(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 0, seconds < 1e10 else { return "-" }
        let whole = Int(seconds)
        switch whole {
        case ..<100: return "\(decimal(seconds)) s"
        case ..<6000: return "\(whole / 60) min \(whole % 60) s"
        default: return "\(whole / 3600) h \(whole % 3600 / 60) min"
        }
    }

    /// Returns a bit rate, such as `2.4 Mbit/s`.
    static func bitRate(_ rate: Double) -> String {
        switch rate {
        case ..<1000: "\(Int(rate)) bit/s"
        case ..<1e6: "\(decimal(rate / 1000)) kbit/s"
        default: "\(decimal(rate / 1e6)) Mbit/s"
        }
    }

    /// Returns a number with one decimal place.
    static func decimal(_ number: Double) -> String {
        guard let tenths = Int(exactly: (number * 10).rounded()) else { return "-" }
        return "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
    }
}
