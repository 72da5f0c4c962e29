import HLS
import Media

/// A date and time in HTTP format (RFC 9110 5.6.7).
struct HTTPDate: Sendable, Hashable, CustomStringConvertible {
    /// Seconds since 1970.
    var seconds: Int64

    init(_ date: WallTime) { seconds = date.seconds }

    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    var description: String {
        let (days, time) = min(max(seconds, 0), 253_402_300_799).quotientAndRemainder(dividingBy: 86_400)
        let date = CivilDate(daysSinceEpoch: days)
        // Written byte by byte for speed: most responses contain two dates.
        var bytes: [UInt8] = []
        bytes.reserveCapacity(29)
        func add(_ number: Int64, _ mark: Character) {
            bytes.append(UInt8(0x30 + number / 10 % 10))
            bytes.append(UInt8(0x30 + number % 10))
            bytes.append(contentsOf: mark.utf8)
        }
        bytes.append(contentsOf: Self.days[Int(days % 7)].utf8)
        bytes.append(contentsOf: ", ".utf8)
        add(date.day, " ")
        bytes.append(contentsOf: Self.months[Int(date.month) - 1].utf8)
        bytes.append(UInt8(ascii: " "))
        bytes.append(contentsOf: String(date.year).utf8)
        bytes.append(UInt8(ascii: " "))
        add(time / 3600, ":")
        add(time / 60 % 60, ":")
        add(time % 60, " ")
        bytes.append(contentsOf: "GMT".utf8)
        return String(decoding: bytes, as: UTF8.self)
    }
}
