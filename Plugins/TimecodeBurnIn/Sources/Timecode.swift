import Media

/// Formats times for display.
enum Timecode {
    /// Returns hours, minutes, seconds and milliseconds, with a minus sign for negative times.
    static func text(_ time: MediaTime) -> String {
        let milliseconds = time.rescaled(to: 1000, rounding: .down).value
        let size = milliseconds.magnitude
        let seconds = size / 1000
        let fields = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }
        return (milliseconds < 0 ? "-" : "") + fields.joined(separator: ":") + "." + padded(size % 1000, 3)
    }

    private static func padded(_ number: UInt64, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}
