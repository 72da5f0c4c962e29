import HLS

/// A moment as HTTP writes it (RFC 9110 5.6.7).
struct HTTPDate: Sendable, Hashable, CustomStringConvertible {
    /// Since 1970.
    var seconds: Int64

    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    var description: String {
        let seconds = min(max(seconds, 0), 253_402_300_799)
        // 2026-01-02T03:04:05.678+00:00
        let text = DateTime(milliseconds: seconds * 1000).description
        let date = text.prefix(10).split(separator: "-")
        let month = Self.months[max(0, min(11, (Int(date[1]) ?? 1) - 1))]
        return "\(Self.days[Int(seconds / 86_400 % 7)]), \(date[2]) \(month) \(date[0]) "
            + "\(text.dropFirst(11).prefix(8)) GMT"
    }
}
